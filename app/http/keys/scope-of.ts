import type { Scope } from "#domain/core/keys/scopes.ts";
import type { EndpointFacts } from "../json-api/endpoint.ts";

/** The scope that a key needs for an endpoint; "session": no key can call it. */
export function scopeOf({ method, who, scope }: Pick<EndpointFacts, "method" | "who" | "scope">): Scope | "session" {
  return scope ?? (who === "admin" ? "admin" : method === "GET" ? "read" : "write");
}
