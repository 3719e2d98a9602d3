import { versionsOf } from "../../connectors/connector-calls.ts";
import { connectorShape } from "../../connectors/connector-shape.ts";
import { apiRoute, call, failure, json } from "../../http/api-route.ts";

/** GET /api/connectors/{id or rootId}/versions, newest first */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    run: async ({ context, viewer, params }) => {
      const versions = await versionsOf(context.platform, params["id"] ?? "", viewer);
      return versions.length === 0 ? failure("Item not found", 404) : json(versions.map(connectorShape));
    },
  }),
});

export const loader = handle;
export const action = handle;
