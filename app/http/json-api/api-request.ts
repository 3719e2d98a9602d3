import type { Request as ExpressRequest } from "express";

/** What an endpoint reads of a request. A web `Request` costs as much again as most calls do. */
export type ApiRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Pick<Headers, "get">;
  readonly body: AsyncIterable<Uint8Array> | null;
};

/** The request as endpoints read it. */
export function apiRequest(req: ExpressRequest): ApiRequest {
  return {
    method: req.method,
    url: `${req.protocol}://${req.get("host") ?? ""}${req.originalUrl}`,
    headers: { get: (name) => textOf(req.headers[name.toLowerCase()]) },
    body: req.method === "GET" || req.method === "HEAD" ? null : (req as AsyncIterable<Uint8Array>),
  };
}

function textOf(value: string | readonly string[] | undefined): string | null {
  return typeof value === "object" ? value.join(", ") : (value ?? null);
}
