import { z } from "zod";
import { reset } from "../../account/auth-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** POST /api/users/reset-password/{token} */
const handle = apiRoute({
  POST: call({
    who: "anyone",
    body: z.strictObject({ password: z.string() }),
    run: async ({ context, params, body: { password }, cause }) =>
      answered(await reset(context, { token: params["token"] ?? "", password }, cause), (message) => ({ message })),
  }),
});

export const loader = handle;
export const action = handle;
