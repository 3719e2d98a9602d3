import { publishTheDraft } from "../../drafts/draft-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { madeBody, madeShape } from "../made.ts";

export const publishDraft = endpoint({
  method: "POST",
  path: "/api/connectors/{id}/publish",
  who: "owner",
  about: "draft",
  summary: "Turns a draft into the next version of its connector.",
  answers: { 201: { body: madeBody, location: ({ id }: { id: string }) => `/api/connectors/${id}` } },
  run: async ({ context, viewer, params: { id }, cause }) =>
    answered(await publishTheDraft(context.platform, id, viewer, cause), 201, madeShape),
});
