import { remove } from "../../connectors/connector-calls.ts";
import { discard, draftShape } from "../../drafts/draft-calls.ts";
import { connectorShape, versionShape } from "../../connectors/connector-shape.ts";
import { answered, apiRoute, call, json, notFound } from "../../http/json-api/api-route.ts";

/** GET and DELETE /api/connectors/{id} */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    run: async ({ context, viewer, params }) => {
      const id = params["id"] ?? "";
      const { catalogue } = context.platform.queries;
      const item = await catalogue.connector(id, viewer?.id ?? null);
      if (!item) {
        const draft = viewer && (await context.platform.queries.drafts.byId(id, viewer.id));
        return draft ? json(await draftShape(context.platform, draft, viewer)) : notFound();
      }
      const versions = await catalogue.connectorVersions(item.root_id, viewer?.id ?? null);
      return json({ ...connectorShape(item), all_versions: versions.map(versionShape) });
    },
  }),
  DELETE: call({
    who: "user",
    run: async ({ context, viewer, params, cause }) => {
      const id = params["id"] ?? "";
      if (await context.platform.queries.drafts.byId(id, viewer.id)) {
        return answered(await discard(context.platform, id, viewer, cause), () => ({
          message: "The draft was discarded.",
          deleted: true,
        }));
      }
      return answered(await remove(context.platform, id, viewer, cause), ({ message, deleted }) => ({
        message,
        deleted,
      }));
    },
  }),
});

export const loader = handle;
export const action = handle;
