import { closeSync, copyFileSync, openSync, writeSync } from "node:fs";
import type { RejectedRow } from "#domain/core/ports/uploads.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { readUtf8 } from "../file-bytes.ts";
import { FileMarks } from "../file-marks.ts";
import { badPacking, type CsvLimits, type CsvPlan, isLeftOut, tooLarge, tooManyColumns } from "../plan.ts";
import { namesOf, typesOfColumns } from "../plan-columns.ts";
import type { OpenTable } from "../../readers/table-file.ts";
import { ReplacedLines } from "./replaced-lines.ts";
import type { ScanFault } from "./scan-options.ts";
import { Scanner } from "./scanner.ts";

/** How many rejected rows are shown at once; their file has all. */
const KEPT_ROWS = 20;
const BUFFERED_CHARACTERS = 65_536;

/** Rows in COPY's binary format (null: nothing new) and the progress of the scan. */
export type ScannedRows = {
  readonly rows: Uint8Array<ArrayBuffer> | null;
  /** Bytes of the file read, rows found. */
  readonly position: number;
  /** Bytes read after decompression. */
  readonly unpacked: number;
  readonly count: number;
  /** A cell did not fit its column's type: the output is useless, and the scan continues only to learn the types. */
  readonly broken: boolean;
};

/** Takes rows, and resolves when it can take more: with memory that held rows before and may be written to again, if any. */
export type TakeRows = (rows: ScannedRows) => Promise<ArrayBuffer | null>;

export type ScanResult = {
  readonly ok: true;
  /** The output is valid: every cell fits its column's type. Otherwise scan again with `types`. */
  readonly holds: boolean;
  /** The type of each column over the whole file; null: it has no value. */
  readonly types: readonly (ColumnType | null)[];
  /** The kinds of cells seen in each column. */
  readonly masks: readonly number[];
  readonly rows: number;
  readonly rejected: { readonly count: number; readonly sample: readonly RejectedRow[] };
  readonly emptyRows: number;
  /** Rows whose last cells the file leaves out, rows with empty cells too many, and records equal to that of the labels. */
  readonly filledRows: number;
  readonly cutRows: number;
  readonly repeatedHeaders: number;
  readonly nulBytes: number;
  /** Byte order marks inside the text, and Ctrl-Z, that were left out. */
  readonly marks: number;
  /** Characters U+FFFD for bytes that are none of the encoding, and the first lines with any. */
  readonly replaced: { readonly count: number; readonly lines: readonly number[] };
  /** By column the first cell that did not fit its type. */
  readonly breaks: ReadonlyMap<number, { readonly line: number; readonly text: string }>;
};

export type ScanEnd =
  | ScanResult
  | { readonly ok: false; readonly notUtf8: true }
  | { readonly ok: false; readonly notUtf8: false; readonly failure: LoadFailure };

/**
 * Reads the whole file once with the plan and `types` for its columns, and passes rows to `emit`, waiting each time.
 * Rejected rows are written to the file `rejectedPath`.
 */
export async function scanPass(
  plan: CsvPlan,
  types: readonly (ColumnType | null)[],
  limits: CsvLimits,
  rejectedPath: string,
  emit: TakeRows,
): Promise<ScanEnd> {
  const rejected = new RejectedRows(rejectedPath, plan.table.aside);
  const scanner = scannerOf(plan, types, limits, rejected);
  const replaced = new ReplacedLines();
  const marks = new FileMarks();
  const isExact = plan.source.encoding === "utf-8" && !plan.source.repair;
  let skip = plan.dataStart;
  try {
    const end = await readUtf8(
      plan.source,
      async (bytes, last, position, unpacked) => {
        if (!isExact) replaced.add(bytes);
        const skipped = Math.min(skip, bytes.length);
        skip -= skipped;
        scanner.push(bytes.subarray(skipped), last);
        const rows = scanner.take();
        if (scanner.fault) return false;
        const spare = await emit({
          rows: scanner.broken ? null : rows,
          position,
          unpacked,
          count: scanner.rows,
          broken: scanner.broken,
        });
        if (spare) scanner.reuse(spare);
        return true;
      },
      marks,
    );
    if (scanner.fault) return failed(failureOf(plan, scanner.fault, limits));
    if (end === "not-utf8") return { ok: false, notUtf8: true };
    if (end === "too-large") return failed(tooLarge(limits));
    if (end === "bad-packing" || end === "too-tight") return failed(badPacking(end));
  } finally {
    rejected.close();
  }
  return resultOf({ plan, types, limits }, scanner, rejected, { replaced, marks });
}

type Pass = {
  readonly plan: CsvPlan;
  readonly types: readonly (ColumnType | null)[];
  readonly limits: CsvLimits;
};

