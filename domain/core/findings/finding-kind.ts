/** What was found while an API was called or a file fetched: a code and the facts of its sentence, as events hold it. */
export type Finding = { readonly code: string; readonly facts: Facts };

type Fact = string | number | null | Finding | readonly string[] | readonly Finding[];
type Facts = { readonly [name: string]: Fact };

/** Kinds of facts. `sentence`: of before findings had codes; nothing writes one any more. */
type FactTypes = {
  readonly text: string;
  readonly "text?": string | null;
  readonly number: number;
  readonly texts: readonly string[];
  readonly finding: Finding;
  readonly "finding?": Finding | null;
  readonly findings: readonly Finding[];
  readonly sentence: string;
};
export type FactKind = keyof FactTypes;
type FactKinds = { readonly [name: string]: FactKind };

/** The facts of a kind of finding. */
export type FactsOf<K extends FactKinds> = { readonly [N in keyof K]: FactTypes[K[N]] };

/** Writes the sentence of a finding. */
type Say = (finding: Finding) => string;

/** One kind of finding: its facts, and its sentence; `say` writes those of the findings among the facts. */
export type FindingKind<K extends FactKinds = FactKinds> = {
  readonly facts: K;
  say(facts: FactsOf<K>, say: Say): string;
};

/** Declares a kind of finding. A sentence that only stands within another one begins in lower case or has no full stop. */
export function kind<const K extends FactKinds>(
  facts: K,
  say: (facts: FactsOf<K>, say: Say) => string,
): FindingKind<K> {
  return { facts, say };
}

/** Declares a kind of finding without facts. */
export function plain(sentence: string): FindingKind<Record<never, never>> {
  return { facts: {}, say: () => sentence };
}

/** A sentence as a part of another one. */
export function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

/** `"a", "b" and 3 more`. */
export function quotedList(names: readonly string[], more: number): string {
  const quoted = names.map((name) => `"${name}"`).join(", ");
  return more > 0 ? `${quoted} and ${more} more` : quoted;
}
