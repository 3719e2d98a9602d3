import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { Express, Request, Response } from "express";
import { isKnown } from "./send-file.ts";
import type { StreamFormat, StreamQuery } from "#domain/core/ports/stream-query.ts";
import type { Column } from "#domain/core/values/table.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { ConcurrencyLimit } from "#domain/core/budget.ts";
import type { RequestContext, Platform } from "../../platform.ts";
import { ClientLeft } from "../server/departure.ts";
import { excelEndpoint, shortFormEndpoint, streamEndpoint } from "./byte-endpoints.ts";
import { disposition, fileNameOf } from "./file-headers.ts";
import type { EndpointFacts } from "../json-api/endpoint.ts";
import { queryOf } from "../json-api/query.ts";
import { NOT_FOUND, refuse } from "../call-result.ts";
import type { KeyReader } from "../keys/key-credential.ts";
import { type Reader, streamReader } from "../keys/stream-credential.ts";
import { mountByteRoute } from "./mount.ts";
import { listTables } from "./stream-list.ts";
import { answerTransfer, enterOrReplace, type SlowTransfers } from "../server/slow-transfers.ts";
import { sendRefusal } from "../security/refuse-request.ts";
import { atVersion, versionAsked } from "../../versions/version-asked.ts";
import { turnAway } from "./turned-away.ts";

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
    | { readonly ok: true; readonly readable: Readable }
    | { readonly ok: false; readonly reason: "gone" | "too-slow" | "too-large-to-sort" }
  >;
};

export type StreamRouteOptions = {
  readonly platform: Platform;
  readonly keys: KeyReader;
  readonly tables: TableStreams;
  readonly requestContext: (res: Response) => RequestContext;
  /** Open streams, by user: each holds a database connection. */
  readonly streams: ConcurrencyLimit;
  readonly slow: SlowTransfers;
};

/** How often access to a table is checked again while it streams, in milliseconds. */
const RECHECK_MS = 30_000;
export const STREAMS_PER_USER = 6;
const CONTENT_TYPES: Readonly<Record<StreamFormat, string>> = {
  json: "application/json; charset=utf-8",
  ndjson: "application/x-ndjson; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
};
/** What Accept may ask for; the first is what a client gets that takes anything. */
const ACCEPTED: Readonly<Record<string, StreamFormat>> = {
  "application/json": "json",
  "application/x-ndjson": "ndjson",
  "application/ndjson": "ndjson",
  "text/csv": "csv",
};
/** The parameters that do not filter rows. */
const KEEPS_ALL_ROWS = new Set(["table", "api_key", "token", "format", "columns", "order", "count", "bigint"]);
/** A condition such as `eq.2`: a column may be called version or as_of too. */
const CONDITION = /^[a-z]+\./;
const NOT_OPENED = {
  gone: NOT_FOUND,
  "too-slow": refuse("rows-too-slow"),
  "too-large-to-sort": refuse("rows-too-large-to-sort"),
};

/**
 * GET /api/stream/data and /api/stream/data/excel, and the short form /d/<table>.<csv|json|ndjson>. Cookies are ignored
 * here: only keys and tokens count.
 */
export function streamRoutes(app: Express, options: StreamRouteOptions): void {
  const mount = (endpoint: EndpointFacts, { excel = false, shortForm = false } = {}) =>
    mountByteRoute(app, endpoint, (req, res) => serve(options, { req, res, endpoint, excel, shortForm }));
  mount(streamEndpoint);
  mount(excelEndpoint, { excel: true });
  mount(shortFormEndpoint, { shortForm: true });
}

type Call = {
  readonly req: Request;
  readonly res: Response;
  readonly endpoint: EndpointFacts;
  readonly excel: boolean;
  readonly shortForm: boolean;
};

function readerOf({ platform, keys, requestContext }: StreamRouteOptions, { req, res, endpoint }: Call) {
  return streamReader(platform, { keys, endpoint, address: requestContext(res).clientAddress }, req);
}

