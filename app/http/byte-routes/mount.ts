import { sendRefusal } from "../security/refuse-request.ts";
import type { Express, Request, Response } from "express";
import { refuse } from "../call-result.ts";
import { allowedMethods, type EndpointFacts } from "../json-api/endpoint.ts";

/**
 * Mounts an endpoint that Express answers. After a fault midway no status can be sent: the connection is cut, so that
 * no client mistakes the rest for a whole file.
 */
export function mountByteRoute(
  app: Express,
  endpoint: EndpointFacts,
  handle: (req: Request, res: Response) => Promise<void>,
): void {
  // The path of a tile has slashes in it, and those of OData have dollars.
  const path = endpoint.path
    .replace(/\$/g, "\\$&")
    .replace("{tile}", ":tile(*)")
    .replace(/\{(\w+)\}/g, ":$1");
  app.all(path, (req, res, next) => {
    const allow = allowedMethods([endpoint]);
    if (!allow.split(", ").includes(req.method)) {
      return sendRefusal(res.set("Allow", allow), refuse("method-not-allowed", { method: req.method }));
    }
    handle(req, res).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) res.destroy();
      else next(error);
    });
  });
}
