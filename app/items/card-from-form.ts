import type { DatasetCard } from "#domain/dataset/events.ts";
import type { FormText } from "../http/forms/form-texts.ts";
import { text } from "../http/forms/page.ts";

/** The card of a dataset from a form of a page. `cardFault` says what is wrong with it. */
export function cardFromForm(form: FormData): DatasetCard {
  const isPublic = form.has("is_public");
  return cardFromTexts((name) => text(form, name), { isPublic, onRequest: form.has("on_request") });
}

/** The card of a dataset from the texts of any form, each cleaned as its kind is. */
export function cardFromTexts(
  read: (name: FormText) => string,
  shown: Pick<DatasetCard, "isPublic" | "onRequest">,
): DatasetCard {
  const trimmed = (name: FormText) => read(name).trim();
  const keywords = trimmed("keywords")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return {
    title: trimmed("title"),
    description: trimmed("description"),
    category: trimmed("category"),
    keywords: [...new Set(keywords)],
    license: trimmed("license_id") || trimmed("license"),
    licenseTerms: trimmed("license_terms"),
    rowMeaning: trimmed("row_meaning"),
    updateFrequency: trimmed("update_frequency"),
    readMe: read("read_me"),
    sourceUrl: trimmed("source_url"),
    ...shown,
  };
}
