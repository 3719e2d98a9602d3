/**
 * What no line of text may hold: controls, ends of lines, what changes the direction of the text after it, and what is
 * no character of Unicode.
 */
const UNFIT_FOR_LINES = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/u;
/** What no text may hold: controls but tabs and line feeds, and what is no character of Unicode. */
const UNFIT_FOR_PROSE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cs}\p{Noncharacter_Code_Point}]/u;
const LINE_ENDS = /^[\n\u000b\f\r\u0085\u2028\u2029]$/;
const DIRECTIONS = /^[\u202a-\u202e\u2066-\u206f]$/;
/** Something to see: no blank, no mark without a letter, nothing that is drawn as nothing. */
const VISIBLE = /(?![\u2800\p{Default_Ignorable_Code_Point}])[^\p{Z}\p{C}\p{M}]/u;

/** A line as it was typed or pasted, without the white space around it and with blanks for tabs. */
export function cleanLine(text: string): string {
  return text.trim().replaceAll("\t", " ");
}

/** Why a text cannot be a name or a title, as the end of a sentence about its field; null if it can. Empty texts can. */
export function lineFault(text: string): string | null {
  const found = UNFIT_FOR_LINES.exec(text)?.[0];
  if (found === undefined) return text === "" || isVisible(text) ? null : "must have something to see.";
  if (LINE_ENDS.test(found)) return `must be one line: it has a line break (${codeOf(found)}).`;
  if (DIRECTIONS.test(found)) return `must not change the direction of text: it has the control ${codeOf(found)}.`;
  return unfit(found);
}

/** A text of several lines with a line feed at the end of each, whatever ended them where it was typed. */
export function cleanProse(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n");
}

/** Why a text cannot be a description, as the end of a sentence about its field; null if it can. */
export function proseFault(text: string): string | null {
  const found = UNFIT_FOR_PROSE.exec(text)?.[0];
  return found === undefined ? null : unfit(found);
}

/** Whether a text has something to see. */
export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

const UNFIT_FOR_LINES_ALL = new RegExp(`(?:${UNFIT_FOR_LINES.source}|\\s)+`, "gu");
const UNFIT_FOR_PROSE_ALL = new RegExp(UNFIT_FOR_PROSE.source, "gu");

/** Any text as one line: a blank for white space, and for all that no line may hold. For texts that were stored unchecked. */
export function onOneLine(text: string): string {
  return text.replace(UNFIT_FOR_LINES_ALL, " ").trim();
}

/** Any text as prose: U+FFFD for what no text may hold. For texts that were stored unchecked. */
export function asProse(text: string): string {
  return cleanProse(text).replace(UNFIT_FOR_PROSE_ALL, "\ufffd");
}

function unfit(character: string): string {
  return /\p{Cc}/u.test(character)
    ? `must not have control characters: it has ${codeOf(character)}.`
    : `must be whole Unicode: it has ${codeOf(character)}.`;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
