import { cutText } from "#domain/core/text/text.ts";

/**
 * A LIKE pattern that finds the text anywhere, its own wildcards taken literally; null if there is nothing to search
 * for.
 */
export function containsPattern(text: string): string | null {
  const wanted = cutText(text.trim(), 200);
  return wanted === "" ? null : `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;
}
