import type { TableEntry } from "#projections/tables/queries.ts";
import { disposition } from "../http/byte-routes/file-headers.ts";
import { type CallResult, NOT_FOUND, refuse } from "../http/call-result.ts";
import { byteEndpoint, type ByteCall } from "../http/gate/byte-endpoint.ts";
import type { GatedEndpoint } from "../http/gate/mount-endpoints.ts";
import type { EndpointFacts } from "../http/json-api/endpoint.ts";
import { NO_PARAMETERS } from "../http/json-api/query.ts";
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

type Endpoint = typeof odcEndpoint | typeof pbidsEndpoint;

/** The files that open a table in Excel and Power BI, for those who may read its rows in full. */
export function connectionFileEndpoints(platform: Platform): readonly GatedEndpoint[] {
  const made = (endpoint: Endpoint) =>
    byteEndpoint(endpoint, {
      may: (call) => mayOpen(platform, call),
      send: async (call, table) => sendFile(platform, endpoint === odcEndpoint, table, call),
    });
  return [made(odcEndpoint), made(pbidsEndpoint)];
}

async function mayOpen(
  { queries }: Platform,
  { viewer, params: { tableName } }: ByteCall<Endpoint>,
): Promise<CallResult<TableEntry>> {
  const found = await queries.tables.find(tableName, viewer.id);
  if (!found) return NOT_FOUND;
  return found.access === "full" ? { ok: true, value: found.table } : refuse("access-needed");
}

function sendFile(
  platform: Platform,
  isExcel: boolean,
  { name, current }: TableEntry,
  { res }: ByteCall<Endpoint>,
): void {
  const origin = platform.site.appUrl;
  res
    .set({
      "Content-Type": isExcel ? `${ODC}; charset=utf-8` : PBIDS,
      "Content-Disposition": disposition("attachment", `${name}.${isExcel ? "odc" : "pbids"}`),
      "Cache-Control": "private, no-store",
    })
    .send(Buffer.from(isExcel ? odcFile({ origin, table: name, columns: current?.columns ?? [] }) : pbidsFile(origin)));
}
