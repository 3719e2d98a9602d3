import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import fresh from "fresh";
import { refuse } from "../call-result.ts";
import { refuseRequest } from "../security/refuse-request.ts";

/** A file that can be sent in parts. */
export type StoredFile = {
  readonly bytes: number;
  /** From and to which byte, both included. */
  read(range?: { readonly start: number; readonly end: number }): Readable;
  /** Closes it, whether or not it was read. */
  close(): Promise<void>;
};

/** What identifies the bytes, however often they are asked for. */
export type Validators = { readonly etag: string; readonly modified: Date };

/**
 * Sends a file whole, or the one part that Range asks for (RFC 9110): 206, or 416 for a part that is not there. With
 * If-Range only if the client's first part is of this file; 304 if the client has all of it. Several parts at once are
 * answered with the whole file.
 */
export async function sendFile(
  req: Request,
  res: Response,
  file: StoredFile,
  { etag, modified }: Validators,
  { cacheControl = "private, no-cache" }: { readonly cacheControl?: string } = {},
) {
  res.set({
    "Accept-Ranges": "bytes",
    "Cache-Control": cacheControl,
    ETag: etag,
    "Last-Modified": modified.toUTCString(),
    Vary: "Cookie, Authorization",
  });
  if (isKnown(req, { etag, modified })) return void res.status(304).end();
  const part = partAsked(req, file.bytes, { etag, modified });
  if (part === "not-there") {
    for (const name of ["Content-Disposition", "Content-Type", "ETag", "Last-Modified"]) res.removeHeader(name);
    res.set("Content-Range", `bytes */${file.bytes}`);
    return refuseRequest(res.req, res, refuse("range-beyond-end", { bytes: file.bytes }));
  }
  if (part) res.status(206).set("Content-Range", `bytes ${part.start}-${part.end}/${file.bytes}`);
  res.set("Content-Length", String(part ? part.end - part.start + 1 : file.bytes));
  if (req.method === "HEAD" || file.bytes === 0) return void res.end();
  const source = part ? file.read(part) : file.read();
  try {
    await pipeline(source, res);
  } finally {
    // `pipeline` leaves its source open if the client left before it began.
    source.destroy();
  }
}

/**
 * Whether the client has these bytes, by If-None-Match or else by If-Modified-Since. Clients that ask for that send
 * `Cache-Control: no-cache` beside it, which is about caches in between.
 */
export function isKnown({ headers }: Pick<Request, "headers">, { etag, modified }: Validators): boolean {
  const asked = {
    "if-none-match": headers["if-none-match"],
    "if-modified-since": headers["if-modified-since"],
  };
  return fresh(asked, { etag, "last-modified": modified.toUTCString() });
}

/** Parts as RFC 9110 writes them; anything else is ignored. */
const BYTES = /^bytes=(?:\d+-\d*|-\d+)(?:\s*,\s*(?:\d+-\d*|-\d+))*$/;

type Part = { readonly start: number; readonly end: number };

function partAsked(req: Request, bytes: number, validators: Validators): Part | "not-there" | null {
  if (req.method !== "GET" || !BYTES.test(req.headers.range ?? "")) return null;
  if (!isSame(req.headers["if-range"], validators)) return null;
  const ranges = req.range(bytes);
  if (ranges === -1) return "not-there";
  if (ranges === undefined || ranges === -2 || ranges.type !== "bytes" || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

/** Whether If-Range names this file; a weak tag names none. */
function isSame(ifRange: string | string[] | undefined, { etag, modified }: Validators): boolean {
  if (ifRange === undefined) return true;
  const named = String(ifRange).trim();
  return named.includes('"') ? named === etag : named === modified.toUTCString();
}
