import { z } from "zod";
import { runsOfConnection } from "../../runs/run-calls.ts";
import { runLineShape } from "../../runs/run-shape.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { pageQuery } from "../../http/json-api/query.ts";

/** GET /api/connectors/instance/{instanceId}/runs: newest first. */
const handle = apiRoute({
  GET: call({
    who: "user",
    query: z.strictObject(pageQuery),
    run: async (request) => {
      const { context, viewer, params, query } = request;
      const found = await runsOfConnection(context.platform, params["instanceId"] ?? "", viewer, rangeOf(query));
      return found.ok ? listAnswer(request, found.value, runLineShape) : answered(found, () => null);
    },
  }),
});

export const loader = handle;
export const action = handle;
