import { connectionsOf } from "../../connectors/connections.ts";
import { apiRoute, call } from "../../http/api-route.ts";
import { page } from "../../http/paging.ts";

/** GET /api/connectors/my: the viewer's connections. */
const handle = apiRoute({
  GET: call({ who: "user", run: async ({ context, viewer, url }) => page(url, await connectionsOf(context.platform, viewer)) }),
});

export const loader = handle;
export const action = handle;
