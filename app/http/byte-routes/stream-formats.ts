import { createHash } from "node:crypto";
import type { Request } from "express";
import { STREAM_FORMATS, type StreamFormat, type StreamQuery, XLSX_ROWS } from "#domain/core/ports/stream-query.ts";

export const CONTENT_TYPES: Readonly<Record<StreamFormat, string>> = {
  json: "application/json; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
};
/** What Accept may ask for; the first is what a client gets that takes anything. */
const ACCEPTED: Readonly<Record<string, StreamFormat>> = {
  "application/json": "json",
  "application/x-ndjson": "ndjson",
  "application/ndjson": "ndjson",
  "text/csv": "csv",
  [CONTENT_TYPES.xlsx]: "xlsx",
  [CONTENT_TYPES.parquet]: "parquet",
};
/** These are compressed already. */
const COMPRESSED: ReadonlySet<StreamFormat> = new Set(["xlsx", "parquet"]);
const SHORT_FORM = new RegExp(`^(.+?)(?:@([1-9]\\d{0,8}))?\\.(${STREAM_FORMATS.join("|")})$`);
/** The parameters that do not choose rows. */
const KEEPS_ALL_ROWS = new Set(["table", "api_key", "token", "format", "columns", "order", "count", "bigint"]);
/** The parameters that change nothing in a Parquet file. */
const KEEPS_WHOLE_FILE = new Set(["table", "api_key", "token", "format", "count"]);

/** What `<table>[@<version>].<format>` asks for; null for another address. */
export function readShortForm(file: string) {
  const [, table, version, format] = SHORT_FORM.exec(file) ?? [];
  if (table === undefined || format === undefined) return null;
  return { table, version: version === undefined ? null : Number(version), format: format as StreamFormat };
}

/** The format that Accept asks for where the address names none. JSON, if it asks for nothing that there is. */
export function formatWanted(req: Request): StreamFormat {
  const wanted = req.accepts(Object.keys(ACCEPTED));
  return (wanted && ACCEPTED[wanted]) || "json";
}

/** Whether to compress with gzip: only where it is asked for, and helps. */
export function isZipped(req: Request, format: StreamFormat): boolean {
  return !COMPRESSED.has(format) && req.acceptsEncodings(["gzip", "identity"]) === "gzip";
}

/** Whether no parameter filters rows. */
export function asksForAllRows(params: URLSearchParams): boolean {
  return [...params.keys()].every((name) => KEEPS_ALL_ROWS.has(name));
}

/** Whether the stored file of a version is what these parameters ask for. */
export function asksForWholeFile(params: URLSearchParams): boolean {
  return [...params.keys()].every((name) => KEEPS_WHOLE_FILE.has(name));
}

/** The ETag of an answer: it differs for other rows, another query or another format. */
export function tagOf(
  physical: string,
  { format, excel, zipped }: { readonly format: StreamFormat; readonly excel: boolean; readonly zipped: boolean },
  params: URLSearchParams,
): string {
  const asked = [...params].filter(([name]) => name !== "api_key" && name !== "token").join("&");
  const hash = createHash("sha256").update(`${physical}\n${format}\n${excel}\n${zipped}\n${asked}`);
  return `"${hash.digest("base64url").slice(0, 27)}"`;
}

/** How many rows a sheet will have. Counts those that match filters only if there may be too many. */
export async function rowsOfSheet<Failure extends string>(
  { limit, offset, filters }: StreamQuery,
  most: number | Failure,
  count: () => Promise<number | Failure>,
): Promise<number | Failure> {
  const sent = (rows: number) => Math.min(Math.max(0, rows - offset), limit ?? Infinity);
  if (typeof most !== "number") return most;
  if (filters.length === 0 || sent(most) < XLSX_ROWS) return sent(most);
  const matching = await count();
  return typeof matching === "number" ? sent(matching) : matching;
}
