import { cutText } from "../../core/text/text.ts";

/** Marks where a text was cut; `secretMask` looks before it for the start of a secret. */
export const CUT_MARK = "…";

/** The start of a text, with a mark if it was cut. */
export function cutOff(text: string, length: number): string {
  return text.length > length ? `${cutText(text, length)}${CUT_MARK}` : text;
}

/** White space and control characters replaced with single spaces. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
