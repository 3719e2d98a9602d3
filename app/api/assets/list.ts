import { z } from "zod";
import { PERIODS } from "#projections/catalogue/queries.ts";
import { datasetBody, datasetShape } from "../shapes/dataset-shape.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { catalogueAnswer } from "../catalogue-page.ts";
import { catalogueQuery, several } from "../../http/json-api/query.ts";

export const listDatasets = endpoint({
  method: "GET",
  path: "/api/assets",
  who: "anyone",
  limitedKeys: "chosen",
  summary: "The datasets that you may see.",
  query: z.strictObject({
    ...catalogueQuery,
    license: several.optional().describe("Only datasets with this licence, or with one of these."),
    updated_within: z
      .enum(PERIODS)
      .optional()
      .describe("Only datasets whose newest rows came since the beginning of the day (UTC) that was so long ago."),
  }),
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
