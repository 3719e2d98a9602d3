import { z } from "zod";
import { connectionWithRunBody } from "../../instances/connection-body.ts";
import { connectionsOf } from "../../instances/connections.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { pageQuery } from "../../http/json-api/query.ts";

export const listConnections = endpoint({
  method: "GET",
  path: "/api/connectors/my",
  who: "user",
  summary: "Your connections.",
  query: z.strictObject(pageQuery),
  answers: {
    200: {
      body: z.array(connectionWithRunBody),
      about:
        "your connections, the oldest first, each with last_run (a run as below) and tables: [{ operation, table_name, rows, columns, updated_at }], one for each operation",
    },
  },
  run: async (request) => {
    const page = await connectionsOf(request.context.platform, request.viewer, rangeOf(request.query));
    return listAnswer(request, page, (connection) => connection);
  },
});
