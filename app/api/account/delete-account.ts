import { z } from "zod";
import { deleteOwnAccount } from "../../account/deletion-calls.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { raw } from "#domain/core/text/text-schemas.ts";

export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/api/users/me",
  who: "user",
  scope: "session",
  summary: "Deletes your account and what belongs to it. Your sessions and keys end at once.",
  body: z.strictObject({ password: raw("a password") }),
  answers: { 200: { body: z.strictObject({ message: z.string() }) } },
  run: async ({ context, viewer, body: { password }, cause }) => {
    const deleted = await deleteOwnAccount(context, password, viewer, cause);
    if (!deleted.ok) return deleted;
    const cookie = await context.platform.sessionDoor.close(context.session?.sid ?? null);
    return answer(200, { message: deleted.value }, { "Set-Cookie": cookie });
  },
});
