const MAX_DEPTH = 32;
/** Many small values take thirty times the memory of their text, for as long as the request lasts. */
export const MAX_VALUES = 100_000;

const [QUOTE, BACKSLASH, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, SPACE] = [
  ...[0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x20],
] as [number, number, number, number, number, number, number, number];

/**
 * Why a text is not parsed as JSON: it nests too deep or has too many values. It is counted in the text, a step for a
 * character: parsing a megabyte of brackets takes half a second. Texts that are no JSON may pass.
 */
export function jsonBudgetFault(text: string): "body-too-deep" | "body-too-many-values" | null {
  let depth = 0;
  let values = 1;
  // A list or object has a value more than commas, unless it is empty.
  let opened = false;
  for (let at = 0; at < text.length; at += 1) {
    const c = text.charCodeAt(at);
    if (c <= SPACE) continue;
    const closes = c === CLOSE_LIST || c === CLOSE_OBJECT;
    if (c === COMMA || (opened && !closes)) values += 1;
    if (values > MAX_VALUES) return "body-too-many-values";
    opened = c === OPEN_LIST || c === OPEN_OBJECT;
    if (opened) depth += 1;
    else if (closes) depth -= 1;
    else if (c === QUOTE) at = endOfText(text, at);
    if (depth > MAX_DEPTH) return "body-too-deep";
  }
  return null;
}

/** The place of the quote that ends the text which begins here, or that of the last character. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const c = text.charCodeAt(at);
    if (c === QUOTE) return at;
    if (c === BACKSLASH) at += 1;
  }
  return text.length;
}
