import type { Response } from "express";
import { markup, XML_HEAD } from "#domain/core/text/writers/markup.ts";
import { refusalHeaders, type Sendable } from "./error-body.ts";

/** Where the tables of a key are served by OData. */
export const ODATA_ROOT = "/odata/";
export const ODATA_VERSION = "4.0";

/** Whether a path belongs to OData, whose errors have a shape of their own. */
export function isOData(path: string): boolean {
  return path === "/odata" || path.startsWith(ODATA_ROOT);
}

/** A refusal as OData wants it: JSON, and XML where the answer would have been XML. */
export function sendODataError(res: Response, refused: Sendable): void {
  res.status(refused.status).set(refusalHeaders(refused)).set("OData-Version", ODATA_VERSION);
  if (!res.req.path.endsWith("/$metadata"))
    return void res
      .type("application/json")
      .send(JSON.stringify({ error: { code: refused.code, message: refused.error } }));
  res
    .type("application/xml")
    .send(
      String(
        markup`${XML_HEAD}<m:error xmlns:m="http://docs.oasis-open.org/odata/ns/metadata"><m:code>${refused.code}</m:code><m:message>${refused.error}</m:message></m:error>`,
      ),
    );
}
