import { z } from "zod";
import { connectorBody, connectorShape } from "../shapes/connector-shape.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { searchQuery } from "../../http/json-api/query.ts";

export const listConnectors = endpoint({
  method: "GET",
  path: "/api/connectors",
  who: "anyone",
  summary: "The connectors that you may see.",
  query: z.strictObject(searchQuery),
  answers: {
    200: {
      body: z.array(connectorBody),
      about:
        "the latest version of every connector you may see; dsl is null where it is larger than 16 kB, and dsl_left_out is true: the next call has it",
    },
  },
  run: async (request) => {
    const { context, viewer, query } = request;
    const { catalogue } = context.platform.queries;
    const page = await catalogue.connectorsPage(viewer?.id ?? null, query.search, rangeOf(query));
    return listAnswer(request, page, connectorShape);
  },
});
