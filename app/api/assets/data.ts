import { previewOf } from "../../datasets/dataset-calls.ts";
import { answered, apiRoute, call } from "../../http/api-route.ts";

/** GET /api/assets/{id}/data */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    run: async ({ context, viewer, params }) => answered(await previewOf(context, params["id"] ?? "", viewer), (value) => value),
  }),
});

export const loader = handle;
export const action = handle;
