import type { LoaderFunctionArgs } from "@remix-run/node";
import { throwNotFound } from "../../http/forms/page.ts";
import { dataPackage } from "../../metadata/data-package.ts";
import { describedDataset, jsonAnswer } from "../../metadata/describe-dataset.ts";

/** GET /dataset_profile/{id}/datapackage.json: a dataset as a Data Package, for who may see its page. */
export async function loader({ params, context }: LoaderFunctionArgs): Promise<Response> {
  const found = await describedDataset(context, params["id"] ?? "");
  return found ? jsonAnswer(dataPackage(found.facts), "application/json") : throwNotFound();
}
