import type { IncomingMessage } from "node:http";
import type { RowsFault, RowsReader } from "#domain/core/ports/uploads.ts";
import { Readable } from "node:stream";
import type { Column } from "#domain/core/values/table.ts";
import { readingOfType } from "#domain/dataset/schema.ts";
import { refuse, type Refused, refusedAs } from "../../call-result.ts";
import { type FormLimits, type ReceivedForm, watchBody } from "../receive-form.ts";
import type { Receive } from "../upload-port.ts";

/** The name of a file of rows that were sent without one. */
const PASTED_ROWS = "rows.csv";

/** Most bytes of rows in a body; more come as a file. */
export const MAX_ROWS_BYTES = 5_000_000;

const TYPES = {
  "application/json": "json",
  "application/x-ndjson": "lines",
  "application/ndjson": "lines",
  "text/csv": "table",
  "text/tab-separated-values": "table",
} as const;
type RowsType = (typeof TYPES)[keyof typeof TYPES];

/** What the body of rows is; null: nothing that can be read. */
export function rowsType(req: IncomingMessage): RowsType | null {
  const type = req.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  return Object.hasOwn(TYPES, type) ? TYPES[type as keyof typeof TYPES] : null;
}

/** Reads rows and passes them to `store` as a CSV file. They are small, so they are held in memory. */
export async function receiveRows(
  req: IncomingMessage,
  store: Receive,
  limits: FormLimits & {
    readonly type: RowsType;
    readonly columns: readonly Column[];
    readonly reader: RowsReader;
  },
): Promise<ReceivedForm | Refused> {
  const body = await bodyWithin(req, limits);
  if (!Buffer.isBuffer(body)) return body;
  if (body.length === 0) return refuse("rows-missing");
  if (limits.type === "table") return storeRows({ fields: new Map() }, body.toString("utf8"), store);
  const rows = await limits.reader.rowsAsCsv(body, limits.type === "lines", limits.columns);
  if (rows === null) return refuse("preview-too-slow");
  if (!rows.ok) return refusedRows(rows.fault);
  // Values of JSON are written as their types are, not in the notation of the files.
  const columns = Object.fromEntries(limits.columns.map(({ name, type }) => [name, readingOfType(type)]));
  return storeRows({ fields: new Map() }, rows.csv, store, columns);
}

function refusedRows(fault: RowsFault): Refused {
  switch (fault.code) {
    case "rows-too-many":
      return refuse(fault.code, { limit: fault.limit });
    case "row-not-object":
      return refuse(fault.code, { row: fault.row });
    case "row-column-unknown":
      return refuse(fault.code, { row: fault.row, column: fault.column });
    case "rows-missing":
    case "rows-not-json":
      return refuse(fault.code);
  }
}

/** Stores rows of a request as its file. `columns`: how they are read; absent: as the dataset says. */
export async function storeRows(
  { fields }: Pick<ReceivedForm, "fields">,
  rows: string,
  store: Receive,
  columns?: Readonly<Record<string, string>>,
): Promise<ReceivedForm | Refused> {
  const file = await store(Readable.from([Buffer.from(rows)]), new AbortController().signal);
  if (!file.ok) return refusedAs(file.refusal);
  const { bytes, sha256 } = file;
  const rowsRead = { ownDialect: true as const, ...(columns ? { columns } : {}) };
  return { ok: true, fields, fileName: PASTED_ROWS, file: { bytes, sha256 }, rowsRead };
}

async function bodyWithin(req: IncomingMessage, limits: FormLimits): Promise<Buffer | Refused> {
  let fault: Refused | null = null;
  const cut = Promise.withResolvers<never>();
  cut.promise.catch(() => undefined);
  const unwatch = watchBody(req, limits, (found) => {
    fault ??= found;
    cut.reject(new Error(found.error));
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    const read = async () => {
      for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > MAX_ROWS_BYTES) return refuse("body-too-large", { bytes: MAX_ROWS_BYTES });
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    };
    return await Promise.race([read(), cut.promise]);
  } catch (error) {
    if (fault !== null) return fault;
    throw error;
  } finally {
    unwatch();
  }
}
