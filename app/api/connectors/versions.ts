import { z } from "zod";
import { connectorShape } from "../../connectors/connector-shape.ts";
import { draftShape } from "../../drafts/draft-calls.ts";
import { apiRoute, call, notFound } from "../../http/json-api/api-route.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { pageQuery } from "../../http/json-api/query.ts";

/** GET /api/connectors/{id or rootId}/versions, newest first; its owner's list begins with the open draft. */
const handle = apiRoute({
  GET: call({
    who: "anyone",
    query: z.strictObject(pageQuery),
    run: async (request) => {
      const {
        context: { platform },
        viewer,
        params,
        query,
      } = request;
      const { catalogue, drafts } = platform.queries;
      const id = params["id"] ?? "";
      const [newest] = (await catalogue.connectorVersionsPage(id, viewer?.id ?? null, { limit: 1, offset: 0 })).items;
      if (!newest) return notFound();
      const draft = viewer && newest.owned ? await drafts.ofLineage(newest.root_id, viewer.id) : null;
      // The draft is the first item of the list, which the versions follow.
      const first = draft ? 1 : 0;
      const { limit, offset } = rangeOf(query);
      const shown = draft && viewer && offset === 0 ? [await draftShape(platform, draft, viewer)] : [];
      const versions = await catalogue.connectorVersionsPage(newest.root_id, viewer?.id ?? null, {
        limit: limit - shown.length,
        offset: Math.max(0, offset - first),
      });
      return listAnswer(request, {
        items: [...shown, ...versions.items.map(connectorShape)],
        total: first + versions.total,
      });
    },
  }),
});

export const loader = handle;
export const action = handle;
