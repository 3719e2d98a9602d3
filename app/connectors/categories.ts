import { refuse, type Refused } from "../http/call-result.ts";
import type { CategoryNames } from "./category-names.ts";

/** The refusal of an unknown category; null for a known one. */
export async function categoryFault(
  { categories }: { readonly categories: CategoryNames },
  name: string,
): Promise<Refused | null> {
  if ((await categories.known()).includes(name)) return null;
  return (await categories.fresh()).includes(name) ? null : refuse("category-unknown");
}
