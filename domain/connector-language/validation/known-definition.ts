import { parseDefinition, type ParsedDefinition } from "./parse-definition.ts";

/** Characters of written and normalised definitions that are remembered, some ten bytes of memory each. */
const MOST_CHARS = 4_000_000;

type Known = { readonly parsed: ParsedDefinition; readonly chars: number };
const known = new Map<string, Known>();
let chars = 0;
/** Saves writing the same value as text again within one request. */
const byValue = new WeakMap<object, ParsedDefinition>();

/**
 * parseDefinition for definitions that are stored: a published one never changes and is read by every page, call and run,
 * so what became of it is remembered by its text; the one that was asked for longest ago is forgotten first. What is
 * returned is shared and frozen.
 */
export function knownDefinition(stored: object | null): ParsedDefinition {
  if (stored === null) return parseDefinition(stored);
  const found = byValue.get(stored) ?? byText(stored);
  byValue.set(stored, found);
  return found;
}

function byText(stored: object): ParsedDefinition {
  const text = JSON.stringify(stored);
  const found = known.get(text) ?? keep(text, frozen(parseDefinition(stored)));
  // The end of the map is what was asked for last.
  known.delete(text);
  known.set(text, found);
  forgetOldest();
  return found.parsed;
}

function keep(text: string, parsed: ParsedDefinition): Known {
  const made = { parsed, chars: text.length + JSON.stringify(parsed).length };
  chars += made.chars;
  return made;
}

function forgetOldest(): void {
  for (const [text, oldest] of known) {
    if (chars <= MOST_CHARS) return;
    known.delete(text);
    chars -= oldest.chars;
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
