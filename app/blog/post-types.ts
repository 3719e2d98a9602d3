import type { PostType } from "#projections/posts/queries.ts";

/** The types of posts in words. */
export const postTypeNames: Readonly<Record<PostType, string>> = {
  update: "Update",
  use_case: "Use case",
  whitepaper: "Whitepaper",
};

/** The type that a form or an address names, if there is one. */
export function postTypeOf(text: string | null): PostType | null {
  return text !== null && Object.hasOwn(postTypeNames, text) ? (text as PostType) : null;
}
