import { refuse, type Refused } from "../http/call-result.ts";

/** Categories on an empty log; `API` is what connectors have unless told. */
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

/** Whether there is a category of this name. */
export function isCategory(name: string): boolean {
  return CATEGORIES.some((category) => category === name);
}

/** The refusal of a category that there is none of; null for one that may be used. */
export function categoryFault(name: string): Refused | null {
  return isCategory(name) ? null : refuse("category-unknown");
}
