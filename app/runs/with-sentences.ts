import type { StoredRunFailure } from "#domain/run/run-failure.ts";
import { runFailureSentence } from "../http/refusals/run-failures.ts";

/** The same run, or operation of one, with the sentence of its failure as `error`: what pages show. */
export function withError<R extends { readonly failure: StoredRunFailure | null }>({
  failure,
  ...rest
}: R): Omit<R, "failure"> & { readonly error: string | null } {
  return { ...rest, error: runFailureSentence(failure) };
}
