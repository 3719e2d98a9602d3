import { apiRoute, call } from "../../http/api-route.ts";
import { page } from "../../http/paging.ts";

/** GET /api/access/my: ids of the datasets granted to the viewer. */
const handle = apiRoute({
  GET: call({
    who: "user",
    run: async ({ context, viewer, url }) => page(url, (await context.platform.queries.catalogue.datasetsGrantedTo(viewer.id)).map(({ id }) => id)),
  }),
});

export const loader = handle;
export const action = handle;
