import { z } from "zod";
import { connectionShape } from "../../instances/connections.ts";
import { configure } from "../../connectors/connector-calls.ts";
import { setupChanges, setupFields } from "../../instances/setup-fields.ts";
import { answered, apiRoute, call, json, notFound } from "../../http/json-api/api-route.ts";

const body = z.strictObject(setupFields);

/** PATCH /api/connectors/instance/{instanceId} */
const handle = apiRoute({
  PATCH: call({
    who: "user",
    body,
    run: async ({ context, viewer, params, body, cause }) => {
      const id = params["instanceId"] ?? "";
      const result = await configure(context.platform, id, setupChanges(body), viewer, cause);
      if (!result.ok) return answered(result, () => null);
      const row = await context.platform.queries.instances.byId(id);
      return row ? json(await connectionShape(context.platform, row, viewer)) : notFound();
    },
  }),
});

export const loader = handle;
export const action = handle;
