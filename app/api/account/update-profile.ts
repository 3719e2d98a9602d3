import { z } from "zod";
import { renameViewer } from "../../account/profile-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line } from "#domain/core/text/text-schemas.ts";

export const updateProfile = endpoint({
  method: "POST",
  path: "/api/users/update_profile",
  who: "user",
  summary: "Changes your name.",
  body: z.strictObject({ name: line() }),
  answers: { 200: { body: z.strictObject({ name: z.string() }) } },
  run: async ({ context, viewer, body: { name }, cause }) =>
    answered(await renameViewer(context.platform, name, viewer, cause), 200, (value) => value),
});
