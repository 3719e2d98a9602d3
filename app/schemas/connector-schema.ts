import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { definitionJsonSchema } from "#domain/connector-language/definition/json-schema.ts";
import { isKnownTag } from "../http/byte-routes/file-headers.ts";

const served = new Map<string, { readonly text: string; readonly etag: string }>();

/** GET /schemas/connector.json: the language as JSON Schema, for any editor on any page. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const { text, etag } = schemaAt(context.platform.site.appUrl);
  const headers = {
    ETag: etag,
    "Cache-Control": "public, max-age=3600",
    "Access-Control-Allow-Origin": "*",
  };
  if (isKnownTag(request.headers.get("If-None-Match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "Content-Type": "application/schema+json; charset=utf-8" } });
}

function schemaAt(appUrl: string): { readonly text: string; readonly etag: string } {
  const known = served.get(appUrl);
  if (known) return known;
  const text = `${JSON.stringify(definitionJsonSchema(new URL("/schemas/connector.json", appUrl).href), null, 2)}\n`;
  const made = { text, etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"` };
  served.set(appUrl, made);
  return made;
}
