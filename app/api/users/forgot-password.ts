import { z } from "zod";
import { forgot } from "../../account/auth-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** POST /api/users/forgot-password */
const handle = apiRoute({
  POST: call({
    who: "anyone",
    body: z.strictObject({ email: z.string() }),
    run: async ({ context, body: { email } }) => answered(await forgot(context, email), (message) => ({ message })),
  }),
});

export const loader = handle;
export const action = handle;
