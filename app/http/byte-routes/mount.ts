import type { Express, Request, Response } from "express";
import type { RequestContext } from "../../platform.ts";
import { type CallResult, refuse } from "../call-result.ts";
import { allowedMethods, type EndpointFacts } from "../json-api/endpoint.ts";
import { needs, needsOnly } from "../rights/watch-answer.ts";
import { requestContext } from "../security/judge-viewer.ts";
import { refuseRequest } from "../security/refuse-request.ts";

/** A request for bytes, with who asks. `again`: its answer is being sent, and its rights are looked at again. */
export type ByteCall = {
  readonly req: Request;
  readonly res: Response;
  readonly context: RequestContext;
  readonly again: boolean;
};

type ByteRoute<Permit> = {
  readonly endpoint: Pick<EndpointFacts, "method" | "path" | "who">;
  /**
   * Whether the request may have what it asks for: everything that a right of the asker decides, and nothing else. It
   * is asked again while the answer goes on.
   */
  may(call: ByteCall): Promise<CallResult<Permit>>;
  send(call: ByteCall, permit: Permit): Promise<void>;
};

/**
 * Mounts an endpoint that Express answers. What it sends it has a permit for, and when `may` gives none any more the
 * answer ends. After that, and after a fault midway, no status can be sent: the connection is cut, so that no client
 * mistakes the rest for a whole file.
 */
export function mountByteRoute<Permit>(app: Express, { endpoint, may, send }: ByteRoute<Permit>): void {
  const answer = async (req: Request, res: Response): Promise<void> => {
    const call = { req, res, context: requestContext(res), again: false };
    const permit = await may(call);
    if (!permit.ok) return refuseRequest(req, res, permit);
    if (req.method === "GET") {
      const mayStill = async (context: RequestContext) => (await may({ ...call, context, again: true })).ok;
      // Who reads with a key for streams has no session, whatever the cookie is.
      if (endpoint.who === "key") needsOnly(res, () => mayStill(call.context));
      else needs(res, mayStill);
    }
    await send(call, permit.value);
  };
  // The path of a tile has slashes in it, and those of OData have dollars.
  const path = endpoint.path
    .replace(/\$/g, "\\$&")
    .replace("{tile}", ":tile(*)")
    .replace(/\{(\w+)\}/g, ":$1");
  app.all(path, (req, res, next) => {
    const allow = allowedMethods([endpoint]);
    if (!allow.split(", ").includes(req.method)) {
      return refuseRequest(req, res.set("Allow", allow), refuse("method-not-allowed", { method: req.method }));
    }
    answer(req, res).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) res.destroy(error as Error);
      else next(error);
    });
  });
}
