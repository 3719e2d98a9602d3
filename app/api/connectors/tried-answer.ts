import type { UserRow } from "#projections/users/queries.ts";
import type { TryResult, Trying } from "../../trying/try-calls.ts";
import { type TryBody, tryingOf } from "../../trying/try-fields.ts";
import { answered, type ApiRequest, failure, json } from "../../http/json-api/api-route.ts";
import type { Platform } from "../../platform.ts";

/** Answers a call that tries out what exactly one of its fields names. Without a fitting consent the hosts and places to agree to come along. */
export function triedAnswer<B extends TryBody, T>(
  attempt: (platform: Platform, trying: Trying, viewer: UserRow, body: B) => Promise<TryResult<T>>,
  shape: (value: T) => unknown = (value) => value,
) {
  return async ({ context, viewer, body }: ApiRequest<B, UserRow>): Promise<Response> => {
    const trying = tryingOf(body);
    if (!trying) return failure("Name one of dsl, connector_id and instance_id.", 400);
    const result = await attempt(context.platform, { ...trying, signal: context.signal }, viewer, body);
    return "consent" in result
      ? json({ error: result.error, consent: result.consent }, result.status)
      : answered(result, shape);
  };
}
