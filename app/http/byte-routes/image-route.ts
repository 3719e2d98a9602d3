import type { Express, Request, Response } from "express";
import type { Platform, RequestContext } from "../../platform.ts";
import { NOT_FOUND, refuse } from "../call-result.ts";
import { reaches } from "../keys/key-reach.ts";
import { weakKey } from "../keys/key-refusals.ts";
import { refuseRequest } from "../security/refuse-request.ts";

const YEAR_SECONDS = 31_536_000;
/** What a key needs here: images belong to pages, and are no endpoint of the API. */
const IMAGES = { method: "GET", path: "/images/{id}/{name}", who: "anyone" } as const;
const TYPES: Readonly<Record<string, string>> = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" };

/** GET /images/{item}/{name}: the present image of an item that the viewer may see. */
export function imageRoute(app: Express, platform: Platform, requestContext: (res: Response) => RequestContext): void {
  app.get("/images/:id/:name", (req, res, next) => {
    sendImage(platform, requestContext(res), req, res).catch(next);
  });
}

async function sendImage(
  platform: Platform,
  { viewer, key }: RequestContext,
  req: Request,
  res: Response,
): Promise<void> {
  const refused = weakKey(IMAGES, key);
  if (refused) return refuseRequest(req, res, refused);
  const { catalogue } = platform.queries;
  const [id, name] = [String(req.params["id"]), String(req.params["name"])];
  const reach = key?.reach ?? null;
  if (reach !== null && !(["dataset", "connector"] as const).some((kind) => reaches(reach, kind, id)))
    return refuseRequest(req, res, refuse("key-limited"));
  const viewerId = viewer?.id ?? null;
  const image = (await catalogue.datasetImage(id, viewerId)) ?? (await catalogue.connectorImage(id, viewerId));
  const bytes = image === name ? await platform.images.read(id, name) : null;
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
