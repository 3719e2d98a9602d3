import type { JsonObject } from "#domain/core/values/json.ts";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import { croissant } from "./croissant.ts";
import type { DatasetFacts } from "./dataset-facts.ts";
import { schemaOrgDataset } from "./schema-org.ts";

/** A description of more columns would make the page long; it is at an address of its own. */
const MOST_COLUMNS = 100;

/** Whether everybody sees the dataset. */
export function isOpen({ isPublic, status, takenDown }: DatasetItem): boolean {
  return isPublic && status === "ready" && takenDown === null;
}

/** The description in the head of a dataset's page: Croissant, which is a Dataset of schema.org too. */
export function headDescription(facts: DatasetFacts): JsonObject {
  return facts.columns.length <= MOST_COLUMNS ? croissant(facts) : schemaOrgDataset(facts);
}
