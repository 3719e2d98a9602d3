import type { Platform } from "../../platform.ts";
import { type CallResult, NOT_FOUND } from "../call-result.ts";
import { byteEndpoint, type ByteCall } from "../gate/byte-endpoint.ts";
import type { GatedEndpoint } from "../gate/mount-endpoints.ts";
import type { EndpointFacts } from "../json-api/endpoint.ts";
import { NO_PARAMETERS } from "../json-api/query.ts";
import { refuseRequest } from "../security/refuse-request.ts";

const YEAR_SECONDS = 31_536_000;
const TYPES: Readonly<Record<string, string>> = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" };

/** The image of an item. It belongs to pages, so it is not in the table of the API. */
export const imageEndpoint = {
  method: "GET",
  path: "/images/{id}/{name}",
  who: "anyone",
  about: "item",
  summary: "The present image of an item.",
  query: NO_PARAMETERS,
  body: null,
  answers: { 200: { types: Object.values(TYPES) } },
} as const satisfies EndpointFacts;

type Image = { readonly id: string; readonly name: string };
type Call = ByteCall<typeof imageEndpoint>;

/** GET /images/{item}/{name}: the present image of an item that the viewer may see. */
export function imageRoute(platform: Platform): GatedEndpoint {
  return byteEndpoint(imageEndpoint, {
    may: (call) => maySee(platform, call),
    send: (call, image) => sendImage(platform, image, call),
  });
}

async function maySee(
  { queries: { catalogue } }: Platform,
  { viewer, params: { id, name } }: Call,
): Promise<CallResult<Image>> {
  const viewerId = viewer?.id ?? null;
  const image = (await catalogue.datasetImage(id, viewerId)) ?? (await catalogue.connectorImage(id, viewerId));
  return image === name ? { ok: true, value: { id, name } } : NOT_FOUND;
}

async function sendImage({ images }: Platform, { id, name }: Image, { req, res }: Call): Promise<void> {
  const bytes = await images.read(id, name);
  if (!bytes) return refuseRequest(req, res, NOT_FOUND);
  res.set({
    "Content-Type": TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
    "Content-Length": String(bytes.length),
    // The bytes are of a user: a browser must not take them for a page, nor run anything in them.
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Content-Disposition": "inline",
    // Only for the browser itself: what an item shows to whom may change.
    "Cache-Control": `private, max-age=${YEAR_SECONDS}, immutable`,
  });
  res.end(req.method === "HEAD" ? undefined : bytes);
}
