import { toLatin } from "../core/text/latin.ts";
import { cutText } from "../core/text/text.ts";

/** Longest slug of a post. */
export const MAX_SLUG = 100;
/** Words that are addresses of their own below /blog. */
const TAKEN = new Set(["new", "edit"]);

/** Whether a text can be the last part of a post's address: small letters, digits and single hyphens. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_SLUG && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && !TAKEN.has(text);
}

/** A slug made of the words of a title; empty if it has no Latin letters or digits. */
export function suggestSlug(title: string): string {
  const slug = toLatin(title)
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "");
  return cutText(slug, MAX_SLUG).replace(/-$/, "");
}
