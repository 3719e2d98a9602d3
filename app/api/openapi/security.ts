import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import { scopeOf } from "../../http/keys/scope-of.ts";
import type { Json } from "./schemas.ts";

/** The ways of saying who calls, for `components.securitySchemes`. */
export const securitySchemes: Json = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "token",
    description: "The session of a browser, opened by POST /api/users/login.",
  },
  bearer: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "trib_…",
    description:
      "An API key of your account, as `Authorization: Bearer trib_…`. A key has scopes, and none implies another: `read`, `run`, `write` and `admin`. An operation names the scope that it needs in `x-scope`. Streams also take the streaming key and the short-lived token of a spreadsheet.",
  },
  basic: {
    type: "http",
    scheme: "basic",
    description: "The key as the password, for tools that know no bearer tokens.",
  },
  api_key: {
    type: "apiKey",
    in: "query",
    name: "api_key",
    description: "The key in the address, for tools that send no headers. Streams only: addresses end up in logs.",
  },
  token: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "The short-lived token of a spreadsheet, made by GET /api/token/excel. Streams only.",
  },
};

/** Who may call an operation, as alternatives. `[{}]` is nobody in particular. */
export function securityOf(endpoint: EndpointFacts): readonly Json[] {
  const scope = scopeOf(endpoint);
  const keys = [{ bearer: [] }, { basic: [] }];
  if (endpoint.who === "key") return [...keys, { api_key: [] }, { token: [] }];
  // Calls that begin or end a session ask for nobody.
  if (endpoint.who === "anyone") return scope === "session" ? [] : [{}, { session: [] }, ...keys];
  return scope === "session" ? [{ session: [] }] : [{ session: [] }, ...keys];
}
