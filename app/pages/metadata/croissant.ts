import type { LoaderFunctionArgs } from "@remix-run/node";
import { throwNotFound } from "../../http/forms/page.ts";
import { croissant } from "../../metadata/croissant.ts";
import { describedDataset, jsonAnswer } from "../../metadata/describe-dataset.ts";

/** GET /dataset_profile/{id}/croissant.json: a dataset in Croissant 1.0, for who may see its page. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  const found = await describedDataset(context, params["id"] ?? "");
  return found ? jsonAnswer(croissant(found.facts), "application/ld+json") : throwNotFound();
}
