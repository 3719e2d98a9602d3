import { z } from "zod";
import { activate } from "../../connectors/connector-calls.ts";
import { setupChanges, setupFields } from "../../instances/setup-fields.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

const body = z.strictObject({ connector_id: z.string(), ...setupFields });

/** POST /api/connectors/activate */
const handle = apiRoute({
  POST: call({
    who: "user",
    body,
    run: async ({ context, viewer, body: { connector_id, ...fields }, cause }) =>
      answered(
        await activate(context.platform, connector_id, setupChanges(fields), viewer, cause),
        (value) => value,
        201,
      ),
  }),
});

export const loader = handle;
export const action = handle;
