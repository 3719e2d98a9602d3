import type { RouteConfig } from "@remix-run/route-config";
import { index, route } from "@remix-run/route-config";

/** Every URL of the product. Multipart upload and table streams are Express routes in app/http, named in server.ts. */
export default [
  index("pages/landing/landing.tsx"),
  route("about", "pages/reading/about.tsx"),
  route("dataapps", "pages/reading/dataapps.tsx"),
  route("documentation", "pages/reading/documentation.tsx"),
  route("use-cases", "pages/reading/use-cases.tsx"),
  route("terms", "pages/reading/terms.tsx"),
  route("imprint", "pages/reading/imprint.tsx"),
  route("cookie-settings", "pages/reading/cookie-settings.tsx"),
  route("theme", "pages/theme.ts"),
  route("*", "pages/not-found/not-found.tsx"),
] satisfies RouteConfig;
