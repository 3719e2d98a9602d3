import type { Express, Response } from "express";
import { STREAMS_PER_USER } from "../http/byte-routes/stream-route.ts";
import { type ByteCall, mountByteRoute } from "../http/byte-routes/mount.ts";
import { readableTable } from "../http/byte-routes/readable-table.ts";
import { noteCall, tellReader, tellRefused } from "../http/keys/note-call.ts";
import { turnAway } from "../http/byte-routes/turned-away.ts";
import { type CallResult, NOT_FOUND, refuse } from "../http/call-result.ts";
import type { EndpointFacts } from "../http/json-api/endpoint.ts";
import { queryOf } from "../http/json-api/query.ts";
import { streamReader } from "../http/keys/stream-credential.ts";
import { ODATA_ROOT, ODATA_VERSION } from "../http/odata-error.ts";
import { sendRefusal } from "../http/security/refuse-request.ts";
import { answerTransfer } from "../http/server/slow-transfers.ts";
import { waitForPlace } from "../http/server/wait-for-place.ts";
import { cutText } from "#domain/core/text/text.ts";
import { sendMetadata } from "./metadata.ts";
import type { ODataCall, ODataRouteOptions } from "./odata-call.ts";
import {
  entitySetEndpoint,
  metadataEndpoint,
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
export function odataRoutes(app: Express, options: ODataRouteOptions): void {
  const mount = (endpoint: EndpointFacts, send: Send) =>
    mountByteRoute(app, {
      endpoint,
      may: (call) => mayRead(options, endpoint, call),
      send: (call, permit) => serve(options, endpoint, send, call, permit),
    });
  mount(serviceDocumentEndpoint, sendServiceDocument);
  mount(metadataEndpoint, sendMetadata);
  mount(rowCountEndpoint, withRoom(sendCount));
  mount(entitySetEndpoint, withRoom(sendSetOrRow));
  app.all(/^\/odata\//, (_req, res) => sendRefusal(res, refuse("no-such-address")));
}

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

type Permit = Pick<ODataCall, "reader" | "table">;

async function mayRead(
  { platform, keys }: ODataRouteOptions,
  endpoint: EndpointFacts,
  { req, res, context: { facts }, again }: ByteCall,
): Promise<CallResult<Permit>> {
  if (!again)
    res.set({
      "OData-Version": ODATA_VERSION,
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
    });
  const reader = await streamReader(platform, { keys, endpoint, facts }, req, again);
  if (!reader.ok) return reader;
  tellReader(res, reader);
  const set = req.params["set"];
  if (set === undefined) return { ok: true, value: { reader, table: null } };
  const reference = ROW.exec(set)?.[1] ?? set;
  if (!again) noteCall(platform, req, res, reader, queryOf(req).has("$skiptoken"));
  const found = await readableTable(platform, reader, reference);
  if (typeof found === "object") return { ok: true, value: { reader, table: found } };
  if (!again) await tellRefused(platform, res, reference);
  return found === "missing" ? NOT_FOUND : refuse("access-needed-to-stream");
}

async function serve(
  options: ODataRouteOptions,
  endpoint: EndpointFacts,
  send: Send,
  { req, res, context: { signal } }: ByteCall,
  { reader, table }: Permit,
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
  return async (options, call) => {
    const { streams, slow } = options;
    const { res, reader } = call;
    const release = await waitForPlace(streams, slow, reader.userId, call.signal);
    if (!release)
      return turnAway(
        res,
        streams,
        refuse("streams-of-user-busy", { limit: STREAMS_PER_USER }),
        refuse("streams-busy"),
      );
    const over = slow.watch(answerTransfer(res, release));
    try {
      await send(options, call);
    } finally {
      over();
      release();
    }
  };
}
