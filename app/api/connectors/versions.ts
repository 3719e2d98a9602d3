import { z } from "zod";
import {
  connectorBody,
  connectorShape,
  connectorWithVersionsBody,
  versionShape,
  wholeConnectorShape,
} from "../shapes/connector-shape.ts";
import { draftBody, draftShape } from "../shapes/draft-shape.ts";
import { NOT_FOUND } from "../../http/call-result.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { NEWEST_VERSIONS } from "#projections/catalogue/connector-queries.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";

export const listVersions = endpoint({
  method: "GET",
  path: "/api/connectors/{id}/versions",
  who: "anyone",
  about: "connector",
  summary: "The versions of a connector; its owner's list begins with the open draft.",
  query: listQuery(NEWEST_VERSIONS, {}),
  answers: {
    200: {
      body: z.array(z.union([connectorBody, draftBody])),
      about: "all versions, newest first; dsl and dsl_left_out as in the list",
    },
  },
  run: async (request) => {
    const { viewer, params, query } = request;
    const { platform } = request.context;
    const { catalogue, drafts } = platform.queries;
    const [newest] = (await catalogue.connectorVersionsPage(params.id, viewer?.id ?? null, { limit: 1, offset: 0 }))
      .items;
    if (!newest) return NOT_FOUND;
    const draft = viewer && newest.owned ? await drafts.ofLineage(newest.rootId, viewer.id) : null;
    // The draft is the first item of the list; the versions follow.
    const first = draft ? 1 : 0;
    const { limit, offset, after } = rangeOf(query);
    const shown = draft && viewer && offset === 0 && !after ? [await draftShape(platform, draft, viewer)] : [];
    const { next, ...versions } = await catalogue.connectorVersionsPage(newest.rootId, viewer?.id ?? null, {
      limit: limit - shown.length,
      offset: Math.max(0, offset - first),
      ...(after ? { after } : {}),
    });
    const items = [...shown, ...versions.items.map(connectorShape)];
    // A page that the draft fills is followed by all versions.
    const following = items.length === 1 && limit === shown.length ? [newest.version + 1] : next;
    return listAnswer(request, { items, total: first + versions.total, next: following }, (item) => item);
  },
});

export const getLatestVersion = endpoint({
  method: "GET",
  path: "/api/connectors/{id}/latest",
  who: "anyone",
  about: "connector",
  summary: "The latest version of a connector, by the id of any of its versions: this address stays.",
  answers: {
    200: {
      body: connectorWithVersionsBody,
      about: "the latest version that you may see, with all_versions; Content-Location is its own address",
    },
  },
  run: async ({ context, viewer, params: { id } }) => {
    const { catalogue } = context.platform.queries;
    const viewerId = viewer?.id ?? null;
    const versions = await catalogue.connectorVersions(id, viewerId);
    const [newest] = versions.toSorted((one, other) => other.version - one.version);
    const item = newest ? await catalogue.connector(newest.id, viewerId) : null;
    if (!item) return NOT_FOUND;
    const own = `${context.platform.site.appUrl}/api/connectors/${item.id}`;
    const body = { ...wholeConnectorShape(item), all_versions: versions.map(versionShape) };
    return answer(200, body, { "Content-Location": own });
  },
});
