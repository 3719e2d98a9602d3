import { type Finding, findingSentence } from "#domain/core/findings/finding.ts";
import type { StoredRunFailure } from "#domain/run/run-failure.ts";
import { runFailureSentence } from "../http/refusals/run-failures.ts";

type Failing = { readonly failure: StoredRunFailure | null };

/** Returns the same run, or operation of one, with the sentence of its failure as `error`: what pages show. */
export function withError<R extends Failing>({
  failure,
  ...rest
}: R): Omit<R, "failure"> & { readonly error: string | null } {
  return { ...rest, error: runFailureSentence(failure) };
}

/** Returns the same run with the sentences of its failure and of its warnings: what pages show. */
export function withSentences<R extends Failing & { readonly warnings: readonly Finding[] }>(run: R) {
  return { ...withError(run), warnings: run.warnings.map(findingSentence) };
}
