import { z } from "zod";
import { draftShape, save, setActive } from "../../drafts/draft-calls.ts";
import { connectorShape } from "../../connectors/connector-shape.ts";
import { draftContent, draftFields } from "../../drafts/draft-fields.ts";
import { answered, apiRoute, call, failure, json, notFound } from "../../http/json-api/api-route.ts";

const body = z.strictObject({
  ...draftFields,
  status: z.enum(["draft", "inactive"], "status can be set to draft or inactive only.").optional(),
});

/** PATCH /api/connectors/{id}/draft: saves a draft; `status: inactive` takes a published version out of use. */
const handle = apiRoute({
  PATCH: call({
    who: "user",
    body,
    run: async ({ context, viewer, params, body: { status, ...fields }, cause }) => {
      const { platform } = context;
      const id = params["id"] ?? "";
      const row = await platform.queries.drafts.byId(id, viewer.id);
      if (!row) {
        if (status !== "inactive" || Object.keys(fields).length > 0) return notFound();
        const result = await setActive(platform, id, false, viewer, cause);
        if (!result.ok) return answered(result, () => null);
        const item = await platform.queries.catalogue.connector(id, viewer.id);
        return item ? json(connectorShape(item)) : notFound();
      }
      if (status === "inactive") return failure("A draft is not published, so it cannot be set inactive.", 409);
      const saved = await save(platform, id, draftContent(fields), viewer, cause);
      if (!saved.ok) return answered(saved, () => null);
      const after = await platform.queries.drafts.byId(id, viewer.id);
      return after ? json(await draftShape(platform, after, viewer)) : notFound();
    },
  }),
});

export const loader = handle;
export const action = handle;
