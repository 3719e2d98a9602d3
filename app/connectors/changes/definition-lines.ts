import { type LineChange, linesBetween } from "#domain/core/history/lines-between.ts";
import { definitionText } from "../definition-text.ts";
import type { JsonObject } from "#domain/core/values/json.ts";

/** Unchanged lines that are shown before and after a change. */
const CONTEXT = 3;
/** Lines that are shown at most: each is an element of the page. */
const MOST_LINES = 1_500;

/** A line of a definition; `number`: its place in the later one, null: it is no longer there. */
export type DiffLine = LineChange & { readonly number: number | null };
/** Lines without a change that are left out. */
export type SkippedLines = { readonly skipped: number };

/** A definition as a diff with an earlier one; `before` null: it is the first. */
export type DefinitionLines = {
  readonly version: number;
  readonly before: number | null;
  readonly text: string;
  readonly lines: readonly (DiffLine | SkippedLines)[];
  readonly added: number;
  readonly removed: number;
  /** Changed lines beyond those that a page shows. */
  readonly cut: number;
};

/** The definition of a version; null: it is not known. */
export type DefinitionAt = { readonly version: number; readonly definition: JsonObject | null };

/** A definition and its difference from an earlier one, line by line; null if it is not known. */
export function definitionLines(now: DefinitionAt, earlier: DefinitionAt | null): DefinitionLines | null {
  if (now.definition === null) return null;
  const text = definitionText(now.definition);
  const none = {
    version: now.version,
    before: earlier?.version ?? null,
    text,
    lines: [],
    added: 0,
    removed: 0,
    cut: 0,
  };
  if (!earlier || earlier.definition === null) return none;
  const changes = linesBetween(definitionText(earlier.definition), text);
  const count = (kind: LineChange["kind"]) => changes.filter((change) => change.kind === kind).length;
  const lines = foldedLines(changes);
  return {
    ...none,
    ...{ added: count("added"), removed: count("removed") },
    ...{ lines: lines.slice(0, MOST_LINES), cut: Math.max(0, lines.length - MOST_LINES) },
  };
}

/** The changed lines with those around them; a single line is shown rather than counted. */
export function foldedLines(changes: readonly LineChange[]): readonly (DiffLine | SkippedLines)[] {
  const isNear = nearChange(changes);
  const shown: (DiffLine | SkippedLines)[] = [];
  let number = 0;
  for (let at = 0; at < changes.length; at++) {
    let end = at;
    while (end < changes.length && !isNear[end]) end++;
    if (end - at > 1) {
      shown.push({ skipped: end - at });
      number += end - at;
      at = end - 1;
      continue;
    }
    const change = changes[at]!;
    if (change.kind !== "removed") number++;
    shown.push({ ...change, number: change.kind === "removed" ? null : number });
  }
  return shown;
}

function nearChange(changes: readonly LineChange[]): readonly boolean[] {
  const near = changes.map(() => false);
  changes.forEach(({ kind }, at) => {
    if (kind !== "same") near.fill(true, Math.max(0, at - CONTEXT), at + CONTEXT + 1);
  });
  return near;
}
