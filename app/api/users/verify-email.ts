import { z } from "zod";
import { verify } from "../../account/auth-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const verifyEmail = endpoint({
  method: "GET",
  path: "/api/users/verify-email/{token}",
  who: "anyone",
  scope: "session",
  changes: true,
  summary: "Verifies an address by a mailed link; it may be fetched twice, and does not log in.",
  answers: { 200: { body: z.strictObject({ message: z.string(), redirect: z.string() }) } },
  run: async ({ context, params, cause }) =>
    answered(await verify(context, params.token, cause), 200, ({ message, goOn }) => ({ message, redirect: goOn })),
});
