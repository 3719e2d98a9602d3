import { z } from "zod";
import { connectorBody, connectorShape } from "../shapes/connector-shape.ts";
import { draftBody, draftShape } from "../shapes/draft-shape.ts";
import { save, setActive } from "../../drafts/draft-calls.ts";
import { draftContent, draftFields } from "../../drafts/draft-fields.ts";
import { NOT_FOUND, refuse } from "../../http/call-result.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const changeDraft = endpoint({
  method: "PATCH",
  path: "/api/connectors/{id}/draft",
  who: "owner",
  about: "draft",
  summary: "Saves a draft; status inactive takes a published version out of use.",
  body: z.strictObject({
    ...draftFields,
    status: z.enum(["draft", "inactive"], "status can be set to draft or inactive only.").optional(),
  }),
  answers: { 200: { body: z.union([draftBody, connectorBody]), about: "the draft, or the version" } },
  run: async ({ context, viewer, params: { id }, body: { status, ...fields }, cause }) => {
    const { platform } = context;
    const row = await platform.queries.drafts.byId(id, viewer.id);
    if (!row) {
      if (status !== "inactive" || Object.keys(fields).length > 0) return NOT_FOUND;
      const result = await setActive(platform, id, false, viewer, cause);
      if (!result.ok) return result;
      const item = await platform.queries.catalogue.connector(id, viewer.id);
      return item ? answer(200, connectorShape(item)) : NOT_FOUND;
    }
    if (status === "inactive") return refuse("draft-not-published");
    const saved = await save(platform, id, draftContent(fields), viewer, cause);
    if (!saved.ok) return saved;
    const after = await platform.queries.drafts.byId(id, viewer.id);
    return after ? answer(200, await draftShape(platform, after, viewer)) : NOT_FOUND;
  },
});
