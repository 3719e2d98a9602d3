import type { ColumnType } from "#domain/core/values/table.ts";
import { open } from "node:fs/promises";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { cellKind } from "#domain/core/values/cell-kind.ts";
import { typesOfMasks } from "./cell-types.ts";
import { columnNames, tidyLabel } from "../column-names.ts";
import { detectDialect, type Dialect, type HeadRecord, readHead } from "./dialect.ts";
import { byteOrderMark, ForeignLines, legacyEncoding, utf16WithoutMark } from "./encoding.ts";
import { type ByteSource, rawChunks, readUtf8 } from "./file-bytes.ts";
import { findTable } from "./header.ts";
import { looksBinary, otherKindOfFile } from "./refusal.ts";
import { type Layout, MOST_COLUMNS, MOST_PHYSICAL_COLUMNS } from "./row-format.ts";

export type CsvLimits = {
  /** Most bytes of the file, and after decompression. */
  readonly maxBytes: number;
  readonly maxColumns: number;
  readonly maxCellBytes: number;
};

export const CSV_LIMITS: CsvLimits = { maxBytes: 50e9, maxColumns: MOST_COLUMNS, maxCellBytes: 8e6 };

/** A column as seen in the head of the file. `type` null: no value yet. `named`: the file has a label for it. */
export type PlannedColumn = { readonly label: string; readonly named: boolean; readonly type: ColumnType | null };

/** How a file will be read, from its head; every row is checked against it. */
export type CsvPlan = {
  readonly source: ByteSource;
  readonly dialect: Dialect;
  readonly layout: Layout;
  readonly columns: readonly PlannedColumn[];
  readonly header: boolean;
  /** Byte (of the UTF-8 text) and line of the first row. */
  readonly dataStart: number;
  readonly dataLine: number;
  readonly preambleLines: number;
};

export type Planned =
  { readonly ok: true; readonly plan: CsvPlan } | { readonly ok: false; readonly failure: LoadFailure };

const HEAD = 1_000_000;

/** Reads the head of a file. `notUtf8`: an earlier pass found a byte that is not UTF-8. */
export async function planCsv(path: string, limits: CsvLimits, notUtf8: boolean): Promise<Planned> {
  const raw = await firstBytes(path, 65_536);
  if (raw.length === 0) return failed({ code: "empty", facts: {} });
  const gzip = raw[0] === 0x1f && raw[1] === 0x8b;
  const kind = gzip ? null : otherKindOfFile(raw);
  if (kind) return failed({ code: "not-a-table", facts: { kind } });
  const chosen = await chooseEncoding({ path, gzip }, notUtf8);
  const source: ByteSource = { path, gzip, ...chosen, maxBytes: limits.maxBytes };
  const parts: Uint8Array[] = [];
  let length = 0;
  const end = await readUtf8(source, (bytes) => {
    parts.push(Buffer.from(bytes));
    length += bytes.length;
    return length < HEAD;
  });
  if (end === "not-utf8") return notUtf8 ? failed({ code: "bad-encoding", facts: {} }) : planCsv(path, limits, true);
  if (end === "bad-gzip") return failed({ code: "bad-gzip", facts: {} });
  if (end === "too-large") return failed(tooLarge(limits));
  return shape(Buffer.concat(parts), end === "end", source, limits);
}

/** The file exceeds its limit. */
export function tooLarge({ maxBytes }: Pick<CsvLimits, "maxBytes">): LoadFailure {
  return { code: "too-large", facts: { maxBytes } };
}

