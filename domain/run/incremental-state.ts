import type { IncrementalState, OperationEnd } from "./events.ts";

/** How many questions of one operation keep their cursor; more would only be old ones. */
const QUESTIONS_PER_OPERATION = 10;

/**
 * Where incremental reading continues after a run that stored rows. A complete operation advances for its own question;
 * one that replaced its table has dropped the rows of every other question.
 */
export function incrementalAfter(before: IncrementalState, ends: readonly OperationEnd[]): IncrementalState {
  return ends.reduce<IncrementalState>((state, { operation, status, disposition, reached }) => {
    if (status !== "success") return state;
    const kept = disposition === "replace" ? state.filter((entry) => entry.operation !== operation) : state;
    if (reached === null) return kept;
    const others = kept.filter((entry) => entry.operation !== operation || entry.basis !== reached.basis);
    const surplus = new Set(
      others.filter((entry) => entry.operation === operation).slice(0, -(QUESTIONS_PER_OPERATION - 1)),
    );
    return [...others.filter((entry) => !surplus.has(entry)), { operation, ...reached }];
  }, before);
}
