import { disconnect } from "../../connectors/connector-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** POST /api/connectors/remove/{instanceId} */
const handle = apiRoute({
  POST: call({
    who: "user",
    run: async ({ context, viewer, params, cause }) =>
      answered(await disconnect(context.platform, params["instanceId"] ?? "", viewer, cause), () => ({
        message: "The connection was removed.",
      })),
  }),
});

export const loader = handle;
export const action = handle;
