import type { RouteConfig } from "@remix-run/route-config";
import { index, prefix, route } from "@remix-run/route-config";

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
  route("login", "pages/auth/login.tsx"),
  route("logout", "pages/auth/logout.ts"),
  route("register", "pages/auth/register.tsx"),
  route("verify-email/:token", "pages/auth/verify-email.tsx"),
  route("forgot-password", "pages/auth/forgot-password.tsx"),
  route("reset-password/:token", "pages/auth/reset-password.tsx"),

  ...prefix("api", [
    ...prefix("users", [
      route("me", "api/users/me.ts"),
      route("login", "api/users/login.ts"),
      route("logout", "api/users/logout.ts"),
      route("register", "api/users/register.ts"),
      route("verify-email/:token", "api/users/verify-email.ts"),
      route("resend-verification", "api/users/resend-verification.ts"),
      route("forgot-password", "api/users/forgot-password.ts"),
      route("reset-password/:token", "api/users/reset-password.ts"),
      route("plan", "api/users/plan.ts"),
      route("usage", "api/users/usage.ts"),
      route("usage/increment", "api/users/usage-increment.ts"),
    ]),
    ...prefix("connectors", [
      index("api/connectors/list.ts"),
      route("my", "api/connectors/my.ts"),
      route("upload", "api/connectors/upload.ts"),
      route("activate", "api/connectors/activate.ts"),
      route("remove/:instanceId", "api/connectors/remove.ts"),
      route("run/:instanceId", "api/connectors/run.ts", { id: "api/connectors/run" }),
      route("instance/:instanceId", "api/connectors/instance.ts"),
      route("instance/:instanceId/run", "api/connectors/run.ts", { id: "api/connectors/instance-run" }),
      route(":id", "api/connectors/one.ts"),
      route(":id/versions", "api/connectors/versions.ts"),
    ]),
    ...prefix("assets", [
      index("api/assets/list.ts"),
      route("categories", "api/assets/categories.ts"),
      route("table/:tableName", "api/assets/table.ts"),
      route(":id", "api/assets/one.ts"),
      route(":id/owner", "api/assets/owner.ts"),
      route(":id/data", "api/assets/data.ts"),
      route(":id/shares", "api/assets/shares.ts"),
    ]),
    ...prefix("access", [
      route("my", "api/access/my.ts"),
      route("grant", "api/access/grant.ts"),
      route("remove", "api/access/remove.ts"),
    ]),
    route("dev/apikey", "api/streaming/dev-apikey.ts"),
    route("token/excel", "api/streaming/token-excel.ts"),
    route("*", "api/not-found.ts"),
  ]),

  route("*", "pages/not-found/not-found.tsx"),
] satisfies RouteConfig;
