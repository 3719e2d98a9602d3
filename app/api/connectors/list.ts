import { z } from "zod";
import { connectorBody, connectorShape } from "../shapes/connector-shape.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { catalogueAnswer } from "../catalogue-page.ts";
import { catalogueQuery } from "../../http/json-api/query.ts";

export const listConnectors = endpoint({
  method: "GET",
  path: "/api/connectors",
  who: "anyone",
  limitedKeys: "chosen",
  summary: "The connectors that you may see.",
  query: z.strictObject(catalogueQuery),
  answers: {
    200: {
      body: z.array(connectorBody),
      about:
        "the latest version of every connector you may see; dsl is null where it is larger than 16 kB, and dsl_left_out is true: the next call has it",
    },
  },
  run: async (request) => {
    const { catalogue } = request.context.platform.queries;
    const viewer = request.viewer?.id ?? null;
    return catalogueAnswer(request, "connector", {
      read: (ids) => catalogue.listedConnectors(ids, viewer),
      shape: connectorShape,
    });
  },
});
