import { z } from "zod";
import { leave } from "../../datasets/dataset-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line } from "#domain/core/text/text-schemas.ts";

export const removeAccess = endpoint({
  method: "POST",
  path: "/api/access/remove",
  who: "user",
  about: "dataset",
  names: { assetId: "dataset" },
  summary: "Gives up your access to a dataset.",
  body: z.strictObject({ assetId: line() }),
  answers: { 200: { body: z.strictObject({ message: z.string(), deleted: z.boolean() }) } },
  run: async ({ context, viewer, body: { assetId }, cause }) =>
    answered(await leave(context.platform, assetId, viewer, cause), 200, ({ message, deleted }) => ({
      message,
      deleted,
    })),
});
