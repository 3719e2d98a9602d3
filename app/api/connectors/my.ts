import { z } from "zod";
import { instanceWithRunBody, instanceWithRunShape } from "../shapes/instance-shape.ts";
import { instancesOf } from "../../instances/instances.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { OLDEST_INSTANCES } from "#projections/instances/queries.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";

export const listInstances = endpoint({
  method: "GET",
  path: "/api/connectors/my",
  who: "user",
  limitedKeys: "chosen",
  summary: "Your connections.",
  query: listQuery(OLDEST_INSTANCES, {}),
  answers: {
    200: {
      body: z.array(instanceWithRunBody),
      about:
        "your connections, the oldest first, each with last_run (a run as below) and tables: [{ operation, table_name, rows, columns, updated_at }], one for each operation",
    },
  },
  run: async (request) => {
    const { context, viewer, query } = request;
    const only = context.key?.reach ? [...context.key.reach.instances] : null;
    const page = await instancesOf(context.platform, viewer, rangeOf(query), only);
    return listAnswer(request, page, (instance) => instanceWithRunShape(instance, context.key));
  },
});
