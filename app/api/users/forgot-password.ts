import { z } from "zod";
import { forgot } from "../../account/auth-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line } from "#domain/core/text/text-schemas.ts";

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/users/forgot-password",
  who: "anyone",
  scope: "session",
  summary: "Mails a link for a new password.",
  body: z.strictObject({ email: line() }),
  answers: { 200: { body: z.strictObject({ message: z.string() }), about: "the same for every address" } },
  run: async ({ context, body: { email } }) => answered(await forgot(context, email), 200, (message) => ({ message })),
});
