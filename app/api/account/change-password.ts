import { z } from "zod";
import { changeOwnPassword } from "../../account/profile-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const changePassword = endpoint({
  method: "POST",
  path: "/api/users/change_password",
  who: "user",
  scope: "session",
  summary: "Changes your password and ends your other sessions.",
  body: z.strictObject({
    oldPassword: z.string(),
    newPassword: z.string(),
    keep_keys: z
      .boolean()
      .default(true)
      .describe("false: your API keys and the streaming key end, and your webhooks are switched off"),
  }),
  answers: { 200: { body: z.strictObject({ message: z.string() }) } },
  run: async ({ context, viewer, body: { keep_keys: keepKeys, ...passwords }, cause }) =>
    answered(await changeOwnPassword(context, { ...passwords, keepKeys }, viewer, cause), 200, (message) => ({
      message,
    })),
});
