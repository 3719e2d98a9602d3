import { apiRoute, call, json } from "../../http/json-api/api-route.ts";
import { streamingKey } from "../../account/streaming-key.ts";

/** GET /api/users/me */
const handle = apiRoute({
  GET: call({
    who: "user",
    run: async ({ context, viewer }) => {
      const { id, name, email, plan, roles } = viewer;
      return json({ id, name, email, plan, api_key: await streamingKey(context.platform, viewer), roles });
    },
  }),
});

export const loader = handle;
export const action = handle;
