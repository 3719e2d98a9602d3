import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";
import type { Express, Request, Response } from "express";
import type { Column } from "#domain/core/table.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import type { Platform } from "../platform.ts";
import { ITEM_NOT_FOUND } from "./refusals.ts";
import { credentialOf, type KeyReader, type Reader } from "./stream-credential.ts";

type StreamFormat = "json" | "ndjson" | "csv";
export type StreamQuery = { readonly format: StreamFormat | null; readonly count: boolean };

/** Reads tables out as streams; the query's inner shape is the data plane's own. */
export type TableStreams<Q extends StreamQuery = StreamQuery> = {
  parse(params: URLSearchParams, columns: readonly Column[], kind: "dataset" | "pull"): { readonly ok: true; readonly query: Q } | { readonly ok: false; readonly message: string };
  count(physical: string, query: Q): Promise<number | null>;
  open(request: { readonly physical: string; readonly query: Q; readonly format: StreamFormat; readonly excel: boolean; readonly signal: AbortSignal }): Promise<
    | { readonly ok: true; readonly contentType: string; readonly readable: Readable; fileName(title: string): string }
    | { readonly ok: false; readonly reason: "gone" }
  >;
};

export type StreamRouteOptions<Q extends StreamQuery> = {
  readonly platform: Platform;
  readonly keys: KeyReader;
  readonly tables: TableStreams<Q>;
};

/** How often the right to a table is checked again while it streams, in milliseconds. */
const RECHECK_MS = 30_000;
/** Streams that one user may have open at a time: each holds a database connection. */
const MOST_AT_A_TIME = 6;

/**
 * GET /api/stream/data and /api/stream/data/excel, and the short form /d/<table>.<csv|json|ndjson>. Cookies count for nothing
 * here: only keys and tokens.
 */
export function streamRoutes<Q extends StreamQuery>(app: Express, options: StreamRouteOptions<Q>): void {
  const open = new Map<string, number>();
  const handle = (excel: boolean, shortForm: boolean) => (req: Request, res: Response, next: (error: unknown) => void) => {
    if (req.method !== "GET" && req.method !== "HEAD") {
      res.set("Allow", "GET, HEAD").status(405).json({ error: `${req.method} is not possible here.` });
      return;
    }
    serve(options, open, { req, res, excel, shortForm }).catch((error: unknown) => {
      // Midway there is no status left to say it with: a cut connection is what no client takes for a whole file.
      if (res.headersSent) res.destroy();
      else next(error);
    });
  };
  app.all("/api/stream/data", handle(false, false));
  app.all("/api/stream/data/excel", handle(true, false));
  app.all("/d/:file", handle(false, true));
}

type Call = { readonly req: Request; readonly res: Response; readonly excel: boolean; readonly shortForm: boolean };

