import { z } from "zod";
import { datasetBody, datasetShape } from "../shapes/dataset-shape.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { searchQuery } from "../../http/json-api/query.ts";

export const listDatasets = endpoint({
  method: "GET",
  path: "/api/assets",
  who: "anyone",
  summary: "The datasets that you may see.",
  query: z.strictObject(searchQuery),
  answers: { 200: { body: z.array(datasetBody), about: "the datasets you may see, newest first" } },
  run: async (request) => {
    const { context, viewer, query } = request;
    const { catalogue } = context.platform.queries;
    const page = await catalogue.datasetsPage(viewer?.id ?? null, query.search, rangeOf(query));
    return listAnswer(request, page, datasetShape);
  },
});
