import type { Express } from "express";
import type { Platform } from "../../platform.ts";
import { type CallResult, NOT_FOUND, refuse } from "../call-result.ts";
import { reaches } from "../keys/key-reach.ts";
import { weakKey } from "../keys/key-refusals.ts";
import { type ByteCall, mountByteRoute } from "./mount.ts";
import { refuseRequest } from "../security/refuse-request.ts";

const YEAR_SECONDS = 31_536_000;
/** What a key needs here: images belong to pages, and are no endpoint of the API. */
const IMAGES = { method: "GET", path: "/images/{id}/{name}", who: "anyone" } as const;
const TYPES: Readonly<Record<string, string>> = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" };

/** GET /images/{item}/{name}: the present image of an item that the viewer may see. */
export function imageRoute(app: Express, platform: Platform): void {
  mountByteRoute(app, {
    endpoint: IMAGES,
    may: (call) => maySee(platform, call),
    send: (call, image) => sendImage(platform, image, call),
  });
}

type Image = { readonly id: string; readonly name: string };

async function maySee(
  { queries: { catalogue } }: Platform,
  { req, context: { viewer, key } }: ByteCall,
): Promise<CallResult<Image>> {
  const refused = weakKey(IMAGES, key);
  if (refused) return refused;
  const [id, name] = [String(req.params["id"]), String(req.params["name"])];
  const reach = key?.reach ?? null;
  if (reach !== null && !(["dataset", "connector"] as const).some((kind) => reaches(reach, kind, id)))
    return refuse("key-limited");
  const viewerId = viewer?.id ?? null;
  const image = (await catalogue.datasetImage(id, viewerId)) ?? (await catalogue.connectorImage(id, viewerId));
  return image === name ? { ok: true, value: { id, name } } : NOT_FOUND;
}

async function sendImage({ images }: Platform, { id, name }: Image, { req, res }: ByteCall): Promise<void> {
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
