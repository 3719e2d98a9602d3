import { recordOf } from "../../runs/run-calls.ts";
import { runRecordShape } from "../../runs/run-shape.ts";
import { answered, apiRoute, call, notFound } from "../../http/json-api/api-route.ts";

/** GET /api/connectors/instance/{instanceId}/runs/{runId} */
const handle = apiRoute({
  GET: call({
    who: "user",
    run: async ({ context, viewer, params }) => {
      const found = await recordOf(context.platform, params["runId"] ?? "", viewer);
      if (found.ok && found.value.run.instance_id !== params["instanceId"]) return notFound();
      return answered(found, runRecordShape);
    },
  }),
});

export const loader = handle;
export const action = handle;
