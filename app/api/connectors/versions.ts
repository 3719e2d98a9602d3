import { versionsOf } from "../../connectors/connector-calls.ts";
import { connectorShape } from "../../connectors/connector-shape.ts";
import { draftShape } from "../../connectors/draft-calls.ts";
import { apiRoute, call, json, notFound } from "../../http/api-route.ts";

/** GET /api/connectors/{id or rootId}/versions, newest first; its owner's list begins with the open draft. */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    run: async ({ context, viewer, params }) => {
      const versions = await versionsOf(context.platform, params["id"] ?? "", viewer);
      const [newest] = versions;
      if (!newest) return notFound();
      const draft = viewer && newest.owned ? await context.platform.queries.drafts.ofLineage(newest.root_id, viewer.id) : null;
      return json([...(draft && viewer ? [await draftShape(context.platform, draft, viewer)] : []), ...versions.map(connectorShape)]);
    },
  }),
});

export const loader = handle;
export const action = handle;
