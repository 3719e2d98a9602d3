import { z } from "zod";
import { datasetBody, datasetShape } from "../shapes/dataset-shape.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { catalogueAnswer } from "../catalogue-page.ts";
import { catalogueQuery } from "../../http/json-api/query.ts";

export const listDatasets = endpoint({
  method: "GET",
  path: "/api/assets",
  who: "anyone",
  limitedKeys: "chosen",
  summary: "The datasets that you may see.",
  query: z.strictObject(catalogueQuery),
  answers: { 200: { body: z.array(datasetBody), about: "the datasets you may see" } },
  run: async (request) => {
    const { catalogue } = request.context.platform.queries;
    const viewer = request.viewer?.id ?? null;
    return catalogueAnswer(request, "dataset", {
      read: (ids) => catalogue.datasetsById(ids, viewer),
      shape: datasetShape,
    });
  },
});
