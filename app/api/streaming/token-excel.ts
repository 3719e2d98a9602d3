import { cameFromUs } from "../../http/security/same-origin.ts";
import { apiRoute, call, failure, json } from "../../http/json-api/api-route.ts";

/** GET /api/token/excel: a token for 15 minutes. It is made by a GET, so other sites' pages must not be able to ask for it. */
const handle = apiRoute({
  GET: call({
    who: "user",
    changes: true,
    run: async ({ context, viewer, request }) => {
      if (!cameFromUs(request)) return failure("This call only works from the site itself.", 403);
      const { token, expiresAt } = await context.platform.excelTokens.issue(viewer.id);
      return json({ token, expires_at: expiresAt.toISOString() });
    },
  }),
});

export const loader = handle;
export const action = handle;
