import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Express, Request, Response } from "express";
import type { Asking, Platform } from "../platform.ts";
import { ITEM_NOT_FOUND } from "./refusals.ts";

export type UploadedFiles = {
  /** The bytes as they were sent; null when they are gone. */
  original(datasetId: string): Promise<Readable | null>;
  /** Rows that were set aside, one JSON object a line; null when there are none. */
  rejected(datasetId: string, physical: string): Promise<Readable | null>;
};

/**
 * GET /api/assets/{id}/original and /api/assets/{id}/rejected: the file behind a dataset and the rows that were set aside, for
 * whoever may read its rows in full.
 */
export function downloadRoutes(app: Express, platform: Platform, files: UploadedFiles, askingOf: (res: Response) => Asking): void {
  for (const part of ["original", "rejected"] as const) {
    app.all(`/api/assets/:id/${part}`, (req, res, next) => {
      if (req.method !== "GET" && req.method !== "HEAD") {
        res.set("Allow", "GET, HEAD").status(405).json({ error: `${req.method} is not possible here.` });
        return;
      }
      download(platform, files, askingOf(res), part, req, res).catch((error: unknown) => {
        if (res.headersSent) res.destroy();
        else next(error);
      });
    });
  }
}

async function download(platform: Platform, files: UploadedFiles, { viewer }: Asking, part: "original" | "rejected", req: Request, res: Response): Promise<void> {
  const id = String(req.params["id"]);
  const found = await platform.queries.tables.find(id, viewer?.id ?? null);
  if (!found || found.table.kind !== "dataset") return void res.status(404).json({ error: ITEM_NOT_FOUND });
  if (!viewer) return void res.status(401).json({ error: "Please log in to access this page." });
  if (found.access !== "full") return void res.status(403).json({ error: "You have no access to this dataset yet: add it in the DataStore." });
  const item = await platform.queries.catalogue.dataset(id, viewer.id);
  const physical = found.table.current?.physical;
  const source = part === "original" ? await files.original(id) : physical ? await files.rejected(id, physical) : null;
  if (!source || !item) return void res.status(404).json({ error: part === "original" ? "The original file is gone." : "No rows were set aside." });
  const name = part === "original" ? (item.file_name ?? item.table_name) : `${item.table_name}.rejected.jsonl`;
  res.set({
    "Content-Type": part === "original" ? "application/octet-stream" : "application/x-ndjson; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  });
  if (req.method === "HEAD") {
    source.destroy();
    return void res.end();
  }
  await pipeline(source, res);
}
