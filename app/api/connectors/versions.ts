import { z } from "zod";
import {
  connectorBody,
  connectorShape,
  connectorWithVersionsBody,
  versionShape,
  wholeConnectorShape,
} from "../shapes/connector-shape.ts";
import { draftBody, draftShape } from "../shapes/draft-shape.ts";
import { changesSince } from "../../connectors/changes/change-calls.ts";
import { KIND_WORDS } from "../../connectors/changes/change-words.ts";
import type { DefinitionChange } from "../../connectors/changes/definition-changes.ts";
import { NOT_FOUND } from "../../http/call-result.ts";
import { answer, answered } from "../../http/json-api/answers.ts";
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

const partKind = z.enum(Object.keys(KIND_WORDS) as [DefinitionChange["kind"]]);
const versionNamed = z.strictObject({ id: z.string(), version: z.number() });

const changesBody = z
  .strictObject({
    from: versionNamed.nullable().describe("null: there is no earlier version that you may see."),
    to: versionNamed,
    changes: z.array(
      z.strictObject({
        part: partKind,
        change: z.enum(["added", "removed", "changed"]),
        name: z.string(),
        details: z
          .array(z.strictObject({ what: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
          .describe("Of a changed part what is different, of an added one all of it."),
      }),
    ),
    lines_added: z.number().describe("Lines of the definition as JSON, indented by two spaces."),
    lines_removed: z.number(),
  })
  .meta({ id: "ConnectorChanges" });

export const connectorChanges = endpoint({
  method: "GET",
  path: "/api/connectors/{id}/changes",
  who: "anyone",
  about: "connector",
  summary: "What is different in a version of a connector from an earlier one: settings, columns, requests, hosts.",
  query: z.strictObject({
    since: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, "since is the number of a version.")
      .transform(Number)
      .optional()
      .describe("The number of the version to compare with; without it the one before."),
  }),
  answers: { 200: { body: changesBody, about: "the changes; defaults of private fields are for their author alone" } },
  run: async ({ context, viewer, params: { id }, query: { since } }) => {
    const { platform } = context;
    const viewerId = viewer?.id ?? null;
    const item = await platform.queries.catalogue.connector(id, viewerId);
    if (!item) return NOT_FOUND;
    const versions = await platform.queries.catalogue.connectorVersions(item.rootId, viewerId);
    const found = await changesSince(platform, item, viewerId, { versions, since: since ?? null });
    return answered(found, 200, ({ from, to, changes, lines }) => ({
      ...{ from, to },
      changes: changes.map(({ kind, change, name, facets }) => ({ part: kind, change, name, details: [...facets] })),
      ...{ lines_added: lines?.added ?? 0, lines_removed: lines?.removed ?? 0 },
    }));
  },
});
