import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Express } from "express";
import type { UserRow } from "#projections/users/queries.ts";
import { exportEndpoint } from "../../http/byte-routes/byte-endpoints.ts";
import { disposition } from "../../http/byte-routes/file-headers.ts";
import { type ByteCall, mountByteRoute } from "../../http/byte-routes/mount.ts";
import { turnAway } from "../../http/byte-routes/turned-away.ts";
import { refuse } from "../../http/call-result.ts";
import { queryOf, unknownParameter } from "../../http/json-api/query.ts";
import { weakKey } from "../../http/keys/key-refusals.ts";
import { sendRefusal } from "../../http/security/refuse-request.ts";
import { waitForPlace } from "../../http/server/wait-for-place.ts";
import { answerTransfer } from "../../http/server/slow-transfers.ts";
import type { Platform } from "../../platform.ts";
import { accountSections } from "./account-sections.ts";

/** GET /api/users/me/export: all that is known of the viewer, as one JSON file that is made while it is sent. */
export function exportRoute(app: Express, platform: Platform): void {
  mountByteRoute(app, {
    endpoint: exportEndpoint,
    may: ({ context: { viewer, key } }) =>
      Promise.resolve(weakKey(exportEndpoint, key) ?? (viewer ? { ok: true, value: viewer } : refuse("login-needed"))),
    send: (call, viewer) => sendExport(platform, viewer, call),
  });
}

async function sendExport(
  platform: Platform,
  viewer: UserRow,
  { req, res, context: { signal } }: ByteCall,
): Promise<void> {
  const { limit: downloads, slow } = platform.downloads;
  const unknown = unknownParameter(queryOf(req), []);
  if (unknown !== null) return sendRefusal(res, refuse("parameter-unknown", { message: unknown }));
  const release = await waitForPlace(downloads, slow, viewer.id, signal);
  if (!release) return turnAway(res, downloads, refuse("downloads-of-user-busy"), refuse("downloads-busy"));
  const over = slow.watch(answerTransfer(res, release));
  try {
    res.set({
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": disposition("attachment", "my-data.json"),
      "Cache-Control": "no-store",
    });
    if (req.method === "HEAD") return void res.end();
    await pipeline(Readable.from(exportText(platform, viewer)), res);
  } finally {
    over();
    release();
  }
}

async function* exportText(platform: Platform, viewer: UserRow): AsyncIterable<string> {
  const { id, name, email, plan, roles } = viewer;
  yield `{"account":${JSON.stringify({ id, name, email, plan, roles })}`;
  for (const [section, items] of Object.entries(accountSections(platform, viewer))) {
    yield `,\n"${section}":[`;
    let between = "\n";
    for await (const item of items) {
      yield between + JSON.stringify(item);
      between = ",\n";
    }
    yield "]";
  }
  yield "}\n";
}
