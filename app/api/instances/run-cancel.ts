import { cancel } from "../../runs/run-calls.ts";
import { runShape } from "../../runs/run-shape.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** POST /api/connectors/instance/{instanceId}/runs/{runId}/cancel */
const handle = apiRoute({
  POST: call({
    who: "user",
    run: async ({ context, viewer, params, cause }) => {
      const ref = { instanceId: params["instanceId"] ?? "", runId: params["runId"] ?? "" };
      return answered(await cancel(context.platform, ref, viewer, cause), runShape);
    },
  }),
});

export const loader = handle;
export const action = handle;
