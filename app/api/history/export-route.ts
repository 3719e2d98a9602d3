import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Express, Request, Response } from "express";
import { readableSubject } from "../../history/history-calls.ts";
import { historyFile } from "../../history/history-file.ts";
import { CONTENT_TYPES } from "../../http/byte-routes/stream-formats.ts";
import { disposition } from "../../http/byte-routes/file-headers.ts";
import { mountByteRoute } from "../../http/byte-routes/mount.ts";
import { turnAway } from "../../http/byte-routes/turned-away.ts";
import { refuse } from "../../http/call-result.ts";
import { queryOf, readQuery } from "../../http/json-api/query.ts";
import { weakKey } from "../../http/keys/key-refusals.ts";
import { beyondLimits } from "../../http/keys/within-limits.ts";
import { sendRefusal } from "../../http/security/refuse-request.ts";
import { answerTransfer, enterOrReplace } from "../../http/server/slow-transfers.ts";
import type { Platform, RequestContext } from "../../platform.ts";
import { exportHistoryEndpoint } from "./export-endpoint.ts";
import { askedOf } from "./history-query.ts";

type HistoryExportOptions = {
  readonly platform: Platform;
  readonly requestContext: (res: Response) => RequestContext;
};

/** GET /api/history/{kind}/{id}/export: a whole history as a file, for those who may read it. */
export function historyExportRoute(app: Express, options: HistoryExportOptions): void {
  mountByteRoute(app, exportHistoryEndpoint, (req, res) => sendHistory(options, req, res));
}

async function sendHistory(options: HistoryExportOptions, req: Request, res: Response): Promise<void> {
  const { platform } = options;
  const { limit: downloads, slow } = platform.downloads;
  const { viewer, key } = options.requestContext(res);
  const params = { kind: String(req.params["kind"]), id: String(req.params["id"]) };
  const refused = weakKey(exportHistoryEndpoint, key) ?? beyondLimits(exportHistoryEndpoint, key, { params });
  if (refused) return sendRefusal(res, refused);
  if (!viewer) return sendRefusal(res, refuse("login-needed"));
  const query = readQuery(queryOf(req), exportHistoryEndpoint.query);
  if (!query.ok) return sendRefusal(res, query);
  const subject = await readableSubject(platform, viewer, params);
  if (!subject.ok) return sendRefusal(res, subject);
  const release = enterOrReplace(downloads, slow, viewer.id);
  if (!release) return turnAway(res, downloads, refuse("downloads-of-user-busy"), refuse("downloads-busy"));
  const over = slow.watch(answerTransfer(res, release));
  const { format, ...filter } = query.value;
  try {
    const asked = await askedOf(platform, viewer, subject.value, filter);
    res.set({
      "Content-Type": CONTENT_TYPES[format],
      "Content-Disposition": disposition("attachment", `history-${params.kind}-${params.id}.${format}`),
      "Cache-Control": "no-store",
    });
    if (req.method === "HEAD") return void res.end();
    await pipeline(Readable.from(historyFile(platform, viewer, subject.value, asked, format)), res);
  } finally {
    over();
    release();
  }
}
