/** Indented text longer than this is mostly spaces of deep nesting; the page would hold them all, twice. */
const MOST_INDENTED = 600_000;

/** A definition as text for people: indented, unless its nesting makes that too long. */
export function definitionText(definition: unknown): string {
  const indented = JSON.stringify(definition, null, 2);
  return indented.length <= MOST_INDENTED ? indented : JSON.stringify(definition);
}
