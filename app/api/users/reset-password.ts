import { z } from "zod";
import { reset } from "../../account/auth-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/users/reset-password/{token}",
  who: "anyone",
  scope: "session",
  summary: "Sets a new password by a mailed link.",
  body: z.strictObject({
    password: z.string(),
    keep_keys: z
      .boolean()
      .default(false)
      .describe("absent or false: API keys and the streaming key end, and webhooks are switched off"),
  }),
  answers: { 200: { body: z.strictObject({ message: z.string() }) } },
  run: async ({ context, params: { token }, body: { password, keep_keys: keepKeys }, cause }) =>
    answered(await reset(context, { token, password, keepKeys }, cause), 200, (message) => ({ message })),
});
