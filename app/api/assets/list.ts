import { datasetShape } from "../../datasets/dataset-shape.ts";
import { apiRoute, call } from "../../http/api-route.ts";
import { page } from "../../http/paging.ts";

/** GET /api/assets: the datasets that the viewer may see. */
export const { loader, action } = apiRoute({
  GET: call({
    who: "anyone",
    run: async ({ context, viewer, url }) => page(url, (await context.platform.queries.catalogue.listDatasets(viewer?.id ?? null)).map(datasetShape)),
  }),
});
