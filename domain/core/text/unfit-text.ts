import { lineFault, proseFault } from "./lines.ts";

/** A text that its field cannot hold: the field by its name in calls, and the sentence about it. */
export type UnfitText = { readonly code: "input-invalid"; readonly message: string; readonly field: string };

/** What each text of a form or a call is. `most`: characters. */
export type TextKinds<T> = { readonly [K in TextNames<T>]-?: TextField };
type TextField = { readonly kind: "line" | "prose"; readonly most?: number };

/** The names of the texts in a type. */
type TextNames<T> = { [K in keyof T]-?: NonNullable<T[K]> extends string ? K : never }[keyof T] & string;

/**
 * The first text that its field cannot hold; null: none. `names`: those of fields that calls name otherwise. This is asked
 * where a person's text comes in, never of events: what was stored before stays valid.
 */
export function unfitText<T>(
  texts: Partial<T>,
  kinds: TextKinds<T>,
  names: { readonly [K in TextNames<T>]?: string } = {},
): UnfitText | null {
  for (const [name, field] of Object.entries(kinds) as [TextNames<T>, TextField][]) {
    const fault = faultOf(field, texts[name]);
    if (fault !== null) return unfit(names[name] ?? name, fault);
  }
  return null;
}

/** The same for one line. */
export function unfitLine(text: string, field: string): UnfitText | null {
  const fault = lineFault(text);
  return fault === null ? null : unfit(field, fault);
}

/** The same for one text of several lines. */
export function unfitProse(text: string, field: string): UnfitText | null {
  const fault = proseFault(text);
  return fault === null ? null : unfit(field, fault);
}

/** A fault as the sentence about its field: `row_meaning` becomes "The row meaning …". */
export function faultSentence(field: string, fault: string): string {
  return `The ${field.replaceAll(/[_.]/g, " ")} ${fault}`;
}

function faultOf({ kind, most = Infinity }: TextField, text: unknown): string | null {
  if (typeof text !== "string") return null;
  if (text.length > most) return `must not be longer than ${most} characters.`;
  return kind === "line" ? lineFault(text) : proseFault(text);
}

function unfit(field: string, fault: string): UnfitText {
  return { code: "input-invalid", message: faultSentence(field, fault), field };
}
