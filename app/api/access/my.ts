import { z } from "zod";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { GRANTED_DATASETS } from "#projections/catalogue/grant-queries.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";

export const listAccess = endpoint({
  method: "GET",
  path: "/api/access/my",
  who: "user",
  limitedKeys: "chosen",
  summary: "The datasets that you were given access to.",
  query: listQuery(GRANTED_DATASETS, {}),
  answers: { 200: { body: z.array(z.string()), about: "the ids of the datasets you have access to" } },
  run: async (request) => {
    const { context, viewer, query } = request;
    const page = await context.platform.queries.catalogue.grantedIdsPage(
      viewer.id,
      rangeOf(query),
      context.key?.reach ? [...context.key.reach.tableIds] : null,
    );
    return listAnswer(request, page, (id) => id);
  },
});
