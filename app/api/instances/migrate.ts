import { z } from "zod";
import { migrate } from "../../connectors/connector-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

const body = z.strictObject({
  old_connector_id: z.string(),
  new_connector_id: z.string(),
  auth_data: z.record(z.string().max(200), z.string().max(16_000)).optional(),
  settings: z.record(z.string().min(1).max(200), z.json()).optional(),
});

/** POST /api/connectors/migrate: moves the viewer's connection to another version of the same lineage. */
const handle = apiRoute({
  POST: call({
    who: "user",
    body,
    run: async ({
      context,
      viewer,
      body: { old_connector_id: from, new_connector_id: to, auth_data: auth, settings },
      cause,
    }) =>
      answered(
        await migrate(
          context.platform,
          { from, to, ...(auth ? { auth } : {}), ...(settings ? { settings } : {}) },
          viewer,
          cause,
        ),
        ({ id, unknownSettings }) => ({
          id,
          message: "Connector migrated successfully!",
          unknown_settings: unknownSettings,
        }),
      ),
  }),
});

export const loader = handle;
export const action = handle;
