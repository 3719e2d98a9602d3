import { z } from "zod";
import { resend } from "../../account/auth-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line } from "#domain/core/text/text-schemas.ts";

export const resendVerification = endpoint({
  method: "POST",
  path: "/api/users/resend-verification",
  who: "anyone",
  scope: "session",
  summary: "Mails the link that verifies an address again.",
  body: z.strictObject({ email: line() }),
  answers: { 200: { body: z.strictObject({ message: z.string() }), about: "the same for every address" } },
  run: async ({ context, body: { email } }) => answered(await resend(context, email), 200, (message) => ({ message })),
});
