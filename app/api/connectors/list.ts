import { z } from "zod";
import { connectorShape } from "../../connectors/connector-shape.ts";
import { apiRoute, call } from "../../http/json-api/api-route.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { searchQuery } from "../../http/json-api/query.ts";

/** GET /api/connectors: the latest version of every connector that the viewer may see. */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    query: z.strictObject(searchQuery),
    run: async (request) => {
      const { context, viewer, query } = request;
      return listAnswer(
        request,
        await context.platform.queries.catalogue.connectorsPage(viewer?.id ?? null, query.search, rangeOf(query)),
        connectorShape,
      );
    },
  }),
});

export const loader = handle;
export const action = handle;
