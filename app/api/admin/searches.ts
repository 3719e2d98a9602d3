import { z } from "zod";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { pageQuery } from "../../http/json-api/query.ts";

export const listSearches = endpoint({
  method: "GET",
  path: "/api/admin/searches",
  who: "admin",
  summary: "What people searched the DataStore for in the last 30 days and did not find, most frequent first.",
  query: z.strictObject(pageQuery),
  answers: {
    200: {
      body: z.array(z.strictObject({ phrase: z.string(), searches: z.number(), last_day: z.string() })),
      about: "the searches",
    },
  },
  run: async (request) =>
    listAnswer(
      request,
      await request.context.platform.emptySearches.page(rangeOf(request.query)),
      ({ phrase, searches, lastDay }) => ({ phrase, searches, last_day: lastDay }),
    ),
});
