import { z } from "zod";
import { NEWEST_TABLE_VERSIONS } from "#projections/tables/version-queries.ts";
import { keyOf } from "../../versions/key-of.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { compareVersions as compare, restore, type TableNamed, versionsPage } from "../../versions/version-calls.ts";
import type { AppContext } from "../../platform.ts";
import { NOT_FOUND } from "../../http/call-result.ts";
import { answer, answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { listAnswer, rangeOf } from "../../http/json-api/paging.ts";
import { listQuery } from "../../http/json-api/query.ts";
import { versionsOf, versionTag } from "../../http/version-tag.ts";
import { comparisonBody, comparisonShape, versionBody, versionShape } from "../shapes/version-shape.ts";

export const listVersions = endpoint({
  method: "GET",
  path: "/api/assets/{id}/versions",
  who: "reader",
  about: "dataset",
  summary: "The versions of a dataset, the newest first.",
  query: listQuery(NEWEST_TABLE_VERSIONS, {}),
  answers: { 200: { body: z.array(versionBody), about: "a page; Link says where the next one is" } },
  run: async (request) => {
    const { context, viewer, params, query } = request;
    const found = await versionsPage(context.platform, { datasetId: params.id }, viewer, rangeOf(query));
    return found.ok ? listAnswer(request, found.value, versionShape) : found;
  },
});

export const listTableVersions = endpoint({
  method: "GET",
  path: "/api/assets/table/{tableName}/versions",
  who: "reader",
  about: "table",
  summary:
    "The versions of a table by its name, those of a connection too: one for each complete pull with other rows.",
  query: listQuery(NEWEST_TABLE_VERSIONS, {}),
  answers: { 200: { body: z.array(versionBody), about: "a page; Link says where the next one is" } },
  run: async (request) => {
    const { context, viewer, params, query } = request;
    const found = await versionsPage(context.platform, params, viewer, rangeOf(query));
    return found.ok ? listAnswer(request, found.value, versionShape) : found;
  },
});

const compareQuery = z.strictObject({
  key: z
    .string()
    .max(2_000)
    .prefault("")
    .describe(
      "The columns that identify a row, separated by commas. Absent: those of the dataset's last upsert, if any.",
    ),
});
const compared = { body: comparisonBody, about: "exact counts, and the first rows of each kind" };

export const compareVersions = endpoint({
  method: "GET",
  path: "/api/assets/{id}/versions/{before}/compare/{after}",
  who: "reader",
  about: "dataset",
  summary: "What is different between two versions of a dataset.",
  query: compareQuery,
  answers: { 200: compared },
  run: ({ context, viewer, params, query }) =>
    comparison(context, { datasetId: params.id }, viewer, { ...params, ...query }),
});

export const compareTableVersions = endpoint({
  method: "GET",
  path: "/api/assets/table/{tableName}/versions/{before}/compare/{after}",
  who: "reader",
  about: "table",
  summary: "The same by the name of a table.",
  query: compareQuery,
  answers: { 200: compared },
  run: ({ context, viewer, params, query }) => comparison(context, params, viewer, { ...params, ...query }),
});

async function comparison(
  context: AppContext,
  of: TableNamed,
  viewer: UserRow | null,
  asked: { readonly before: string; readonly after: string; readonly key: string },
) {
  const [before, after] = [wholeNumber(asked.before), wholeNumber(asked.after)];
  if (before === null || after === null) return NOT_FOUND;
  return answered(await compare(context, of, viewer, { before, after, key: keyOf(asked.key) }), 200, comparisonShape);
}

export const restoreVersion = endpoint({
  method: "POST",
  path: "/api/assets/{id}/versions/{version}/restore",
  who: "owner",
  about: "dataset",
  summary:
    "Makes the rows of an older version the newest version of a dataset, without copying them. With If-Match only if the version is still the one of that ETag.",
  answers: {
    200: {
      body: z.strictObject({
        id: z.string(),
        version: z.number().describe("The number of the version that readers see now."),
        unchanged: z.boolean().describe("true: they were the newest rows already."),
        rowCount: z.number().nullable(),
      }),
      about: "once the rows can be read, with the ETag of the version",
    },
  },
  run: async ({ context, viewer, request, params: { id, version: text }, cause }) => {
    // Rights come first: no version has the number 0.
    const version = wholeNumber(text) ?? 0;
    const onlyAfter = versionsOf(request.headers.get("If-Match") ?? undefined);
    const restored = await restore(context.platform, id, viewer, { version, onlyAfter }, cause);
    if (!restored.ok) return restored;
    const item = await context.platform.queries.catalogue.dataset(id, viewer.id);
    if (!item) return NOT_FOUND;
    const body = { id, version: item.version, unchanged: !restored.value.isNew, rowCount: item.rows };
    return answer(200, body, { ETag: versionTag(item.version, "rows") });
  },
});

function wholeNumber(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
