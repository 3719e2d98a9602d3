import { cutText } from "../../core/text/text.ts";

/** Stands where a text goes on; `secretMask` looks in front of it for the beginning of a secret. */
export const CUT_MARK = "…";

/** The beginning of a text, with a mark where there was more. */
export function cutOff(text: string, length: number): string {
  return text.length > length ? `${cutText(text, length)}${CUT_MARK}` : text;
}

/** White space and control characters as single spaces. */
export function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
