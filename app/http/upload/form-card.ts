import type { DatasetCard } from "#domain/dataset/events.ts";
import { NO_LICENSE } from "#domain/dataset/licenses.ts";
import { cardFromTexts } from "../../items/card-from-form.ts";
import type { ReceivedForm } from "./receive-form.ts";

export const YES: ReadonlySet<string> = new Set(["true", "on", "1", "yes"]);

/** The card that an upload comes with. */
export function cardOf({ fields }: ReceivedForm): DatasetCard {
  const text = (name: string) => fields.get(name) ?? "";
  const isYes = (name: string) => YES.has(text(name).trim().toLowerCase());
  const card = cardFromTexts(text, { isPublic: isYes("is_public"), onRequest: isYes("on_request") });
  return { ...card, category: card.category || "Other", license: card.license || NO_LICENSE };
}
