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
