import { refuse, type Refused } from "../call-result.ts";
import type { EndpointFacts } from "../json-api/endpoint.ts";
import { BEARER } from "./bearer.ts";
import { scopeOf } from "./scope-of.ts";
import type { RequestKey } from "../../platform.ts";

/** The refusal of a key that opens nothing. */
export const WRONG_KEY: Refused = { ...refuse("key-invalid"), challenge: `${BEARER}, error="invalid_token"` };

/** The refusal of a key in the address of a call that takes none there. */
export const KEY_IN_ADDRESS: Refused = { ...refuse("key-in-address"), challenge: `${BEARER}, error="invalid_request"` };

/** Why a key is too weak for an endpoint; null if it is not, or if the request has none. */
export function weakKey(
  endpoint: Pick<EndpointFacts, "method" | "path" | "who" | "scope">,
  key: Pick<RequestKey, "kind" | "scopes"> | null,
): Refused | null {
  if (key === null) return null;
  const scope = scopeOf(endpoint);
  if (scope === "session") return { ...refuse("session-needed"), challenge: `${BEARER}, error="insufficient_scope"` };
  const challenge = `${BEARER}, error="insufficient_scope", scope="${scope}"`;
  if (key.kind === "streaming")
    return endpoint.who === "key" ? null : { ...refuse("streaming-key-elsewhere"), challenge };
  return key.scopes.includes(scope) ? null : { ...refuse("scope-missing", { scope }), challenge };
}
