import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { UserRow } from "#projections/users/queries.ts";
import { exportEndpoint } from "../../http/byte-routes/byte-endpoints.ts";
import { disposition } from "../../http/byte-routes/file-headers.ts";
import { DOWNLOADS_FULL, withPlace } from "../../http/byte-routes/with-place.ts";
import { byteEndpoint } from "../../http/gate/byte-endpoint.ts";
import type { GatedEndpoint } from "../../http/gate/mount-endpoints.ts";
import type { Platform } from "../../platform.ts";
import { accountSections } from "./account-sections.ts";

/** GET /api/users/me/export: all that is known of the viewer, as one JSON file that is made while it is sent. */
export function exportRoute(platform: Platform): GatedEndpoint {
  return byteEndpoint(exportEndpoint, {
    send: ({ req, res, viewer, context: { signal } }) =>
      withPlace(res, { ...platform.downloads, owner: viewer.id, left: signal }, DOWNLOADS_FULL, async () => {
        res.set({
          "Content-Type": "application/json; charset=utf-8",
          "Content-Disposition": disposition("attachment", "my-data.json"),
          "Cache-Control": "no-store",
        });
        if (req.method === "HEAD") return void res.end();
        await pipeline(Readable.from(exportText(platform, viewer)), res);
      }),
  });
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
