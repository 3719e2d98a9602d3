import { z } from "zod";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform } from "../../platform.ts";
import { cardFields } from "../../datasets/card-fields.ts";
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
  run: async ({ context, viewer, params: { id }, body: { is_public, on_request, ...rest }, cause }) => {
    const card = {
      ...rest,
      ...(is_public === undefined ? {} : { isPublic: is_public }),
      ...(on_request === undefined ? {} : { onRequest: on_request }),
    };
    const result = await edit(context.platform, id, card, viewer, cause);
    if (!result.ok) return result;
    return shown(context.platform, id, viewer);
  },
});

async function shown({ queries }: Platform, id: string, viewer: UserRow | null) {
  const viewerId = viewer?.id ?? null;
  const item = await queries.catalogue.dataset(id, viewerId);
  if (!item) return NOT_FOUND;
  const from = item.source.kind === "connection" ? item.source.connector : null;
  return answer(200, wholeDatasetShape(item, from && (await queries.catalogue.connector(from.id, viewerId))), {
    ETag: versionTag(item.version, ""),
  });
}
