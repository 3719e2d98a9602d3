import { z } from "zod";
import { connectionsOf } from "../../instances/connections.ts";
import { apiRoute, call } from "../../http/json-api/api-route.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { pageQuery } from "../../http/json-api/query.ts";

/** GET /api/connectors/my: the viewer's connections. */
const handle = apiRoute({
  GET: call({
    who: "user",
    query: z.strictObject(pageQuery),
    run: async (request) =>
      listAnswer(request, await connectionsOf(request.context.platform, request.viewer, rangeOf(request.query))),
  }),
});

export const loader = handle;
export const action = handle;
