import { z } from "zod";
import { register } from "../../account/auth-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

const body = z.strictObject({
  name: z.string(),
  email: z.string(),
  password: z.string(),
  terms: z.literal(true).optional(),
});

/** POST /api/users/register */
const handle = apiRoute({
  POST: call({
    who: "anyone",
    body,
    run: async ({ context, body: { name, email, password }, cause }) =>
      answered(await register(context, { name, email, password }, cause), (message) => ({ message }), 201),
  }),
});

export const loader = handle;
export const action = handle;
