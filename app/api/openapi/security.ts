import type { EndpointFacts } from "../../http/json-api/endpoint.ts";
import type { Json } from "./schemas.ts";

/** What a key must be allowed to do; "session": no key will do. */
export type Scope = "read" | "run" | "write" | "admin" | "session";

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
    description: "The key as the password, for tools that know no bearer tokens. Streams only.",
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

/** Calls that begin or end a session, or have none yet: neither key nor cookie is asked for. */
const WITHOUT_ACCOUNT = /^\/api\/(?:users\/|openapi\.json$)/;

/** Who may call an operation, as alternatives. `[{}]` is nobody in particular. */
export function securityOf(endpoint: EndpointFacts, scope: Scope): readonly Json[] {
  const [session, bearer] = [{ session: [] }, { bearer: [] }];
  if (endpoint.who === "key") return [bearer, { basic: [] }, { api_key: [] }, { token: [] }];
  if (endpoint.who !== "anyone") return scope === "session" ? [session] : [session, bearer];
  return WITHOUT_ACCOUNT.test(endpoint.path) ? [] : [{}, session, bearer];
}

/** Calls of an account that only its browser may make, whatever a key is allowed to do. */
const SESSION_ONLY =
  /^\/api\/(?:users\/(?:change_email|change_password|api-keys|plan|logout|update_profile)|dev\/apikey|token\/excel)(?:\/|$)/;
const RUNS = /^POST \/api\/connectors\/(?:run\/|instance\/[^/]+\/run|test-read$|check$|options$)/;

/** The scope that a key needs for an operation. */
export function scopeOf(endpoint: EndpointFacts): Scope {
  if (SESSION_ONLY.test(endpoint.path)) return "session";
  if (endpoint.who === "admin") return "admin";
  if (RUNS.test(`${endpoint.method} ${endpoint.path}`)) return "run";
  return endpoint.method === "GET" ? "read" : "write";
}
