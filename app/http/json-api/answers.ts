import type { CallResult, Refused } from "../call-result.ts";

/** An answer of an endpoint with its status: one type for each possible status. */
export type Answer<S extends number, B> = S extends number
  ? { readonly status: S; readonly body: B; readonly headers?: HeadersInit }
  : never;

export function answer<const S extends number, B>(status: S, body: B, headers: HeadersInit = {}): Answer<S, B> {
  return { status, body, headers } as Answer<S, B>;
}

/** A call's result as an answer: what `shape` makes of its value, or the refusal. */
export function answered<T, const S extends number, B>(
  result: CallResult<T>,
  status: S,
  shape: (value: T) => B,
): Answer<S, B> | Refused {
  return result.ok ? answer(status, shape(result.value)) : result;
}
