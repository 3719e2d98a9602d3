import { z } from "zod";
import { BLANK_DRAFT, editConnector, newDraft, save } from "../../drafts/draft-calls.ts";
import { draftContent, draftFields } from "../../drafts/draft-fields.ts";
import { answer, answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line } from "#domain/core/text/text-schemas.ts";

const body = z.strictObject({ connector: z.strictObject({ id: z.string() }) });

export const makeDraft = endpoint({
  method: "POST",
  path: "/api/connectors/draft",
  who: "user",
  about: "connector",
  names: { parent_id: "connector" },
  summary: "Makes a draft, or with parent_id opens the draft of that connector.",
  body: z.strictObject({ parent_id: line().nullable().optional(), ...draftFields }),
  answers: {
    200: { body, about: "of a draft that was open already" },
    201: {
      body,
      about: "of a new draft",
      location: ({ connector }: { connector: { id: string } }) => `/api/connectors/${connector.id}`,
    },
  },
  run: async ({ context, viewer, body: { parent_id, ...fields }, cause }) => {
    const { platform } = context;
    const content = draftContent(fields);
    if (!parent_id)
      return answered(await newDraft(platform, { ...BLANK_DRAFT, ...content }, viewer, cause), 201, ({ draftId }) => ({
        connector: { id: draftId },
      }));
    const opened = await editConnector(platform, parent_id, viewer, cause);
    if (!opened.ok) return opened;
    const { draftId, reused } = opened.value;
    if (!reused && Object.keys(content).length > 0) {
      const saved = await save(platform, draftId, content, viewer, cause);
      if (!saved.ok) return saved;
    }
    return answer(reused ? 200 : 201, { connector: { id: draftId } });
  },
});
