import { accept, refuse, type Result } from "../result.ts";

export const MAX_TAKEDOWN_CHARS = 1_000;

/** `taken-down`: an admin has hidden the item, so its owner cannot give it to others. */
export type TakedownRefusal =
  | { readonly code: "takedown-reason-missing" }
  | { readonly code: "takedown-reason-too-long" }
  | { readonly code: "taken-down" };

/** The reason for hiding an item, as the log keeps it. */
export function takedownReason(text: string): Result<string, TakedownRefusal> {
  const reason = text.trim();
  if (reason === "") return refuse({ code: "takedown-reason-missing" });
  return reason.length > MAX_TAKEDOWN_CHARS ? refuse({ code: "takedown-reason-too-long" }) : accept(reason);
}
