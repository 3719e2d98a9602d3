import type { TryResult } from "../../connectors/try-calls.ts";
import { answered, json } from "../../http/api-route.ts";

/** What came of trying something. Without a fitting consent the hosts and places to agree to come along. */
export function triedAnswer<T>(result: TryResult<T>, shape: (value: T) => unknown): Response {
  return "consent" in result ? json({ error: result.error, consent: result.consent }, result.status) : answered(result, shape);
}

export const NAME_ONE = "Name one of dsl, connector_id and instance_id.";
