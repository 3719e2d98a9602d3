import { cutText } from "#domain/core/text/text.ts";
import type { DatasetCard } from "#domain/dataset/events.ts";
import { withPlainLines } from "../datasets/plain-lines.ts";
import { text } from "../http/forms/page.ts";

/** The card of a dataset from a form, cut to its limits. */
export function cardFromForm(form: FormData): DatasetCard {
  const keywords = text(form, "keywords")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return {
    title: cutText(text(form, "title").trim(), 200),
    description: cutText(text(form, "description"), 20_000),
    category: text(form, "category"),
    keywords: [...new Set(keywords)].slice(0, 50).map((word) => cutText(word, 100)),
    license: text(form, "license_id").trim() || text(form, "license"),
    licenseTerms: cutText(text(form, "license_terms").trim(), 20_000),
    rowMeaning: cutText(text(form, "row_meaning").trim(), 200),
    updateFrequency: text(form, "update_frequency"),
    readMe: cutText(withPlainLines(text(form, "read_me")), 50_000),
    sourceUrl: cutText(text(form, "source_url").trim(), 1_000),
    isPublic: form.has("is_public"),
    onRequest: form.has("on_request"),
  };
}
