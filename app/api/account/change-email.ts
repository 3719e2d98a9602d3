import { z } from "zod";
import { changeOwnEmail } from "../../account/profile-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line, raw } from "#domain/core/text/text-schemas.ts";

export const changeEmail = endpoint({
  method: "POST",
  path: "/api/users/change_email",
  who: "user",
  scope: "session",
  summary: "Mails a link to a new address; the address changes when the link is opened.",
  body: z.strictObject({ new_email: line(), password: raw("a password") }),
  answers: { 200: { body: z.strictObject({ message: z.string() }), about: "the same for every address" } },
  run: async ({ context, viewer, body: { new_email: email, password } }) =>
    answered(await changeOwnEmail(context, { email, password }, viewer), 200, (message) => ({ message })),
});
