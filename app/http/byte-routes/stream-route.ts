import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { Request, Response } from "express";
import { isKnown } from "./send-file.ts";
import { type StreamFormat, type StreamQuery, XLSX_ROWS } from "#domain/core/ports/stream-query.ts";
import type { Column, TableVersion } from "#domain/core/values/table.ts";
import type { VersionAsked } from "#projections/tables/version-queries.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import type { Platform } from "../../platform.ts";
import { isDeparture } from "../server/departure.ts";
import { excelEndpoint, shortFormEndpoint, streamEndpoint } from "./byte-endpoints.ts";
import { disposition, fileNameOf } from "./file-headers.ts";
import { queryOf } from "../json-api/query.ts";
import { type CallResult, NOT_FOUND, refuse, type Refused } from "../call-result.ts";
import { byteEndpoint, type ByteCall } from "../gate/byte-endpoint.ts";
import type { GatedEndpoint } from "../gate/mount-endpoints.ts";
import type { Reader } from "../keys/stream-credential.ts";
import { noteCall, tellRefused, tellTable } from "../keys/note-call.ts";
import { type ParquetRouteOptions, sendParquet } from "./parquet-file.ts";
import {
  asksForAllRows,
  asksForWholeFile,
  CONTENT_TYPES,
  formatWanted,
  isZipped,
  readShortForm,
  rowsOfSheet,
  tagOf,
} from "./stream-formats.ts";
import { readableTable } from "./readable-table.ts";
import { listTables } from "./stream-list.ts";
import type { SlowTransfers } from "../server/slow-transfers.ts";
import { refuseRequest } from "../security/refuse-request.ts";
import { noRowsYet } from "../../versions/no-rows-yet.ts";
import { atVersion, takeVersion } from "../../versions/version-asked.ts";
import { STREAMS_FULL, withPlace } from "./with-place.ts";

/** Reads tables as streams. */
export type TableStreams = {
  parse(
    params: URLSearchParams,
    columns: readonly Column[],
    kind: "dataset" | "pull",
  ): { readonly ok: true; readonly query: StreamQuery } | { readonly ok: false; readonly message: string };
  /** Null: the table is gone. "too-slow": counting took longer than a few seconds. Throws the signal's reason when it aborts. */
  count(physical: string, query: StreamQuery, signal: AbortSignal): Promise<number | "too-slow" | null>;
  /**
   * Resolves when the first rows have arrived; "too-slow": they did not arrive in time; "too-large-to-sort": sorting
   * needs too much room. Throws the signal's reason if it aborts first.
   */
  open(request: {
    readonly physical: string;
    readonly query: StreamQuery;
    readonly format: StreamFormat;
    readonly excel: boolean;
    readonly signal: AbortSignal;
  }): Promise<
    | { readonly ok: true; readonly readable: Readable; readonly rows: () => number }
    | { readonly ok: false; readonly reason: "gone" | "too-slow" | "too-large-to-sort" }
  >;
};

export type StreamRouteOptions = {
  readonly platform: Platform;
  readonly tables: TableStreams;
  /** Open streams, by user: each holds a database connection. */
  readonly streams: ConcurrencyLimit;
  readonly slow: SlowTransfers;
  readonly parquet: ParquetRouteOptions;
};

const NO_COPY = "private, no-store";
const SHOWN_IN_BROWSER: ReadonlySet<StreamFormat> = new Set(["json", "ndjson"]);
const NOT_OPENED = {
  gone: NOT_FOUND,
  "too-slow": refuse("rows-too-slow"),
  "too-large-to-sort": refuse("rows-too-large-to-sort"),
};

/**
 * GET /api/stream/data and /api/stream/data/excel, and the short form /d/<table>[@<version>].<format>. Cookies are
 * ignored here: only keys and tokens count.
 */
export function streamEndpoints(options: StreamRouteOptions): readonly GatedEndpoint[] {
  const made = (endpoint: Endpoint) =>
    byteEndpoint(endpoint, {
      may: (call) => mayRead(options, endpoint === shortFormEndpoint, call),
      send: ({ req, res, reader, context: { signal } }, permit) => {
        // A token is for spreadsheets: under the short address it asks for their form of CSV too.
        const excel = endpoint === excelEndpoint || (endpoint === shortFormEndpoint && reader.keyId === null);
        return serve(options, { req, res, signal, excel }, { ...permit, reader });
      },
    });
  return [made(streamEndpoint), made(excelEndpoint), made(shortFormEndpoint)];
}

