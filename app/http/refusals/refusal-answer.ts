/** How HTTP says a refusal. `field` names the form field it belongs to; `retryAfterSeconds` is there where the same may go well later. */
export type RefusalAnswer<R> = {
  readonly status: number | ((refusal: R) => number);
  readonly say: string | ((refusal: R) => string);
  readonly field?: string;
  readonly retryAfterSeconds?: number;
};

/** One answer for each name of these refusals. */
export type AnswersOf<R extends { readonly code: string }> = {
  readonly [N in R["code"]]: RefusalAnswer<Extract<R, { readonly code: N }>>;
};
