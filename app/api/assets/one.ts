import { z } from "zod";
import { cardFields } from "../../datasets/card-fields.ts";
import { edit } from "../../datasets/dataset-calls.ts";
import { datasetBody, datasetShape } from "../shapes/dataset-shape.ts";
import { NOT_FOUND } from "../../http/call-result.ts";
import { answer } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";

export const getDataset = endpoint({
  method: "GET",
  path: "/api/assets/{id}",
  who: "anyone",
  about: "dataset",
  summary: "A dataset.",
  answers: { 200: { body: datasetBody, about: "a dataset" } },
  run: async ({ context, viewer, params: { id } }) => {
    const item = await context.platform.queries.catalogue.dataset(id, viewer?.id ?? null);
    return item ? answer(200, datasetShape(item)) : NOT_FOUND;
  },
});

export const changeDataset = endpoint({
  method: "PATCH",
  path: "/api/assets/{id}",
  who: "owner",
  about: "dataset",
  summary: "Changes what is said about a dataset.",
  body: z.strictObject({ ...cardFields, title: cardFields.title.optional() }),
  answers: { 200: { body: datasetBody, about: "the dataset" } },
  run: async ({ context, viewer, params: { id }, body: { is_public, ...rest }, cause }) => {
    const card = { ...rest, ...(is_public === undefined ? {} : { isPublic: is_public }) };
    const result = await edit(context.platform, id, card, viewer, cause);
    if (!result.ok) return result;
    const item = await context.platform.queries.catalogue.dataset(id, viewer.id);
    return item ? answer(200, datasetShape(item)) : NOT_FOUND;
  },
});
