import { STREAM_FORMATS, type StreamFormat } from "#domain/core/ports/stream-query.ts";
import type { TableEntry } from "#projections/tables/queries.ts";
import { takeVersion } from "../../versions/version-asked.ts";
import { type CallResult, NOT_FOUND, refuse } from "../call-result.ts";
import { byteEndpoint, type ByteCall } from "../gate/byte-endpoint.ts";
import type { GatedEndpoint } from "../gate/mount-endpoints.ts";
import type { EndpointFacts } from "../json-api/endpoint.ts";
import { NO_PARAMETERS, queryOf } from "../json-api/query.ts";
import { isOpenedHere } from "../security/same-origin.ts";
import { refuseRequest } from "../security/refuse-request.ts";
import { CONTENT_TYPES } from "./stream-formats.ts";
import { sendTable, type StreamRouteOptions } from "./stream-route.ts";

const facts = {
  method: "GET",
  who: "user",
  scope: "session",
  query: NO_PARAMETERS,
  openQuery: "filters",
  body: null,
  answers: { 200: { types: Object.values(CONTENT_TYPES), about: "the rows as a file" } },
} as const;

/** The rows of a dataset as a file. It belongs to pages, so it is not in the table of the API. */
export const datasetDownloadEndpoint = {
  ...facts,
  path: "/dataset_profile/{id}/download.{format}",
  about: "dataset",
  summary: "The rows of a dataset as a file, for a person who is logged in.",
} as const satisfies EndpointFacts;

/** The same for any table, by its name: the output tables of connections. */
export const tableDownloadEndpoint = {
  ...facts,
  path: "/table/{id}/download.{format}",
  about: "table",
  summary: "The rows of a table as a file, for a person who is logged in.",
} as const satisfies EndpointFacts;

type Endpoint = typeof datasetDownloadEndpoint | typeof tableDownloadEndpoint;

/**
 * GET /dataset_profile/{id}/download.{format} and /table/{name}/download.{format}: what a page shows of a table as a file, by
 * the session. The parameters are those of a stream; `sort` is the page's name of `order`.
 */
export function tableDownloadEndpoints(options: StreamRouteOptions): readonly GatedEndpoint[] {
  const made = (endpoint: Endpoint) =>
    byteEndpoint(endpoint, {
      may: (call) => mayDownload(options, endpoint, call),
      send: (call, table) => sendDownload(options, call, table),
    });
  return [made(datasetDownloadEndpoint), made(tableDownloadEndpoint)];
}

type Permit = { readonly now: TableEntry; readonly format: StreamFormat };

/** Another site cannot have a browser download what its user may read. */
async function mayDownload(
  { platform: { queries, site } }: StreamRouteOptions,
  endpoint: Endpoint,
  { viewer, params, context }: ByteCall<Endpoint>,
): Promise<CallResult<Permit>> {
  if (!isOpenedHere(context.facts, site.appUrl)) return refuse("foreign-site");
  const format = STREAM_FORMATS.find((each) => each === params.format);
  const found = format && (await queries.tables.find(params.id, viewer.id));
  if (!found || (endpoint === datasetDownloadEndpoint && found.table.kind !== "dataset")) return NOT_FOUND;
  return found.access === "full" ? { ok: true, value: { now: found.table, format } } : refuse("access-needed");
}

async function sendDownload(
  options: StreamRouteOptions,
  { req, res, viewer, context: { signal } }: ByteCall<Endpoint>,
  { now, format }: Permit,
): Promise<void> {
  const params = queryOf(req);
  const said = ["table", "format"].find((name) => params.has(name));
  if (said) return refuseRequest(req, res, refuse("said-by-address", { parameter: said }));
  const sort = params.get("sort");
  if (sort !== null && !params.has("order")) {
    params.delete("sort");
    params.set("order", sort);
  }
  params.set("format", format);
  const version = takeVersion(params, null);
  if (!version.ok) return refuseRequest(req, res, version);
  await sendTable(
    options,
    { req, res, signal, excel: false, once: true },
    { userId: viewer.id, now, version: version.value, isVersioned: false, params },
  );
}
