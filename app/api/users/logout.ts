import { z } from "zod";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const logout = endpoint({
  method: "POST",
  path: "/api/users/logout",
  who: "anyone",
  scope: "session",
  summary: "Ends the session and takes its cookie away.",
  answers: { 200: { body: z.strictObject({ message: z.string(), redirect: z.string() }) } },
  run: async ({ context }) => {
    const cookie = await context.platform.sessionDoor.close(context.session?.sid ?? null);
    return answer(200, { message: "You are logged out.", redirect: "/login" }, { "Set-Cookie": cookie });
  },
});
