import { runsOfConnection } from "../../connectors/run-calls.ts";
import { runLineShape } from "../../connectors/run-shape.ts";
import { answered, apiRoute, call } from "../../http/api-route.ts";
import { pageAsked, windowed } from "../../http/paging.ts";

/** GET /api/connectors/instance/{instanceId}/runs: newest first. */
const handle = apiRoute({
  GET: call({
    who: "user",
    run: async ({ context, viewer, params, url }) => {
      const asked = pageAsked(url);
      if (!asked.ok) return answered(asked, () => null);
      const found = await runsOfConnection(context.platform, params["instanceId"] ?? "", viewer, asked.value);
      return found.ok ? windowed(url, asked.value, found.value.total, found.value.runs.map(runLineShape)) : answered(found, () => null);
    },
  }),
});

export const loader = handle;
export const action = handle;
