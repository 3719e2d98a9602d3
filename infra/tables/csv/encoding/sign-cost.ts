const USUAL = new Set("“”‘’„‚«»‹›…–—·•°§€£¥©®™±²³µº¼½¾¿¡×÷‰ª\u00a0№");
/** Signs that belong to the letters around them. */
const BETWEEN_LETTERS = new Set("’‘·-–\u00ad");
const BEFORE_A_WORD = new Set("¿¡“„«‘‚‹§©№µ€£¥");
const USUAL_COST = Math.log(1 / 400);
const RARE_COST = Math.log(1 / 60_000);
const CONTROL_COST = Math.log(1e-8);
const IMPOSSIBLE_COST = Math.log(1e-10);
/** A sign where letters are: it most likely is one in another encoding. */
const BESIDE_LETTERS = -2.5;

/** Gives the natural logarithm of how likely a sign outside ASCII is at this place of a text. */
export function signCost(text: string, at: number): number {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (sign === "\ufffd" || /[\p{Co}\p{Cn}\p{Cs}]/u.test(sign)) return IMPOSSIBLE_COST;
  if (/\p{Cc}/u.test(sign)) return CONTROL_COST;
  const isAfter = /\p{L}/u.test(text[at - 1] ?? "");
  const isBefore = /\p{L}/u.test(text[at + sign.length] ?? "");
  const cost = USUAL.has(sign) ? USUAL_COST : RARE_COST;
  if (isAfter && isBefore) return BETWEEN_LETTERS.has(sign) ? cost : cost + 4 * BESIDE_LETTERS;
  if (isBefore) return BEFORE_A_WORD.has(sign) ? cost : cost + BESIDE_LETTERS;
  return isAfter && !/[\p{Pf}\p{Pi}®™©²³ªº…’]/u.test(sign) ? cost + BESIDE_LETTERS : cost;
}
