import { z } from "zod";
import { apiRoute, call } from "../../http/json-api/api-route.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { pageQuery } from "../../http/json-api/query.ts";

/** GET /api/access/my: ids of the datasets granted to the viewer. */
const handle = apiRoute({
  GET: call({
    who: "user",
    query: z.strictObject(pageQuery),
    run: async (request) => {
      const { context, viewer, query } = request;
      return listAnswer(request, await context.platform.queries.catalogue.grantedIdsPage(viewer.id, rangeOf(query)));
    },
  }),
});

export const loader = handle;
export const action = handle;
