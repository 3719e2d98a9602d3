import { z } from "zod";
import { logIn } from "../../account/auth-calls.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { localPath } from "../../local-path.ts";
import { line, raw } from "#domain/core/text/text-schemas.ts";

export const login = endpoint({
  method: "POST",
  path: "/api/users/login",
  who: "anyone",
  scope: "session",
  summary: "Opens a session.",
  body: z.strictObject({ email: line(), password: raw("a password"), redirect: line().optional() }),
  answers: {
    200: {
      body: z.strictObject({ redirect: z.string(), message: z.string() }),
      about: "with the session's cookie",
    },
  },
  run: async ({ context, body: { email, password, redirect } }) => {
    const result = await logIn(context, { email, password });
    if (!result.ok) return result;
    return answer(
      200,
      { redirect: localPath(redirect, "/manage"), message: "You are logged in." },
      { "Set-Cookie": result.value.cookie },
    );
  },
});
