import { z } from "zod";
import type { RunRow } from "#projections/instances/queries.ts";
import { runAsItStands, runNow } from "../../runs/run-calls.ts";
import { runShape } from "../../runs/run-shape.ts";
import { splitOverride } from "../../instances/setup-fields.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";
import type { CallResult } from "../../http/call-result.ts";

const body = z.strictObject({
  override: z.boolean().optional(),
  restart: z.boolean().optional(),
  settings: z.record(z.string(), z.json()).optional(),
});
const accepted = z.object({ runId: z.string() });
const WAIT_MS = 30_000;

/** A run as the answer to Run Now: 202 while it goes on. */
function answeredRun(result: CallResult<RunRow>): Response {
  return answered(result, runShape, result.ok && result.value.status === "running" ? 202 : 200);
}

/** POST /api/connectors/run/{instanceId} and /api/connectors/instance/{instanceId}/run */
const handle = apiRoute({
  POST: call({
    who: "user",
    body,
    run: async ({ context, viewer, params, body, cause }) => {
      const { settings, override } = splitOverride(body.settings);
      const request = {
        instanceId: params["instanceId"] ?? "",
        override: body.override ?? override ?? null,
        settings: settings ?? null,
        restart: body.restart ?? false,
        waitMs: WAIT_MS,
      };
      return answeredRun(await runNow(context.platform, request, viewer, cause));
    },
    later: async ({ context }, body) => answeredRun(await runAsItStands(context.platform, accepted.parse(body).runId)),
  }),
});

export const loader = handle;
export const action = handle;
