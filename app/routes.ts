import type { RouteConfig } from "@remix-run/route-config";
import { index, route } from "@remix-run/route-config";

/** Every URL of the product. Multipart upload and table streams are Express routes in app/http, named in server.ts. */
export default [
  index("pages/landing/landing.tsx"),
  route("theme", "pages/theme.ts"),
  route("*", "pages/not-found/not-found.tsx"),
] satisfies RouteConfig;