type Endpoint = typeof streamEndpoint | typeof excelEndpoint | typeof shortFormEndpoint;

/** `excel`: as Excel opens it. `once`: a person's download, of which nothing keeps a copy. */
export type RowsCall = {
  readonly req: Request;
  readonly res: Response;
  readonly signal: AbortSignal;
  readonly excel: boolean;
  readonly once?: boolean;
};

/** The table that is asked for; null: the list of tables. */
type Permit = { readonly short: ReturnType<typeof readShortForm>; readonly now: TableEntry | null };

async function mayRead(
  { platform }: StreamRouteOptions,
  shortForm: boolean,
  { req, res, reader, again }: ByteCall<Endpoint>,
): Promise<CallResult<Permit>> {
  const short = shortForm ? readShortForm(String(req.params["file"])) : null;
  if (shortForm && !short) return NOT_FOUND;
  const reference = short?.table ?? queryOf(req).get("table");
  if (reference === null) return { ok: true, value: { short, now: null } };
  if (!again) noteCall(platform, req, res, reader);
  const now = await readableTable(platform, reader, reference);
  if (typeof now === "object") return { ok: true, value: { short, now } };
  if (!again) await tellRefused(platform, res, reference);
  return now === "missing" ? NOT_FOUND : refuse("access-needed-to-stream");
}

async function serve(
  options: StreamRouteOptions,
  call: RowsCall,
  { reader, short, now }: Permit & { readonly reader: Reader },
): Promise<void> {
  const { req, res } = call;
  const params = queryOf(req);
  const twice = short && ["table", "format"].find((name) => params.has(name));
  if (twice) return refuseRequest(res.req, res, refuse("said-by-address", { parameter: twice }));
  if (short) params.set("format", short.format);
  if (now === null) return listTables(options.platform, req, res, reader);
  const version = takeVersion(params, short?.version ?? null);
  if (!version.ok) return refuseRequest(res.req, res, version);
  await sendTable(options, call, {
    userId: reader.userId,
    now,
    version: version.value,
    isVersioned: Boolean(short?.version),
    params,
  });
}

/** Sends the rows that are asked for, to who may read them. */
export async function sendTable(options: StreamRouteOptions, call: RowsCall, asked: Asked): Promise<void> {
  if (wantsStoredFile(call, asked.params)) return sendStored(options, call, asked);
  const { streams: limit, slow } = options;
  await withPlace(call.res, { limit, slow, owner: asked.userId, left: call.signal }, STREAMS_FULL, () =>
    stream(options, call, asked),
  );
}

type Asked = {
  readonly userId: string;
  readonly now: TableEntry;
  /** null: the current one. */
  readonly version: VersionAsked | null;
  /** The address itself names the version, so that its file never changes. */
  readonly isVersioned: boolean;
  readonly params: URLSearchParams;
};

function wantsStoredFile({ req, excel }: RowsCall, params: URLSearchParams): boolean {
  const format = params.get("format") ?? (excel ? "csv" : formatWanted(req));
  return format === "parquet" && asksForWholeFile(params);
}

/** The table with the version that is read; or why it is not sent. */
async function versionRead(
  { platform }: StreamRouteOptions,
  { now, version }: Asked,
): Promise<Refused | { readonly ok: true; readonly found: TableEntry; readonly table: TableVersion }> {
  const then = await atVersion(platform, { table: now, access: "full" }, version);
  if (!then.ok) return then;
  const { table: found } = then.value;
  return found.current ? { ok: true, found, table: found.current } : noRowsYet(platform, found);
}

