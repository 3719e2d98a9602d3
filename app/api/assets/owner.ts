import { erase } from "../../datasets/dataset-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** DELETE /api/assets/{id}/owner */
const handle = apiRoute({
  DELETE: call({
    who: "user",
    run: async ({ context, viewer, params, cause }) =>
      answered(await erase(context.platform, params["id"] ?? "", viewer, cause), (value) => value),
  }),
});

export const loader = handle;
export const action = handle;
