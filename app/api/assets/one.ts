import { z } from "zod";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform } from "../../platform.ts";
import { cardFields, cardGiven } from "../../datasets/card-fields.ts";
import { columnNote, describe } from "../../datasets/column-notes.ts";
import { edit } from "../../datasets/dataset-calls.ts";
import { datasetBody, wholeDatasetShape } from "../shapes/dataset-shape.ts";
import { NOT_FOUND } from "../../http/call-result.ts";
import { versionTag } from "../../http/version-tag.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const getDataset = endpoint({
  method: "GET",
  path: "/api/assets/{id}",
  who: "anyone",
  about: "dataset",
  summary: "A dataset.",
  answers: { 200: { body: datasetBody, about: "a dataset" } },
  run: ({ context, viewer, params: { id } }) => shown(context.platform, id, viewer),
});

export const changeDataset = endpoint({
  method: "PATCH",
  path: "/api/assets/{id}",
  who: "owner",
  about: "dataset",
  summary: "Changes what is said about a dataset.",
  body: z.strictObject({ ...cardFields, title: cardFields.title.optional() }),
  answers: { 200: { body: datasetBody, about: "the dataset" } },
  run: async ({ context, viewer, params: { id }, body, cause }) => {
    const result = await edit(context.platform, id, cardGiven(body), viewer, cause);
    if (!result.ok) return result;
    return shown(context.platform, id, viewer);
  },
});

export const describeColumns = endpoint({
  method: "PATCH",
  path: "/api/assets/{id}/columns",
  who: "owner",
  about: "dataset",
  summary: "Says what columns of a dataset mean.",
  body: z.strictObject({ columns: z.array(columnNote).min(1).max(200) }),
  answers: { 200: { body: datasetBody, about: "the dataset" } },
  run: async ({ context, viewer, params: { id }, body: { columns }, cause }) => {
    const result = await describe(context.platform, id, columns, viewer, cause);
    return result.ok ? shown(context.platform, id, viewer) : result;
  },
});

async function shown({ queries }: Platform, id: string, viewer: UserRow | null) {
  const viewerId = viewer?.id ?? null;
  const item = await queries.catalogue.dataset(id, viewerId);
  if (!item) return NOT_FOUND;
  const from = item.source.kind === "connection" ? item.source.connector : null;
  const [connector, texts] = await Promise.all([
    from && queries.catalogue.connector(from.id, viewerId),
    queries.catalogue.datasetTexts(id),
  ]);
  return answer(200, wholeDatasetShape(item, { connector, texts }), {
    ETag: versionTag(item.version, ""),
  });
}
