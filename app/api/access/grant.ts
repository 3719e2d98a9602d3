import { z } from "zod";
import { grant } from "../../datasets/dataset-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { line } from "#domain/core/text/text-schemas.ts";

export const grantAccess = endpoint({
  method: "POST",
  path: "/api/access/grant",
  who: "user",
  about: "dataset",
  names: { assetId: "dataset" },
  summary: "Adds a public dataset to yours.",
  body: z.strictObject({ assetId: line() }),
  answers: { 200: { body: z.strictObject({ message: z.string(), assetId: z.string() }) } },
  run: async ({ context, viewer, body: { assetId }, cause }) =>
    answered(await grant(context.platform, assetId, viewer, cause), 200, () => ({
      message: "Access granted!",
      assetId,
    })),
});
