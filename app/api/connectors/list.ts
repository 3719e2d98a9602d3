import { connectorShape } from "../../connectors/connector-shape.ts";
import { apiRoute, call } from "../../http/api-route.ts";
import { page } from "../../http/paging.ts";

/** GET /api/connectors: the latest version of every connector that the viewer may see. */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    run: async ({ context, viewer, url }) => {
      const items = await context.platform.queries.catalogue.listConnectors(viewer?.id ?? null);
      return page(url, items.map(connectorShape));
    },
  }),
});

export const loader = handle;
export const action = handle;
