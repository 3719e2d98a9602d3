import { z } from "zod";
import { register } from "../../account/auth-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line, raw } from "#domain/core/text/text-schemas.ts";

export const registerUser = endpoint({
  method: "POST",
  path: "/api/users/register",
  who: "anyone",
  scope: "session",
  summary: "Makes an account.",
  body: z.strictObject({
    name: line(),
    email: line(),
    password: raw("a password"),
    terms: z.literal(true).optional(),
  }),
  answers: {
    201: {
      body: z.strictObject({ message: z.string() }),
      about: "a mail with a link is on its way",
      location: () => "/api/users/me",
    },
  },
  run: async ({ context, body: { name, email, password }, cause }) =>
    answered(await register(context, { name, email, password }, cause), 201, (message) => ({ message })),
});