async function serve<Q extends StreamQuery>(options: StreamRouteOptions<Q>, open: Map<string, number>, call: Call): Promise<void> {
  const { req, res } = call;
  res.set({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" });
  const reader = await credentialOf(req, options.keys);
  if (!reader) {
    res.set("WWW-Authenticate", 'Basic realm="Tributary", charset="UTF-8"');
    res.status(401).json({ error: "A valid key is needed: generate one under Manage, Stream Data, and send it as api_key or as a Bearer token." });
    return;
  }
  const params = new URL(req.originalUrl, "http://local.invalid").searchParams;
  const short = call.shortForm ? /^(.+)\.(csv|json|ndjson)$/.exec(String(req.params["file"])) : null;
  if (call.shortForm && !short) return void res.status(404).json({ error: ITEM_NOT_FOUND });
  if (short?.[2]) params.set("format", short[2]);
  const reference = short?.[1] ?? params.get("table");
  if (reference === null) return list(options, call, reader);
  const running = open.get(reader.userId) ?? 0;
  if (running >= MOST_AT_A_TIME) {
    res.set("Retry-After", "5").status(429).json({ error: `At most ${MOST_AT_A_TIME} streams can run at a time for one user.` });
    return;
  }
  open.set(reader.userId, running + 1);
  try {
    await stream(options, call, reader, reference, params);
  } finally {
    const left = (open.get(reader.userId) ?? 1) - 1;
    if (left > 0) open.set(reader.userId, left);
    else open.delete(reader.userId);
  }
}

/** Without a table: what this key can read. */
async function list<Q extends StreamQuery>({ platform }: StreamRouteOptions<Q>, { res }: Call, reader: Reader): Promise<void> {
  const tables = await platform.queries.tables.readableBy(reader.userId);
  const path = "/api/stream/data";
  res.json(
    tables
      .filter(({ name }) => reader.tables === null || reader.tables.includes(name))
      .map(({ name, title, kind, current }) => ({
        table: name,
        title,
        kind,
        rows: current?.rows ?? 0,
        columns: current?.columns.map((column) => ({ name: column.name, label: column.label, type: column.type })) ?? [],
        url: `${platform.site.appUrl}${path}?table=${encodeURIComponent(name)}`,
      })),
  );
}

async function stream<Q extends StreamQuery>(options: StreamRouteOptions<Q>, call: Call, reader: Reader, reference: string, params: URLSearchParams): Promise<void> {
  const { req, res, excel } = call;
  const found = await readable(options.platform, reader, reference);
  if (found === "missing") return void res.status(404).json({ error: ITEM_NOT_FOUND });
  if (found === "not-granted") {
    return void res.status(403).json({ error: "You have no access to this dataset yet: add it in the DataStore, then stream it with the same key." });
  }
  if (!found.current) return void res.status(409).json({ error: found.kind === "output" ? "The connector has not been run yet." : "The rows are still being loaded." });
  const { physical, columns, rows } = found.current;
  const kind = found.kind === "output" ? "pull" : "dataset";
  const parsed = options.tables.parse(params, columns, kind);
  if (!parsed.ok) return void res.status(400).json({ error: parsed.message });
  const { query } = parsed;
  const format = query.format ?? (excel ? "csv" : "json");
  const zipped = req.acceptsEncodings(["gzip", "identity"]) === "gzip";

  const etag = `"${createHash("sha256").update(`${physical}\n${format}\n${excel}\n${zipped}\n${[...params].filter(([name]) => name !== "api_key" && name !== "token").join("&")}`).digest("base64url").slice(0, 27)}"`;
  res.set({ ETag: etag, Vary: "Accept-Encoding", "Last-Modified": new Date(found.updatedAt).toUTCString(), "Cache-Control": "private, no-cache" });
  if (req.headers["if-none-match"]?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)) return void res.status(304).end();
  const whole = [...params.keys()].every((name) => ["table", "api_key", "token", "format", "columns", "order", "count"].includes(name));
  if (whole) res.set("X-Total-Count", String(rows));
  else if (query.count) res.set("X-Total-Count", String((await options.tables.count(physical, query)) ?? 0));

  const ended = new AbortController();
  const opened = await options.tables.open({ physical, query, format, excel, signal: ended.signal });
  if (!opened.ok) return void res.status(404).json({ error: ITEM_NOT_FOUND });
  const fileName = opened.fileName(found.title);
  res.set({
    "Content-Type": opened.contentType,
    "Content-Disposition": `${excel || format === "csv" ? "attachment" : "inline"}; filename="${fileName.replace(/[^\x20-\x7e]|["\\]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  });
  if (zipped) res.set("Content-Encoding", "gzip");
  if (req.method === "HEAD") {
    opened.readable.on("error", () => undefined).destroy();
    return void res.end();
  }
  const recheck = setInterval(() => {
    void stillAllowed(options, req, reference, physical).then((allowed) => {
      if (!allowed) ended.abort(new Error("The right to this table was taken away"));
    });
  }, RECHECK_MS);
  try {
    if (zipped) await pipeline(opened.readable, createGzip({ level: constants.Z_BEST_SPEED }), res);
    else await pipeline(opened.readable, res);
  } catch (error) {
    if (!isClientGone(error)) throw error;
  } finally {
    clearInterval(recheck);
  }
}

async function readable(platform: Platform, reader: Reader, reference: string): Promise<TableEntry | "missing" | "not-granted"> {
  const found = await platform.queries.tables.find(reference, reader.userId);
  if (!found) return "missing";
  if (reader.tables !== null && !reader.tables.includes(found.table.name)) return found.table.isPublic ? "not-granted" : "missing";
  return found.access === "full" ? found.table : "not-granted";
}

async function stillAllowed<Q extends StreamQuery>(options: StreamRouteOptions<Q>, req: Request, reference: string, _physical: string): Promise<boolean> {
  try {
    const reader = await credentialOf(req, options.keys);
    return reader !== null && typeof (await readable(options.platform, reader, reference)) === "object";
  } catch {
    return true;
  }
}

function isClientGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ERR_STREAM_PREMATURE_CLOSE";
}
