import type { Express, Request, Response } from "express";
import { STREAMS_PER_USER } from "../http/byte-routes/stream-route.ts";
import { mountByteRoute } from "../http/byte-routes/mount.ts";
import { noteCall } from "../http/keys/note-call.ts";
import { turnAway } from "../http/byte-routes/turned-away.ts";
import { refuse } from "../http/call-result.ts";
import type { EndpointFacts } from "../http/json-api/endpoint.ts";
import { queryOf } from "../http/json-api/query.ts";
import { streamReader } from "../http/keys/stream-credential.ts";
import { ODATA_ROOT, ODATA_VERSION } from "../http/odata-error.ts";
import { sendRefusal } from "../http/security/refuse-request.ts";
import { answerTransfer, enterOrReplace } from "../http/server/slow-transfers.ts";
import { cutText } from "#domain/core/text/text.ts";
import { sendMetadata } from "./metadata.ts";
import type { ODataCall, ODataRouteOptions } from "./odata-call.ts";
import {
  entitySetEndpoint,
  metadataEndpoint,
  ODATA_OPTIONS,
  rowCountEndpoint,
  serviceDocumentEndpoint,
} from "./odata-endpoints.ts";
import { sendCount, sendRow, sendRows } from "./send-rows.ts";
import { sendServiceDocument } from "./service-document.ts";

type Send = (options: ODataRouteOptions, call: ODataCall) => Promise<void>;

/** The tables of a key by OData 4.0, for Excel, Power BI and others. Cookies are ignored: only keys and tokens count. */
export function odataRoutes(app: Express, options: ODataRouteOptions): void {
  const mount = (endpoint: EndpointFacts, send: Send) =>
    mountByteRoute(app, endpoint, (req, res) => serve(options, { req, res, endpoint, send }));
  mount(serviceDocumentEndpoint, sendServiceDocument);
  mount(metadataEndpoint, sendMetadata);
  mount(
    rowCountEndpoint,
    withRoom(async (room, call) => sendCount(room, call, String(call.req.params["set"]))),
  );
  mount(entitySetEndpoint, withRoom(sendSetOrRow));
  app.all(/^\/odata\//, (_req, res) => sendRefusal(res, refuse("no-such-address")));
}

async function sendSetOrRow(options: ODataRouteOptions, call: ODataCall): Promise<void> {
  const [, set, key] = /^([^()]*)\(([^()]*)\)$/.exec(String(call.req.params["set"])) ?? [];
  if (set === undefined || key === undefined) return sendRows(options, call, String(call.req.params["set"]));
  return sendRow(options, call, set, key);
}

async function serve(
  options: ODataRouteOptions,
  { req, res, endpoint, send }: { req: Request; res: Response; endpoint: EndpointFacts; send: Send },
): Promise<void> {
  const { platform, keys, requestContext } = options;
  res.set({
    "OData-Version": ODATA_VERSION,
    "Cache-Control": "private, no-store",
    "Referrer-Policy": "no-referrer",
  });
  const { facts, signal } = requestContext(res);
  const reader = await streamReader(platform, { keys, endpoint, facts }, req);
  if (!reader.ok) return sendRefusal(res, reader);
  if (reader.keyId !== null) res.locals["keyId"] = reader.keyId;
  if (Number(req.get("OData-MaxVersion") ?? ODATA_VERSION) < Number(ODATA_VERSION))
    return sendRefusal(res, refuse("odata-version-too-old"));
  const params = queryOf(req);
  const given = new Map([...params].filter(([name]) => name.startsWith("$")));
  const unknown = [...given.keys()].find((name) => !ODATA_OPTIONS.has(name));
  if (unknown !== undefined)
    return sendRefusal(res, refuse("odata-option-unsupported", { option: cutText(unknown, 60) }));
  const root = `${platform.site.appUrl}${ODATA_ROOT}`;
  await send(options, { req, res, reader, params, options: given, root, signal });
}

/** Answers with rows share the limits of streams. */
function withRoom(send: Send): Send {
  return async (options, call) => {
    const { streams, slow } = options;
    const { res, reader } = call;
    const release = enterOrReplace(streams, slow, reader.userId);
    if (!release)
      return turnAway(
        res,
        streams,
        refuse("streams-of-user-busy", { limit: STREAMS_PER_USER }),
        refuse("streams-busy"),
      );
    const over = slow.watch(answerTransfer(res, release));
    noteCall(options.platform, call.req, res, reader, call.options.has("$skiptoken"));
    try {
      await send(options, call);
    } finally {
      over();
      release();
    }
  };
}
