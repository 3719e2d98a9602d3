import { usageOf } from "../../account/usage.ts";
import { apiRoute, call, json } from "../../http/api-route.ts";

/** GET /api/users/usage */
export const { loader, action } = apiRoute({
  GET: call({ who: "user", run: async ({ context, viewer }) => json(await usageOf(context.platform, viewer.id)) }),
});
