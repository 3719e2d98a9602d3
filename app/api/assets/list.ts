import { z } from "zod";
import { datasetShape } from "../../datasets/dataset-shape.ts";
import { apiRoute, call } from "../../http/json-api/api-route.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { searchQuery } from "../../http/json-api/query.ts";

/** GET /api/assets: the datasets that the viewer may see. */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    query: z.strictObject(searchQuery),
    run: async (request) => {
      const { context, viewer, query } = request;
      return listAnswer(
        request,
        await context.platform.queries.catalogue.datasetsPage(viewer?.id ?? null, query.search, rangeOf(query)),
        datasetShape,
      );
    },
  }),
});

export const loader = handle;
export const action = handle;