/** Gives what a pass to the end of the file has found. */
function resultOf(
  { plan, types, limits }: Pass,
  scanner: Scanner,
  rejected: RejectedRows,
  { replaced, marks }: { readonly replaced: ReplacedLines; readonly marks: FileMarks },
): ScanEnd {
  const { firstMisfit } = scanner;
  if (scanner.rows === 0 && firstMisfit) return failed(misfitFailure(plan, firstMisfit));
  if (scanner.rows === 0 && rejected.count > 0)
    return failed({ code: "no-fitting-row", facts: { columns: plan.columns.length } });
  const found = typesFound(plan, types, scanner.checks.masks);
  const kept = plan.columns.filter((column, index) => !isLeftOut(plan, column, found[index] ?? null)).length;
  if (kept > limits.maxColumns) return failed(tooManyColumns(kept, limits));
  const someMeantText = found.some((type, index) => type === "text" && types[index] !== "text");
  return {
    ok: true,
    holds: !scanner.broken && !someMeantText,
    types: found.map((type, index) => (scanner.broken || someMeantText ? type : (types[index] ?? null))),
    masks: [...scanner.checks.masks],
    rows: scanner.rows,
    rejected: { count: rejected.count, sample: rejected.sample },
    emptyRows: scanner.emptyRows,
    filledRows: scanner.filledRows,
    cutRows: scanner.cutRows,
    repeatedHeaders: scanner.others.repeatedHeaders,
    nulBytes: scanner.nulBytes,
    marks: marks.count,
    replaced: { count: replaced.count, lines: replaced.lines },
    breaks: scanner.checks.breaks,
  };
}

/** The types that the cells show; a column that was text stays so. */
function typesFound(
  plan: CsvPlan,
  types: readonly (ColumnType | null)[],
  masks: ArrayLike<number>,
): (ColumnType | null)[] {
  const seen = typesOfColumns(plan.columns, masks, plan.table.made !== null);
  return types.map((type, index) => (type === "text" ? type : (seen[index] ?? null)));
}

function scannerOf(
  plan: CsvPlan,
  types: readonly (ColumnType | null)[],
  limits: CsvLimits,
  rejected: RejectedRows,
): Scanner {
  return new Scanner({
    dialect: plan.dialect,
    layout: plan.layout,
    rule: plan.rule,
    notRows: plan.notRows,
    header: plan.headerText,
    keep: Uint8Array.from(plan.columns, (column, index) => (isLeftOut(plan, column, types[index] ?? null) ? 0 : 1)),
    // A column without a value so far allows none: the first one shows its type.
    types,
    columns: plan.columns,
    onMisfit: plan.onMisfit,
    line: plan.dataLine,
    maxCellBytes: limits.maxCellBytes,
    nativeCells: plan.table.made !== null,
    everyLine: plan.table.made?.kind === "records",
    onReject: ({ raw, ...row }) => rejected.add(row, raw),
  });
}

function failureOf(plan: CsvPlan, { kind, line, column = 0 }: ScanFault, limits: CsvLimits): LoadFailure {
  switch (kind) {
    case "unclosed-quote":
      return { code: kind, facts: { line } };
    case "cell-too-large":
      return { code: kind, facts: { line, maxBytes: limits.maxCellBytes } };
    case "misfit":
      return misfitFailure(plan, { line, column });
  }
}

function misfitFailure({ columns }: CsvPlan, at: { readonly line: number; readonly column: number }): LoadFailure {
  const column = namesOf(columns.map(({ label }) => label))[at.column] ?? "";
  return { code: "cell-misfit", facts: { line: at.line, column, reading: columns[at.column]?.reading ?? "" } };
}

function failed(failure: LoadFailure): ScanEnd {
  return { ok: false, notUtf8: false, failure };
}

/** Writes rejected rows to a file, one JSON object per line with their original text, and remembers the first few. */
export class RejectedRows {
  readonly sample: RejectedRow[] = [];
  count = 0;
  readonly #path: string;
  #file: number | null = null;
  #waiting = "";

  /** The file is created with the first row. `before`: rows that were rejected before. */
  constructor(path: string, before: OpenTable["aside"] = null) {
    this.#path = path;
    if (!before) return;
    copyFileSync(before.path, path);
    this.#file = openSync(path, "a", 0o600);
    this.count = before.count;
    this.sample.push(...before.sample);
  }

  add(row: RejectedRow, raw: Uint8Array): void {
    this.count += 1;
    if (this.sample.length < KEPT_ROWS) this.sample.push(row);
    const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("utf8");
    this.#waiting += `${JSON.stringify({ ...row, text })}\n`;
    if (this.#waiting.length > BUFFERED_CHARACTERS) this.#write();
  }

  close(): void {
    if (this.#waiting !== "") this.#write();
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #write(): void {
    this.#file ??= openSync(this.#path, "w", 0o600);
    writeSync(this.#file, this.#waiting);
    this.#waiting = "";
  }
}
