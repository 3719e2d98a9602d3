import { z } from "zod";
import { BLANK_DRAFT, editConnector, newDraft, save } from "../../drafts/draft-calls.ts";
import { draftContent, draftFields } from "../../drafts/draft-fields.ts";
import { answered, apiRoute, call, json } from "../../http/json-api/api-route.ts";

const body = z.strictObject({ ...draftFields, parent_id: z.string().nullable().optional() });

/** POST /api/connectors/draft: a new draft, or with `parent_id` the open one of that connector. */
const handle = apiRoute({
  POST: call({
    who: "user",
    body,
    run: async ({ context, viewer, body: { parent_id, ...fields }, cause }) => {
      const { platform } = context;
      const content = draftContent(fields);
      if (!parent_id) {
        return answered(
          await newDraft(platform, { ...BLANK_DRAFT, ...content }, viewer, cause),
          ({ draftId }) => ({ connector: { id: draftId } }),
          201,
        );
      }
      const opened = await editConnector(platform, parent_id, viewer, cause);
      if (!opened.ok) return answered(opened, () => null);
      const { draftId, reused } = opened.value;
      if (!reused && Object.keys(content).length > 0) {
        const saved = await save(platform, draftId, content, viewer, cause);
        if (!saved.ok) return answered(saved, () => null);
      }
      return json({ connector: { id: draftId } }, reused ? 200 : 201);
    },
  }),
});

export const loader = handle;
export const action = handle;
