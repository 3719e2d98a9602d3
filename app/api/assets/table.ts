import { previewOf } from "../../datasets/dataset-calls.ts";
import { answered, apiRoute, call } from "../../http/api-route.ts";

/** GET /api/assets/table/{tableName}: the name is looked up in the registry and never becomes SQL. */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    run: async ({ context, viewer, params }) => answered(await previewOf(context, params["tableName"] ?? "", viewer), (value) => value),
  }),
});

export const loader = handle;
export const action = handle;
