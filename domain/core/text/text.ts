const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The start of a text, at most `max` UTF-16 units, never ending within a visible character (an emoji, a letter with its
 * accents). Ill-formed input is repaired.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text.toWellFormed();
  // The segment that covers position `max` begins at or before it: everything before that segment is whole. Only a
  // window is searched, so that a text of megabytes costs no more than a short one.
  const from = Math.max(0, max - WINDOW_CHARS);
  const window = text.slice(from, max + WINDOW_CHARS);
  const end = graphemes.segment(window).containing(max - from)?.index ?? 0;
  // A character longer than the window (many combining accents) is cut between code points.
  const cut = end > 0 || from === 0 ? from + end : max;
  return text.slice(0, isWithinPair(text, cut) ? cut - 1 : cut).toWellFormed();
}

const WINDOW_CHARS = 64;

/** A text without any of these characters at its end, read once: `/x+$/` begins anew at each character of each run. */
export function withoutEnd(text: string, chars: string): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Whether a cut here would part the two halves of a code point. */
function isWithinPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));
}

/** Returns digits without the zeros at their end. */
export function withoutZerosAtEnd(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}
