import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Request as ExpressRequest } from "express";

/** A request as Remix takes it. It is aborted by `signal`. */
export function webRequest(req: ExpressRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers))
    for (const each of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, each);
  const hasBody = req.method !== "GET" && req.method !== "HEAD";
  return new Request(`${req.protocol}://${req.get("host") ?? ""}${req.originalUrl}`, {
    method: req.method,
    headers,
    signal,
    ...(hasBody ? { body: createReadableStreamFromReadable(req), duplex: "half" } : {}),
  });
}
