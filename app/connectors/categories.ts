import { refuse, type Refused } from "../http/call-result.ts";

/** Categories of an empty log; `API` is the default for connectors. */
export const CATEGORIES = [
  "API",
  "Finance",
  "Marketing",
  "Science",
  "Technology",
  "Environment",
  "Health",
  "Transport",
  "Other",
] as const;

/** Whether a category of this name exists. */
export function isCategory(name: string): boolean {
  return CATEGORIES.some((category) => category === name);
}

/** The refusal of an unknown category; null for a known one. */
export function categoryFault(name: string): Refused | null {
  return isCategory(name) ? null : refuse("category-unknown");
}
