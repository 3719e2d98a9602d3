import type { Express, Request, Response } from "express";
import type { Platform, RequestContext } from "../../platform.ts";
import { type CallResult, refuse, type Refused } from "../call-result.ts";
import { allowedMethods, type EndpointFacts, takesMethod } from "../json-api/endpoint.ts";
import { queryOf } from "../json-api/query.ts";
import type { KeyReader } from "../keys/key-credential.ts";
import { tellReader } from "../keys/note-call.ts";
import { streamReader } from "../keys/stream-credential.ts";
import { requestContext } from "../security/judge-viewer.ts";
import { isApi, isForPrograms, refuseRequest } from "../security/refuse-request.ts";
import { judgeCall, type JudgedCall } from "./judge-call.ts";

/** A request that Express answers, with who asks. */
export type RawCall = { readonly req: Request; readonly res: Response; readonly context: RequestContext };

/** The same after it was judged. `judgeAgain`: judges it for who asks now, while its answer goes on. */
export type OpenCall = RawCall & {
  readonly judged: JudgedCall;
  readonly judgeAgain: (now: RequestContext) => Promise<CallResult<JudgedCall>>;
};

/** An endpoint that Express answers, made by `byteEndpoint` or `fileEndpoint`. It is called only through the gate. */
export type GatedEndpoint = {
  readonly endpoint: EndpointFacts;
  answer(call: OpenCall): Promise<void>;
  /** Sends the refusal of a call that the gate does not let through. */
  refuse(call: RawCall, refused: Refused): Promise<void>;
};

/** What the gate reads keys with. */
export type Gate = { readonly platform: Pick<Platform, "limits" | "queries">; readonly keys: KeyReader };

/**
 * Mounts endpoints: the only way in to a handler. Each call is judged (`judgeCall`) before its handler sees it. Of
 * paths below /api a method that is not here is left to the endpoints that answer with JSON, of other paths it is refused with `Allow`. An
 * address of programs that is no endpoint is a 404. After a fault midway no status can be sent: the connection is cut, so
 * that no client mistakes the rest for a whole file.
 */
export function mountEndpoints(app: Express, gate: Gate, mounted: readonly GatedEndpoint[]): void {
  for (const [path, here] of Map.groupBy(mounted, ({ endpoint }) => endpoint.path)) {
    app.all(expressPath(path), (req, res, next) => {
      const found = here.find(({ endpoint }) => takesMethod(endpoint, req.method));
      if (found)
        return void pass(gate, found, { req, res, context: requestContext(res) }).catch((error: unknown) => {
          if (res.headersSent || res.destroyed) res.destroy(error as Error);
          else next(error);
        });
      if (isApi(req.path)) return next();
      res.set("Allow", allowedMethods(here.map(({ endpoint }) => endpoint)));
      if (req.method === "OPTIONS") return void res.status(204).end();
      refuseRequest(req, res, refuse("method-not-allowed", { method: req.method }));
    });
  }
  app.use((req, res, next) => {
    if (isForPrograms(req.path) && !isApi(req.path)) return refuseRequest(req, res, refuse("no-such-address"));
    next();
  });
}

/** Judges a call, and has its endpoint answer or refuse it. */
async function pass(gate: Gate, found: GatedEndpoint, call: RawCall): Promise<void> {
  const { endpoint } = found;
  const { req, res } = call;
  // Such an address may hold a key.
  if (endpoint.who === "key") res.set({ "Cache-Control": "private, no-store", "Referrer-Policy": "no-referrer" });
  const judge = (context: RequestContext, again: boolean) =>
    judgeCall(endpoint, context, {
      params: req.params,
      search: queryOf(req),
      readKey: () => streamReader(gate, endpoint, req, context.facts, again),
    });
  const judged = await judge(call.context, false);
  if (!judged.ok) return found.refuse(call, judged);
  if (judged.value.reader) tellReader(res, judged.value.reader);
  await found.answer({ ...call, judged: judged.value, judgeAgain: (now) => judge(now, true) });
}

/** Writes a path as Express does. The path of a tile has slashes in it, and those of OData have dollars. */
export function expressPath(path: string): string {
  return path
    .replace(/\$/g, "\\$&")
    .replace("{tile}", ":tile(*)")
    .replace(/\{(\w+)\}/g, ":$1");
}
