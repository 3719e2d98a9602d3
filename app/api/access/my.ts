import { z } from "zod";
import { apiRoute, call } from "../../http/api-route.ts";
import { listAnswer, rangeOf } from "../../http/paging.ts";
import { pageQuery } from "../../http/query.ts";

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
