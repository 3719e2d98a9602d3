import { jsonEquals } from "../json/json.ts";
import type { Json } from "../json/json.ts";
import { readPath } from "../json/paths.ts";
import type { Matcher } from "../definition/schema.ts";
import { single } from "../json/xml.ts";

/**
 * Whether a value matches. A path alone: the value there is not null. `exists: false` means missing or null. Several
 * conditions must all hold; without a path they apply to the value itself.
 */
export function matches(matcher: Matcher, value: Json | undefined): boolean {
  const located = value === undefined ? { found: false as const } : readPath(value, matcher.path ?? "$");
  const there = located.found ? single(located.value) : undefined;
  const exists = there !== undefined && there !== null;
  if (matcher.exists !== undefined && matcher.exists !== exists) return false;
  if (matcher.equals !== undefined && !jsonEquals(there, matcher.equals)) return false;
  if (matcher.in !== undefined && !matcher.in.some((item) => jsonEquals(there, item))) return false;
  const bare = matcher.exists === undefined && matcher.equals === undefined && matcher.in === undefined;
  return !bare || matcher.path === undefined || exists;
}