function shape(head: Buffer, whole: boolean, source: ByteSource, limits: CsvLimits): Planned {
  const inner = source.gzip ? otherKindOfFile(head) : null;
  if (inner) return failed({ code: "not-a-table", facts: { kind: inner } });
  if (looksBinary(head)) return failed({ code: "not-a-table", facts: { kind: "binary" } });
  const hint = /^sep=([,;\t|])\r?\n/.exec(head.subarray(0, 16).toString("latin1"));
  const dialect = detectDialect(head, { whole, delimiter: hint?.[1] as Dialect["delimiter"] | undefined });
  const records = readHead(head, dialect, { whole, most: 5000 });
  const table = findTable(hint ? records.slice(1) : records);
  if (!table) return noTable(head, whole, dialect, limits);
  if (table.width > limits.maxColumns) {
    return failed({ code: "too-many-columns", facts: { columns: table.width, maxColumns: limits.maxColumns } });
  }
  const named = table.labels?.findLastIndex((label) => label !== "") ?? -1;
  const least = named < 0 ? table.width : named + 1;
  const body = records.filter(
    ({ start, cells, broken }) => start >= table.dataStart && !broken && cells.length >= least,
  );
  const types = typesOfMasks(masksOf(body, table.width));
  const columns = types.map((type, index) => {
    const label = tidyLabel(table.labels?.[index] ?? "");
    return { label, named: label !== "", type };
  });
  return {
    ok: true,
    plan: {
      source,
      dialect,
      layout: columns.length > MOST_PHYSICAL_COLUMNS ? "array" : "columns",
      columns,
      header: table.labels !== null,
      dataStart: table.dataStart,
      dataLine: table.dataLine,
      preambleLines: table.preambleLines,
    },
  };
}

/** Names and labels of the columns that are kept. */
export function namedColumns(
  plan: CsvPlan,
  types: readonly (ColumnType | null)[],
): { index: number; name: string; label: string; type: ColumnType }[] {
  const kept = plan.columns.flatMap((column, index) => {
    const type = types[index] ?? null;
    return !isLeftOut(plan, column, type)
      ? [{ index, label: column.named ? column.label : `column_${index + 1}`, type: type ?? ("text" as const) }]
      : [];
  });
  const names = columnNames(kept.map((column) => column.label));
  return kept.map((column, at) => ({ ...column, name: names[at] as string }));
}

/** A column without a label and without any value is left out if the file labels others. */
export function isLeftOut(plan: CsvPlan, column: PlannedColumn, type: ColumnType | null): boolean {
  return !column.named && type === null && (plan.header || plan.columns.length > 1);
}

function noTable(head: Buffer, whole: boolean, dialect: Dialect, limits: CsvLimits): Planned {
  const opened = head[0] === dialect.quote.charCodeAt(0) || head.includes(dialect.quote);
  if (!opened || head.toString("latin1").trim() === "") return failed({ code: "no-rows", facts: {} });
  if (!whole) return failed({ code: "first-row-too-large", facts: { maxBytes: Math.min(HEAD, limits.maxCellBytes) } });
  const line = head
    .subarray(0, head.indexOf(dialect.quote))
    .toString("latin1")
    .split(/\r\n|\r|\n/).length;
  return failed({ code: "unclosed-quote", facts: { line } });
}

function masksOf(records: readonly HeadRecord[], width: number): Int32Array {
  const masks = new Int32Array(width);
  for (const { cells } of records) {
    if (cells.length > width) continue;
    cells.forEach(({ text, quoted }, column) => {
      if (text === "") return;
      const bytes = Buffer.from(text);
      masks[column] = (masks[column] as number) | cellKind(bytes, 0, bytes.length, quoted);
    });
  }
  return masks;
}

async function chooseEncoding(
  file: Pick<ByteSource, "path" | "gzip">,
  notUtf8: boolean,
): Promise<Pick<ByteSource, "encoding" | "repair">> {
  const lines = new ForeignLines();
  let first = true;
  for await (const read of rawChunks(file)) {
    if (read === "bad-gzip" || lines.enough) break;
    const mark = first ? (byteOrderMark(read.chunk)?.encoding ?? utf16WithoutMark(read.chunk)) : null;
    if (mark !== null && mark !== "utf-8") return { encoding: mark, repair: false };
    if (!notUtf8) break;
    first = false;
    lines.add(read.chunk);
  }
  const encoding = notUtf8 ? legacyEncoding(lines.all()) : "utf-8";
  return { encoding, repair: notUtf8 && encoding === "utf-8" };
}

async function firstBytes(path: string, most: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function failed(failure: LoadFailure): { ok: false; failure: LoadFailure } {
  return { ok: false, failure };
}
