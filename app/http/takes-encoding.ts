import type { Request } from "express";

/** Whether the client takes an answer in this encoding. One that says nothing gets it as it is. */
export function takesEncoding(req: Request, encoding: "br" | "gzip"): boolean {
  return req.headers["accept-encoding"] !== undefined && req.acceptsEncodings(encoding) !== false;
}
