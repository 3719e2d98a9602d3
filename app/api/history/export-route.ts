import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Subject } from "#domain/use-cases/history/subject.ts";
import { readableSubject } from "../../history/history-calls.ts";
import { historyFile } from "../../history/history-file.ts";
import { CONTENT_TYPES } from "../../http/byte-routes/stream-formats.ts";
import { disposition } from "../../http/byte-routes/file-headers.ts";
import { DOWNLOADS_FULL, withPlace } from "../../http/byte-routes/with-place.ts";
import { byteEndpoint, type ByteCall } from "../../http/gate/byte-endpoint.ts";
import type { GatedEndpoint } from "../../http/gate/mount-endpoints.ts";
import type { Platform } from "../../platform.ts";
import { exportHistoryEndpoint } from "./export-endpoint.ts";
import { askedOf } from "./history-query.ts";

/** GET /api/history/{kind}/{id}/export: a whole history as a file, for those who may read it. */
export function historyExportRoute(platform: Platform): GatedEndpoint {
  return byteEndpoint(exportHistoryEndpoint, {
    may: ({ viewer, params }) => readableSubject(platform, viewer, params),
    send: (call, subject) =>
      withPlace(
        call.res,
        { ...platform.downloads, owner: call.viewer.id, left: call.context.signal },
        DOWNLOADS_FULL,
        () => sendHistory(platform, subject, call),
      ),
  });
}

async function sendHistory(
  platform: Platform,
  subject: Subject,
  { req, res, viewer, query: { format, ...filter } }: ByteCall<typeof exportHistoryEndpoint>,
): Promise<void> {
  const asked = await askedOf(platform, viewer, subject, filter);
  res.set({
    "Content-Type": CONTENT_TYPES[format],
    "Content-Disposition": disposition("attachment", `history-${subject.kind}-${subject.id}.${format}`),
    "Cache-Control": "no-store",
  });
  if (req.method === "HEAD") return void res.end();
  await pipeline(Readable.from(historyFile(platform, viewer, subject, asked, format)), res);
}
