import { z } from "zod";
import { resend } from "../../account/auth-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** POST /api/users/resend-verification: the same answer for known and unknown addresses. */
const handle = apiRoute({
  POST: call({
    who: "anyone",
    body: z.strictObject({ email: z.string() }),
    run: async ({ context, body: { email } }) => answered(await resend(context, email), (message) => ({ message })),
  }),
});

export const loader = handle;
export const action = handle;
