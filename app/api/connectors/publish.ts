import { publishTheDraft } from "../../drafts/draft-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** POST /api/connectors/{id}/publish: turns a draft into the next version. */
const handle = apiRoute({
  POST: call({
    who: "user",
    run: async ({ context, viewer, params, cause }) =>
      answered(await publishTheDraft(context.platform, params["id"] ?? "", viewer, cause), (value) => value, 201),
  }),
});

export const loader = handle;
export const action = handle;
