import { z } from "zod";
import { CATEGORIES } from "../../connectors/categories.ts";
import { apiRoute, call } from "../../http/json-api/api-route.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { pageQuery } from "../../http/json-api/query.ts";

/** GET /api/assets/categories */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    query: z.strictObject(pageQuery),
    run: async (request) => {
      const { limit, offset } = rangeOf(request.query);
      return listAnswer(request, { items: CATEGORIES.slice(offset, offset + limit), total: CATEGORIES.length });
    },
  }),
});

export const loader = handle;
export const action = handle;
