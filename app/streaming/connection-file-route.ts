import type { Express } from "express";
import type { TableEntry } from "#projections/tables/queries.ts";
import { disposition } from "../http/byte-routes/file-headers.ts";
import { type ByteCall, mountByteRoute } from "../http/byte-routes/mount.ts";
import { type CallResult, NOT_FOUND, refuse } from "../http/call-result.ts";
import type { EndpointFacts } from "../http/json-api/endpoint.ts";
import { NO_PARAMETERS, queryOf, unknownParameter } from "../http/json-api/query.ts";
import { weakKey } from "../http/keys/key-refusals.ts";
import { beyondLimits } from "../http/keys/within-limits.ts";
import { sendRefusal } from "../http/security/refuse-request.ts";
import type { Platform } from "../platform.ts";
import { odcFile, pbidsFile } from "./connection-files.ts";

const ODC = "text/x-ms-odc";
const PBIDS = "application/octet-stream";
const files = { method: "GET", who: "user", about: "table", query: NO_PARAMETERS, body: null } as const;

export const odcEndpoint = {
  ...files,
  path: "/api/assets/table/{tableName}/odc",
  summary: "A file that Excel opens as a query of a table. It holds no key.",
  answers: { 200: { types: [ODC], about: "the file" } },
} as const satisfies EndpointFacts;

export const pbidsEndpoint = {
  ...files,
  path: "/api/assets/table/{tableName}/pbids",
  summary: "A file that Power BI opens as the feed of your tables. It holds no key.",
  answers: { 200: { types: [PBIDS], about: "the file" } },
} as const satisfies EndpointFacts;

/** The files that open a table in Excel and Power BI, for those who may read its rows in full. */
export function connectionFileRoutes(app: Express, platform: Platform): void {
  for (const endpoint of [odcEndpoint, pbidsEndpoint])
    mountByteRoute(app, {
      endpoint,
      may: (call) => mayOpen(platform, endpoint, call),
      send: (call, table) => sendFile(platform, endpoint === odcEndpoint, table, call),
    });
}

async function mayOpen(
  { queries }: Platform,
  endpoint: typeof odcEndpoint | typeof pbidsEndpoint,
  { req, context: { viewer, key } }: ByteCall,
): Promise<CallResult<TableEntry>> {
  const tableName = String(req.params["tableName"]);
  const refused = weakKey(endpoint, key) ?? beyondLimits(endpoint, key, { params: { tableName } });
  if (refused) return refused;
  if (!viewer) return refuse("login-needed");
  const found = await queries.tables.find(tableName, viewer.id);
  if (!found) return NOT_FOUND;
  return found.access === "full" ? { ok: true, value: found.table } : refuse("access-needed");
}

async function sendFile(
  platform: Platform,
  isExcel: boolean,
  { name, current }: TableEntry,
  { req, res }: ByteCall,
): Promise<void> {
  const unknown = unknownParameter(queryOf(req), []);
  if (unknown !== null) return sendRefusal(res, refuse("parameter-unknown", { message: unknown }));
  const origin = platform.site.appUrl;
  res
    .set({
      "Content-Type": isExcel ? `${ODC}; charset=utf-8` : PBIDS,
      "Content-Disposition": disposition("attachment", `${name}.${isExcel ? "odc" : "pbids"}`),
      "Cache-Control": "private, no-store",
    })
    .send(Buffer.from(isExcel ? odcFile({ origin, table: name, columns: current?.columns ?? [] }) : pbidsFile(origin)));
}
