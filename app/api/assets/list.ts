import { datasetShape } from "../../datasets/dataset-shape.ts";
import { apiRoute, call } from "../../http/api-route.ts";
import { page } from "../../http/paging.ts";

/** GET /api/assets: the datasets that the viewer may see. */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    run: async ({ context, viewer, url }) => page(url, (await context.platform.queries.catalogue.listDatasets(viewer?.id ?? null)).map(datasetShape)),
  }),
});

export const loader = handle;
export const action = handle;
