import type { Response } from "express";
import type { TableEntry } from "#projections/tables/queries.ts";
import { readableTable } from "../http/byte-routes/readable-table.ts";
import { noteCall, tellRefused } from "../http/keys/note-call.ts";
import { STREAMS_FULL, withPlace } from "../http/byte-routes/with-place.ts";
import { type CallResult, NOT_FOUND, refuse } from "../http/call-result.ts";
import { byteEndpoint, type ByteCall } from "../http/gate/byte-endpoint.ts";
import type { GatedEndpoint } from "../http/gate/mount-endpoints.ts";
import { queryOf } from "../http/json-api/query.ts";
import { ODATA_ROOT, ODATA_VERSION } from "../http/odata-error.ts";
import { sendRefusal } from "../http/security/refuse-request.ts";
import { cutText } from "#domain/core/text/text.ts";
import { sendMetadata } from "./metadata.ts";
import type { ODataCall, ODataRouteOptions } from "./odata-call.ts";
import {
  entitySetEndpoint,
  metadataEndpoint,
  type odataEndpoints,
  rowCountEndpoint,
  rowEndpoint,
  serviceDocumentEndpoint,
  unknownOption,
} from "./odata-endpoints.ts";
import { sendGroups } from "./send-groups.ts";
import { sendCount, sendRow, sendRows } from "./send-rows.ts";
import { sendServiceDocument } from "./service-document.ts";

type Send = (options: ODataRouteOptions, call: ODataCall) => Promise<void>;

/** The tables of a key by OData 4.0, for Excel, Power BI and others. Cookies are ignored: only keys and tokens count. */
export function odataRoutes(options: ODataRouteOptions): readonly GatedEndpoint[] {
  const made = (endpoint: Endpoint, send: Send) =>
    byteEndpoint(endpoint, {
      may: (call) => mayRead(options, call),
      send: (call, table) => serve(options, endpoint, send, call, table),
    });
  return [
    made(serviceDocumentEndpoint, sendServiceDocument),
    made(metadataEndpoint, sendMetadata),
    made(rowCountEndpoint, withRoom(sendCount)),
    made(entitySetEndpoint, withRoom(sendSetOrRow)),
  ];
}

type Endpoint = (typeof odataEndpoints)[number];
type Call = ByteCall<Endpoint>;

/** Table and row of a path such as `t(5)`. */
const ROW = /^([^()]*)\(([^()]*)\)$/;

async function sendSetOrRow(options: ODataRouteOptions, call: ODataCall): Promise<void> {
  const key = ROW.exec(String(call.req.params["set"]))?.[2];
  if (key === undefined) return call.options.has("$apply") ? sendGroups(options, call) : sendRows(options, call);
  const unknown = unknownOption(rowEndpoint, call.options);
  return unknown === undefined ? sendRow(options, call, key) : refuseOption(call.res, unknown);
}

function refuseOption(res: Response, option: string): void {
  sendRefusal(res, refuse("odata-option-unsupported", { option: cutText(option, 60) }));
}

/** The table that the address names; null: it names none. */
async function mayRead(
  { platform }: ODataRouteOptions,
  { req, res, reader, again }: Call,
): Promise<CallResult<TableEntry | null>> {
  if (!again) res.set("OData-Version", ODATA_VERSION);
  const set = req.params["set"];
  if (set === undefined) return { ok: true, value: null };
  const reference = ROW.exec(set)?.[1] ?? set;
  if (!again) noteCall(platform, req, res, reader, queryOf(req).has("$skiptoken"));
  const found = await readableTable(platform, reader, reference);
  if (typeof found === "object") return { ok: true, value: found };
  if (!again) await tellRefused(platform, res, reference);
  return found === "missing" ? NOT_FOUND : refuse("access-needed-to-stream");
}

async function serve(
  options: ODataRouteOptions,
  endpoint: Endpoint,
  send: Send,
  { req, res, reader, context: { signal } }: Call,
  table: TableEntry | null,
): Promise<void> {
  if (Number(req.get("OData-MaxVersion") ?? ODATA_VERSION) < Number(ODATA_VERSION))
    return sendRefusal(res, refuse("odata-version-too-old"));
  const params = queryOf(req);
  const given = new Map([...params].filter(([name]) => name.startsWith("$")));
  const unknown = unknownOption(endpoint, given);
  if (unknown !== undefined) return refuseOption(res, unknown);
  const root = `${options.platform.site.appUrl}${ODATA_ROOT}`;
  await send(options, { req, res, reader, table, params, options: given, root, signal });
}

/** Answers with rows share the limits of streams. */
function withRoom(send: Send): Send {
  return (options, call) => {
    const { streams: limit, slow } = options;
    const place = { limit, slow, owner: call.reader.userId, left: call.signal };
    return withPlace(call.res, place, STREAMS_FULL, () => send(options, call));
  };
}
