import { cutText } from "../../core/text/text.ts";

/** Marks where a text was cut; `secretMask` looks before it for the start of a secret. */
export const CUT_MARK = "…";

/** The start of a text, with a mark if it was cut. */
export function cutOff(text: string, length: number): string {
  return text.length > length ? `${cutText(text, length)}${CUT_MARK}` : text;
}

export { onOneLine } from "../../core/text/lines.ts";
