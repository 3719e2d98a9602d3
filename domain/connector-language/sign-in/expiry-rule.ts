import type { RefreshRule } from "../definition/definition.ts";
import { sameStatus } from "../response/matcher.ts";

/**
 * Returns the first rule of `refresh_on` by which an answer means that the token has expired, or null. `text` is the start
 * of its body; of a streamed answer there is none.
 */
export function expiryRule(
  rules: readonly RefreshRule[],
  { status, text }: { readonly status: number; readonly text: string },
): RefreshRule | null {
  const body = text.toLowerCase();
  return (
    rules.find(
      (rule) =>
        sameStatus(rule.status, status) && (rule.contains === null || body.includes(rule.contains.toLowerCase())),
    ) ?? null
  );
}
