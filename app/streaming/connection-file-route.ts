import type { Express, Request, Response } from "express";
import { disposition } from "../http/byte-routes/file-headers.ts";
import { mountByteRoute } from "../http/byte-routes/mount.ts";
import { NOT_FOUND, refuse } from "../http/call-result.ts";
import type { EndpointFacts } from "../http/json-api/endpoint.ts";
import { NO_PARAMETERS, queryOf, unknownParameter } from "../http/json-api/query.ts";
import { weakKey } from "../http/keys/key-refusals.ts";
import { beyondLimits } from "../http/keys/within-limits.ts";
import { sendRefusal } from "../http/security/refuse-request.ts";
import type { Platform, RequestContext } from "../platform.ts";
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

export type ConnectionFileOptions = {
  readonly platform: Platform;
  readonly requestContext: (res: Response) => RequestContext;
};

/** The files that open a table in Excel and Power BI, for those who may read its rows in full. */
export function connectionFileRoutes(app: Express, options: ConnectionFileOptions): void {
  for (const endpoint of [odcEndpoint, pbidsEndpoint])
    mountByteRoute(app, endpoint, (req, res) => sendFile(options, endpoint, req, res));
}

async function sendFile(
  { platform, requestContext }: ConnectionFileOptions,
  endpoint: typeof odcEndpoint | typeof pbidsEndpoint,
  req: Request,
  res: Response,
): Promise<void> {
  const { viewer, key } = requestContext(res);
  const table = String(req.params["tableName"]);
  const refused = weakKey(endpoint, key) ?? beyondLimits(endpoint, key, { params: { tableName: table } });
  if (refused) return sendRefusal(res, refused);
  if (!viewer) return sendRefusal(res, refuse("login-needed"));
  const found = await platform.queries.tables.find(table, viewer.id);
  if (!found) return sendRefusal(res, NOT_FOUND);
  if (found.access !== "full") return sendRefusal(res, refuse("access-needed"));
  const unknown = unknownParameter(queryOf(req), []);
  if (unknown !== null) return sendRefusal(res, refuse("parameter-unknown", { message: unknown }));
  const { name, current } = found.table;
  const origin = platform.site.appUrl;
  const isExcel = endpoint === odcEndpoint;
  res
    .set({
      "Content-Type": isExcel ? `${ODC}; charset=utf-8` : PBIDS,
      "Content-Disposition": disposition("attachment", `${name}.${isExcel ? "odc" : "pbids"}`),
      "Cache-Control": "private, no-store",
    })
    .send(Buffer.from(isExcel ? odcFile({ origin, table: name, columns: current?.columns ?? [] }) : pbidsFile(origin)));
}
