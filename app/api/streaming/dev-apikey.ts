import { z } from "zod";
import { renewStreamingKey } from "../../account/streaming-key.ts";
import { answered, apiRoute, call, failure } from "../../http/json-api/api-route.ts";

/** POST /api/dev/apikey: Generate New Key, for the session's own address only. */
const handle = apiRoute({
  POST: call({
    who: "user",
    body: z.strictObject({ email: z.string() }),
    run: async ({ context, viewer, body: { email }, cause }) => {
      if (email.trim().toLowerCase() !== viewer.email)
        return failure("A key can only be made for your own e-mail address.", 403);
      return answered(await renewStreamingKey(context.platform, viewer, cause), ({ key }) => ({ api_key: key }));
    },
  }),
});

export const loader = handle;
export const action = handle;
