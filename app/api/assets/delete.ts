import { z } from "zod";
import { erase } from "../../datasets/dataset-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint, type EndpointRequest } from "../../http/json-api/endpoint.ts";
import type { UserRow } from "#projections/users/queries.ts";

const deletedBody = z.strictObject({ message: z.string(), deleted: z.boolean() });

async function run(request: EndpointRequest<UserRow, unknown, unknown, { readonly id: string }>) {
  const { context, viewer, params, cause } = request;
  return answered(await erase(context.platform, params.id, viewer, cause), 200, ({ message, deleted }) => ({
    message,
    deleted,
  }));
}

export const deleteDataset = endpoint({
  method: "DELETE",
  path: "/api/assets/{id}",
  who: "owner",
  about: "dataset",
  summary: "Deletes a dataset, or hides it while others have access.",
  answers: { 200: { body: deletedBody } },
  run,
});

export const deleteOwnDataset = endpoint({
  method: "DELETE",
  path: "/api/assets/{id}/owner",
  who: "owner",
  about: "dataset",
  summary: "The same under its other address.",
  answers: { 200: { body: deletedBody } },
  run,
});
