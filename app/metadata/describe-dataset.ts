import type { JsonObject } from "#domain/core/values/json.ts";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import type { AppContext } from "../platform.ts";
import { type DatasetFacts, factsOf } from "./dataset-facts.ts";

/** A dataset that the viewer may see, with its facts; null: there is none. */
export async function describedDataset(
  { platform, viewer }: AppContext,
  id: string,
): Promise<{ readonly item: DatasetItem; readonly facts: DatasetFacts } | null> {
  const { catalogue } = platform.queries;
  const item = await catalogue.dataset(id, viewer?.id ?? null);
  if (!item) return null;
  return { item, facts: factsOf(item, await catalogue.datasetTexts(id), platform.site.appUrl) };
}

/** An answer in JSON with a type of its own; other origins may read it without a cookie. */
export function jsonAnswer(body: JsonObject, type: "application/ld+json" | "application/json"): Response {
  return new Response(JSON.stringify(body), { headers: { "Content-Type": `${type}; charset=utf-8` } });
}
