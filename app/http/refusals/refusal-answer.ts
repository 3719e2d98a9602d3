/**
 * The HTTP answer of a refusal. `field` is the form field it belongs to; `retryAfterSeconds` is set if a retry may
 * succeed later.
 */
export type RefusalAnswer<R> = {
  readonly status: number | ((refusal: R) => number);
  readonly say: string | ((refusal: R) => string);
  readonly field?: string;
  readonly retryAfterSeconds?: number;
};

/** One answer for each code of these refusals. */
export type AnswersOf<R extends { readonly code: string }> = {
  readonly [N in R["code"]]: RefusalAnswer<Extract<R, { readonly code: N }>>;
};

/** A refusal as its table says it. */
export function answerOf<R extends { readonly code: string }>(
  table: AnswersOf<R>,
  refusal: R,
): {
  readonly status: number;
  readonly message: string;
  readonly field: string | null;
  readonly retryAfterSeconds?: number;
} {
  const { status, say, field, retryAfterSeconds } = table[refusal.code as R["code"]] as RefusalAnswer<R>;
  const facts = refusal as { readonly field?: string | null; readonly retryAfterSeconds?: number };
  const later = facts.retryAfterSeconds ?? retryAfterSeconds;
  return {
    status: typeof status === "number" ? status : status(refusal),
    message: typeof say === "string" ? say : say(refusal),
    field: facts.field ?? field ?? null,
    ...(later === undefined ? {} : { retryAfterSeconds: later }),
  };
}
