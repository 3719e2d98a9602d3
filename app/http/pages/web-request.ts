import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Request as ExpressRequest } from "express";
import type { AppContext } from "../../platform.ts";
import { otherHeaders } from "../request/other-headers.ts";

/** A request as Remix takes it: at APP_URL, whatever host was asked for. It is aborted by the signal of its context. */
export function webRequest(req: ExpressRequest, { platform, signal }: AppContext): Request {
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  return new Request(platform.site.appUrl + req.originalUrl, {
    method: req.method,
    headers: otherHeaders(req),
    signal,
    ...(hasBody ? { body: createReadableStreamFromReadable(req), duplex: "half" } : {}),
  });
}
