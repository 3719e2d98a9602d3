import { readdirSync } from "node:fs";
import path from "node:path";
import type { NextFunction, RequestHandler, Response } from "express";
import { takesEncoding } from "../takes-encoding.ts";

/** The forms in which the build keeps a file, the smallest first. */
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

/**
 * The browser's files of a build. Those below `assets` have a hash in their names, so a browser asks once. A file is
 * sent as the build compressed it, if the browser takes that. A request for part of a file gets the file as it is.
 */
export function serveAssets(folder: string): RequestHandler {
  // A build never changes, so that a page costs no look at the disk.
  const files = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/")),
  );
  return (req, res, next) => {
    const name = req.path.slice(1);
    if (!files.has(name) || isCompressed(name) || (req.method !== "GET" && req.method !== "HEAD")) return next();
    const encoded = ENCODINGS.filter(([, ending]) => files.has(name + ending));
    const chosen = encoded.find(([encoding]) => req.headers.range === undefined && takesEncoding(req, encoding));
    res.type(path.extname(name));
    if (encoded.length > 0) res.vary("Accept-Encoding");
    if (chosen) res.set("Content-Encoding", chosen[0]);
    sendFile(res, path.join(folder, name + (chosen?.[1] ?? "")), name.startsWith("assets/"), next);
  };
}

function sendFile(res: Response, file: string, hashed: boolean, next: NextFunction): void {
  const caching = hashed ? { immutable: true, maxAge: "1y" } : { maxAge: "1h" };
  // What fails here is a client that left, which leaves nothing to say.
  res.sendFile(file, { ...caching, dotfiles: "allow" }, (error) => {
    if (error && !res.headersSent) next();
  });
}

function isCompressed(name: string): boolean {
  return ENCODINGS.some(([, ending]) => name.endsWith(ending));
}
