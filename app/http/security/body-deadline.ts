import type { RequestHandler } from "express";
import { refuseRequest } from "./refuse-request.ts";

/** As long as 12 MB take at 0.3 Mbit/s. */
const BODY_MS = 300_000;

/** Ends requests whose body has not come in time. Uploads have a pace of their own. */
export function bodyDeadline({ isUpload, ms = BODY_MS }: { readonly isUpload: (path: string) => boolean; readonly ms?: number }): RequestHandler {
  return (req, res, next) => {
    const hasBody = req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
    if (!hasBody || isUpload(req.path)) return next();
    const timer = setTimeout(() => {
      if (req.complete || req.destroyed) return;
      if (res.headersSent) return void req.socket.destroy();
      res.set("Connection", "close");
      refuseRequest(req, res, 408, "The body of the request did not come in time.");
    }, ms);
    // An answer does not end it: what comes after the answer is read for nothing, and must end too.
    req.once("end", () => clearTimeout(timer));
    req.socket.once("close", () => clearTimeout(timer));
    next();
  };
}
