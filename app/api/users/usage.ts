import { usageOf } from "../../account/usage.ts";
import { apiRoute, call, json } from "../../http/json-api/api-route.ts";

/** GET /api/users/usage */
const handle = apiRoute({
  GET: call({ who: "user", run: async ({ context, viewer }) => json(await usageOf(context.platform, viewer.id)) }),
});

export const loader = handle;
export const action = handle;