async function sendStored(options: StreamRouteOptions, { req, res, once }: RowsCall, asked: Asked): Promise<void> {
  const found = await versionRead(options, asked);
  if (!found.ok) return refuseRequest(res.req, res, found);
  tellTable(res, found.found, found.found.version);
  const parsed = options.tables.parse(asked.params, found.table.columns, kindOf(found.found));
  if (!parsed.ok) return refuseRequest(res.req, res, refuse("stream-query-invalid", { message: parsed.message }));
  return sendParquet(options.parquet, req, res, {
    userId: asked.userId,
    table: found.table,
    title: found.found.title,
    cacheControl: once ? NO_COPY : asked.isVersioned ? "private, max-age=31536000, immutable" : "private, no-cache",
  });
}

function kindOf({ kind }: TableEntry): "pull" | "dataset" {
  return kind === "output" ? "pull" : "dataset";
}

async function stream(options: StreamRouteOptions, call: RowsCall, asked: Asked): Promise<void> {
  const { req, res, excel } = call;
  const { params } = asked;
  const opened = await versionRead(options, asked);
  if (!opened.ok) return refuseRequest(res.req, res, opened);
  const { found, table } = opened;
  tellTable(res, found, found.version);
  const { physical, rows } = table;
  const parsed = options.tables.parse(params, table.columns, kindOf(found));
  if (!parsed.ok) return refuseRequest(res.req, res, refuse("stream-query-invalid", { message: parsed.message }));
  const { query } = parsed;
  const format = query.format ?? (excel ? "csv" : formatWanted(req));
  const zipped = isZipped(req, format);
  const validators = {
    ETag: tagOf(physical, { format, excel, zipped }, params),
    Vary: "Accept, Accept-Encoding, Authorization",
    "Last-Modified": new Date(found.updatedAt).toUTCString(),
    "Cache-Control": call.once ? NO_COPY : "private, no-cache",
    "Accept-Ranges": "none",
  };
  if (isKnown(req, { etag: validators.ETag, modified: new Date(found.updatedAt) }))
    return void res.set(validators).status(304).end();
  const count = () => counted(options, asked.userId, physical, query, call.signal);
  const total = asksForAllRows(params) ? rows : query.count ? await count() : null;
  const inSheet = format === "xlsx" ? await rowsOfSheet(query, total ?? rows, count) : 0;
  const refused = [total, inSheet].find((found) => found === "busy" || found === "too-slow");
  if (refused !== undefined)
    return refuseRequest(res.req, res, refuse(refused === "busy" ? "counts-busy" : "count-too-slow"));
  if (Number(inSheet) >= XLSX_ROWS)
    return refuseRequest(res.req, res, refuse("sheet-too-long", { rows: Number(inSheet) }));
  const headers = {
    ...validators,
    "Content-Type": CONTENT_TYPES[format],
    "Content-Disposition": disposition(
      call.once || excel || !SHOWN_IN_BROWSER.has(format) ? "attachment" : "inline",
      fileNameOf(found.title, format),
    ),
    ...(total === null ? {} : { "X-Total-Count": String(total) }),
    ...(zipped ? { "Content-Encoding": "gzip" } : {}),
  };
  if (req.method === "HEAD") return void res.set(headers).end();
  await sendRows(options, call, { physical, query, format, excel }, headers, zipped);
}

async function sendRows(
  options: StreamRouteOptions,
  { res, signal }: RowsCall,
  asked: Omit<Parameters<TableStreams["open"]>[0], "signal">,
  headers: Readonly<Record<string, string>>,
  zipped: boolean,
): Promise<void> {
  const opened = await options.tables.open({ ...asked, signal });
  if (!opened.ok) return refuseRequest(res.req, res, NOT_OPENED[opened.reason]);
  try {
    res.set(headers);
    res.once("finish", () => (res.locals["rowsSent"] = opened.rows()));
    await (zipped
      ? pipeline(opened.readable, createGzip({ level: constants.Z_BEST_SPEED }), res)
      : pipeline(opened.readable, res));
  } catch (error) {
    if (!isDeparture(error)) throw error;
  } finally {
    opened.readable.destroy();
  }
}

async function counted(
  { platform, tables }: StreamRouteOptions,
  userId: string,
  physical: string,
  query: StreamQuery,
  gone: AbortSignal,
): Promise<number | "busy" | "too-slow"> {
  const count = await platform.countReads.run(userId, () => tables.count(physical, query, gone), gone);
  return count === "full" ? "busy" : (count ?? 0);
}
