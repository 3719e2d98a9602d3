import { cutText } from "#domain/core/text/text.ts";
import type { DatasetCard } from "#domain/dataset/events.ts";
import { NO_LICENSE } from "#domain/dataset/licenses.ts";
import { withPlainLines } from "../../datasets/plain-lines.ts";
import type { ReceivedForm } from "./receive-form.ts";

const MAX_KEYWORDS = 50;
const MAX_KEYWORD = 100;
export const YES: ReadonlySet<string> = new Set(["true", "on", "1", "yes"]);

/** The card that an upload comes with. */
export function cardOf({ fields }: ReceivedForm): DatasetCard {
  const text = (name: string) => fields.get(name)?.trim() ?? "";
  const keywords = text("keywords")
    .split(",")
    .map((word) => cutText(word.trim(), MAX_KEYWORD))
    .filter((word) => word !== "");
  return {
    title: text("title"),
    description: text("description"),
    category: text("category") || "Other",
    keywords: [...new Set(keywords)].slice(0, MAX_KEYWORDS),
    license: text("license_id") || text("license") || NO_LICENSE,
    licenseTerms: text("license_terms"),
    rowMeaning: text("row_meaning"),
    updateFrequency: text("update_frequency"),
    readMe: withPlainLines(text("read_me")),
    sourceUrl: text("source_url"),
    isPublic: YES.has(text("is_public").toLowerCase()),
    onRequest: YES.has(text("on_request").toLowerCase()),
  };
}
