import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Express } from "express";
import type { Subject } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { readableSubject } from "../../history/history-calls.ts";
import { historyFile } from "../../history/history-file.ts";
import { CONTENT_TYPES } from "../../http/byte-routes/stream-formats.ts";
import { disposition } from "../../http/byte-routes/file-headers.ts";
import { type ByteCall, mountByteRoute } from "../../http/byte-routes/mount.ts";
import { turnAway } from "../../http/byte-routes/turned-away.ts";
import { type CallResult, refuse } from "../../http/call-result.ts";
import { queryOf, readQuery } from "../../http/json-api/query.ts";
import { weakKey } from "../../http/keys/key-refusals.ts";
import { beyondLimits } from "../../http/keys/within-limits.ts";
import { waitForPlace } from "../../http/server/wait-for-place.ts";
import { answerTransfer } from "../../http/server/slow-transfers.ts";
import type { Platform } from "../../platform.ts";
import { exportHistoryEndpoint } from "./export-endpoint.ts";
import { askedOf } from "./history-query.ts";

/** GET /api/history/{kind}/{id}/export: a whole history as a file, for those who may read it. */
export function historyExportRoute(app: Express, platform: Platform): void {
  mountByteRoute(app, {
    endpoint: exportHistoryEndpoint,
    may: (call) => mayExport(platform, call),
    send: (call, permit) => sendHistory(platform, permit, call),
  });
}

const queryAsked = (req: ByteCall["req"]) => readQuery(queryOf(req), exportHistoryEndpoint.query);

type Permit = {
  readonly viewer: UserRow;
  readonly subject: Subject;
  readonly query: Extract<ReturnType<typeof queryAsked>, { readonly ok: true }>["value"];
};

async function mayExport(platform: Platform, { req, context: { viewer, key } }: ByteCall): Promise<CallResult<Permit>> {
  const params = { kind: String(req.params["kind"]), id: String(req.params["id"]) };
  const refused = weakKey(exportHistoryEndpoint, key) ?? beyondLimits(exportHistoryEndpoint, key, { params });
  if (refused) return refused;
  if (!viewer) return refuse("login-needed");
  const query = queryAsked(req);
  if (!query.ok) return query;
  const subject = await readableSubject(platform, viewer, params);
  return subject.ok ? { ok: true, value: { viewer, subject: subject.value, query: query.value } } : subject;
}

async function sendHistory(
  platform: Platform,
  { viewer, subject, query }: Permit,
  { req, res, context: { signal } }: ByteCall,
): Promise<void> {
  const { limit: downloads, slow } = platform.downloads;
  const release = await waitForPlace(downloads, slow, viewer.id, signal);
  if (!release) return turnAway(res, downloads, refuse("downloads-of-user-busy"), refuse("downloads-busy"));
  const over = slow.watch(answerTransfer(res, release));
  const { format, ...filter } = query;
  try {
    const asked = await askedOf(platform, viewer, subject, filter);
    res.set({
      "Content-Type": CONTENT_TYPES[format],
      "Content-Disposition": disposition("attachment", `history-${subject.kind}-${subject.id}.${format}`),
      "Cache-Control": "no-store",
    });
    if (req.method === "HEAD") return void res.end();
    await pipeline(Readable.from(historyFile(platform, viewer, subject, asked, format)), res);
  } finally {
    over();
    release();
  }
}
