import { cutText } from "../../core/text/text.ts";

const MAX_TITLE_PART = 40;

/**
 * A public table name from a title and an id: lower-case letters, digits and underscores, so that no tool has to quote
 * it; the end of the id makes it unique (`river_levels_3f9a1c20`).
 */
export function tableName(title: string, id: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const slug = cutText(words, MAX_TITLE_PART).replace(/_+$/, "");
  const start = slug === "" || /^[0-9]/.test(slug) ? `t_${slug}` : slug;
  return `${start.replace(/_+$/, "")}_${id.replaceAll("-", "").slice(-8)}`;
}
