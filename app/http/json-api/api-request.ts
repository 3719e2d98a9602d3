import type { Request as ExpressRequest } from "express";
import { otherHeader } from "../request/other-headers.ts";

/** What an endpoint reads of a request. A web `Request` costs as much again as most calls do. */
export type ApiRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, "get">;
  readonly body: AsyncIterable<Uint8Array> | null;
};

/** The request as endpoints read it: at APP_URL, whatever host was asked for. */
export function apiRequest(req: ExpressRequest, appUrl: string): ApiRequest {
  return {
    method: req.method,
    url: appUrl + req.originalUrl,
    headers: { get: (name) => otherHeader(req, name) },
    body: req.method === "GET" || req.method === "HEAD" ? null : (req as AsyncIterable<Uint8Array>),
  };
}
