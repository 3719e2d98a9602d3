import type { LoaderFunctionArgs } from "@remix-run/node";
import { throwNotFound } from "../../http/forms/page.ts";
import { schemaOrgDataset } from "../../metadata/schema-org.ts";
import { describedDataset, jsonAnswer } from "../../metadata/describe-dataset.ts";

/** GET /dataset_profile/{id}/dataset.jsonld: a dataset as a Dataset of schema.org, for who may see its page. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  const found = await describedDataset(context, params["id"] ?? "");
  return found ? jsonAnswer(schemaOrgDataset(found.facts), "application/ld+json") : throwNotFound();
}
