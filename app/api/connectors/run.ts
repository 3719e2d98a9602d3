import { z } from "zod";
import { runNow } from "../../connectors/run-calls.ts";
import { runShape } from "../../connectors/run-shape.ts";
import { splitOverride } from "../../connectors/setup-fields.ts";
import { answered, apiRoute, call } from "../../http/api-route.ts";

const body = z.strictObject({ override: z.boolean().optional(), restart: z.boolean().optional(), settings: z.record(z.string(), z.json()).optional() });
const WAIT_MS = 30_000;

/** POST /api/connectors/run/{instanceId} and /api/connectors/instance/{instanceId}/run */
const handle = apiRoute({
  POST: call({
    who: "user",
    body,
    run: async ({ context, viewer, params, body, cause }) => {
      const { settings, override } = splitOverride(body.settings);
      const request = { instanceId: params["instanceId"] ?? "", override: body.override ?? override ?? null, settings: settings ?? null, restart: body.restart ?? false, waitMs: WAIT_MS };
      const result = await runNow(context.platform, request, viewer, cause);
      return answered(result, runShape, result.ok && result.value.status === "running" ? 202 : 200);
    },
  }),
});

export const loader = handle;
export const action = handle;
