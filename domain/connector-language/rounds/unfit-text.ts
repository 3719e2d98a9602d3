import { type Finding, finding } from "../../core/findings/finding.ts";
import { textFault } from "../../core/text/storable.ts";

/** Finds what makes a text of an API unfit to be kept or sent back, as a part of a sentence; null: nothing. */
export function unfitText(text: string): Finding | null {
  const fault = textFault(text);
  return fault === null ? null : finding(fault === "NUL characters" ? "nul-characters" : "broken-unicode", {});
}
