import { z } from "zod";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { pageQuery } from "../../http/json-api/query.ts";

export const listCategories = endpoint({
  method: "GET",
  path: "/api/assets/categories",
  who: "anyone",
  limitedKeys: "all",
  summary: "The categories of datasets and connectors.",
  query: z.strictObject(pageQuery),
  answers: { 200: { body: z.array(z.string()), about: "the names of the categories" } },
  run: async (request) => {
    const { limit, offset } = rangeOf(request.query);
    const names = await request.context.platform.categories.fresh();
    const page = { items: names.slice(offset, offset + limit), total: names.length };
    return listAnswer(request, page, (name) => name);
  },
});
