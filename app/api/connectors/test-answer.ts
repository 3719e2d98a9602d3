import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, refuse } from "../../http/call-result.ts";
import { answered } from "../../http/json-api/answers.ts";
import type { EndpointRequest } from "../../http/json-api/endpoint.ts";
import type { Platform } from "../../platform.ts";
import type { TestReadRequest } from "../../trying/test-calls.ts";
import { type TryBody, tryingOf } from "../../trying/test-fields.ts";

/**
 * Answers a call that tests the source named by exactly one of its fields. Without a matching consent the refusal
 * contains the hosts and consent places to agree to.
 */
export function testAnswer<B extends TryBody, T, S>(
  attempt: (platform: Platform, trying: TestReadRequest, viewer: UserRow, body: B) => Promise<CallResult<T>>,
  shape: (value: T) => S,
) {
  return async ({ context, viewer, body }: EndpointRequest<UserRow, B>) => {
    const trying = tryingOf(body);
    if (!trying) return refuse("nothing-to-try");
    const result = await attempt(context.platform, { ...trying, signal: context.signal }, viewer, body);
    return answered(result, 200, shape);
  };
}