async function serve(options: StreamRouteOptions, call: Call): Promise<void> {
  const { req, res } = call;
  res.set({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" });
  const reader = await readerOf(options, call);
  if (!reader.ok) return sendRefusal(res, reader);
  if (reader.keyId !== null) res.locals["keyId"] = reader.keyId;
  const params = queryOf(req);
  const short = call.shortForm ? /^(.+)\.(csv|json|ndjson)$/.exec(String(req.params["file"])) : null;
  if (call.shortForm && !short) return sendRefusal(res, NOT_FOUND);
  const twice = short && ["table", "format"].find((name) => params.has(name));
  if (twice) return sendRefusal(res, refuse("said-by-address", { parameter: twice }));
  if (short?.[2]) params.set("format", short[2]);
  const reference = short?.[1] ?? params.get("table");
  if (reference === null) return listTables(options.platform, req, res, reader);
  const release = enterOrReplace(options.streams, options.slow, reader.userId);
  if (!release)
    return turnAway(
      res,
      options.streams,
      refuse("streams-of-user-busy", { limit: STREAMS_PER_USER }),
      refuse("streams-busy"),
    );
  const over = options.slow.watch(answerTransfer(res, release));
  try {
    await stream(options, call, reader, reference, params);
  } finally {
    over();
    release();
  }
}

async function stream(
  options: StreamRouteOptions,
  call: Call,
  reader: Reader,
  reference: string,
  params: URLSearchParams,
): Promise<void> {
  const { req, res, excel } = call;
  const asked = takeVersion(params);
  if (!asked.ok) return sendRefusal(res, asked);
  const now = await readable(options.platform, reader, reference);
  if (now === "missing") return sendRefusal(res, NOT_FOUND);
  if (now === "not-granted") return sendRefusal(res, refuse("access-needed-to-stream"));
  const then = await atVersion(options.platform, { table: now, access: "full" }, asked.value);
  if (!then.ok) return sendRefusal(res, then);
  const found = then.value.table;
  if (!found.current) return sendRefusal(res, refuse(found.kind === "output" ? "not-run-yet" : "rows-loading"));
  const { physical, columns, rows } = found.current;
  const kind = found.kind === "output" ? "pull" : "dataset";
  const parsed = options.tables.parse(params, columns, kind);
  if (!parsed.ok) return sendRefusal(res, refuse("stream-query-invalid", { message: parsed.message }));
  const { query } = parsed;
  const format = query.format ?? (excel ? "csv" : formatWanted(req));
  const zipped = req.acceptsEncodings(["gzip", "identity"]) === "gzip";
  const validators = {
    ETag: tagOf(physical, { format, excel, zipped }, params),
    Vary: "Accept, Accept-Encoding, Authorization",
    "Last-Modified": new Date(found.updatedAt).toUTCString(),
    "Cache-Control": "private, no-cache",
  };
  if (isKnown(req, { etag: validators.ETag, modified: new Date(found.updatedAt) }))
    return void res.set(validators).status(304).end();
  const gone = options.requestContext(res).signal;
  const total = asksForAllRows(params)
    ? rows
    : query.count
      ? await counted(options, reader, physical, query, gone)
      : null;
  if (total === "busy" || total === "too-slow")
    return sendRefusal(res, refuse(total === "busy" ? "counts-busy" : "count-too-slow"));
  const headers = {
    ...validators,
    "Content-Type": CONTENT_TYPES[format],
    "Content-Disposition": disposition(
      excel || format === "csv" ? "attachment" : "inline",
      fileNameOf(found.title, format),
    ),
    ...(total === null ? {} : { "X-Total-Count": String(total) }),
    ...(zipped ? { "Content-Encoding": "gzip" } : {}),
  };
  if (req.method === "HEAD") return void res.set(headers).end();
  await sendRows(options, call, reference, { physical, query, format, excel }, headers, zipped);
}

/** Takes the version that is asked for out of the parameters, so that the rest are those of its rows. */
function takeVersion(params: URLSearchParams): ReturnType<typeof versionAsked> {
  const given = (name: string) => {
    const value = params.get(name);
    if (value === null || CONDITION.test(value)) return {};
    params.delete(name);
    return { [name]: value };
  };
  return versionAsked({ ...given("version"), ...given("as_of") });
}

/** The format that Accept asks for where the address names none. JSON, if it asks for nothing that there is. */
function formatWanted(req: Request): StreamFormat {
  const wanted = req.accepts(Object.keys(ACCEPTED));
  return (wanted && ACCEPTED[wanted]) || "json";
}

/** The ETag of an answer: it differs for other rows, another query or another format. */
function tagOf(
  physical: string,
  { format, excel, zipped }: { readonly format: StreamFormat; readonly excel: boolean; readonly zipped: boolean },
  params: URLSearchParams,
): string {
  const asked = [...params].filter(([name]) => name !== "api_key" && name !== "token").join("&");
  const hash = createHash("sha256").update(`${physical}\n${format}\n${excel}\n${zipped}\n${asked}`);
  return `"${hash.digest("base64url").slice(0, 27)}"`;
}

/** Whether no parameter filters rows. */
function asksForAllRows(params: URLSearchParams): boolean {
  return [...params.keys()].every((name) => KEEPS_ALL_ROWS.has(name));
}

/** Streams the rows, as long as the reader is connected and has access. */
async function sendRows(
  options: StreamRouteOptions,
  call: Call,
  reference: string,
  asked: Omit<Parameters<TableStreams["open"]>[0], "signal">,
  headers: Readonly<Record<string, string>>,
  zipped: boolean,
): Promise<void> {
  const { res } = call;
  const ended = new AbortController();
  const signal = AbortSignal.any([options.requestContext(res).signal, ended.signal]);
  const opened = await options.tables.open({ ...asked, signal });
  if (!opened.ok) return sendRefusal(res, NOT_OPENED[opened.reason]);
  const recheck = setInterval(() => {
    void stillAllowed(options, call, reference).then((allowed) => {
      if (!allowed) ended.abort(new Error("The right to this table was taken away"));
    });
  }, RECHECK_MS);
  try {
    res.set(headers);
    await (zipped
      ? pipeline(opened.readable, createGzip({ level: constants.Z_BEST_SPEED }), res)
      : pipeline(opened.readable, res));
  } catch (error) {
    if (!isClientGone(error)) throw error;
  } finally {
    clearInterval(recheck);
    opened.readable.destroy();
  }
}

async function counted(
  { platform, tables }: StreamRouteOptions,
  reader: Reader,
  physical: string,
  query: StreamQuery,
  gone: AbortSignal,
): Promise<number | "busy" | "too-slow"> {
  const count = await platform.countReads.run(reader.userId, () => tables.count(physical, query, gone), gone);
  return count === "full" ? "busy" : (count ?? 0);
}

async function readable(
  platform: Platform,
  reader: Reader,
  reference: string,
): Promise<TableEntry | "missing" | "not-granted"> {
  const found = await platform.queries.tables.find(reference, reader.userId);
  if (!found) return "missing";
  if (reader.tables !== null && !reader.tables.includes(found.table.name))
    return found.table.isPublic ? "not-granted" : "missing";
  return found.access === "full" ? found.table : "not-granted";
}

async function stillAllowed(options: StreamRouteOptions, call: Call, reference: string): Promise<boolean> {
  try {
    const reader = await readerOf(options, call);
    return reader.ok && typeof (await readable(options.platform, reader, reference)) === "object";
  } catch {
    return true;
  }
}

function isClientGone(error: unknown): boolean {
  return error instanceof ClientLeft || (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
}
