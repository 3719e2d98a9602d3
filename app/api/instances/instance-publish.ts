import { z } from "zod";
import { withChanges } from "#domain/core/values/with-changes.ts";
import { cardFields } from "../../datasets/card-fields.ts";
import { BLANK_CARD } from "../../datasets/dataset-calls.ts";
import { publishTable } from "../../datasets/publish-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { madeBody, madeShape } from "../made.ts";
import { line } from "#domain/core/text/text-schemas.ts";

export const publishOutput = endpoint({
  method: "POST",
  path: "/api/connectors/instance/{instanceId}/publish",
  who: "owner",
  about: "instance",
  summary: "Makes a dataset of a connection's table.",
  body: z.strictObject({ ...cardFields, operation: line(200).optional() }),
  answers: {
    201: {
      body: madeBody,
      about: "a dataset that shows each complete pull, private unless told",
      location: ({ id }: { id: string }) => `/api/assets/${id}`,
    },
  },
  run: async ({ context, viewer, params: { instanceId }, body, cause }) => {
    const { operation = null, is_public: isPublic, on_request: onRequest, ...fields } = body;
    const card = withChanges(BLANK_CARD, { ...fields, isPublic, onRequest });
    const result = await publishTable(context.platform, { instanceId, operation, card }, viewer, cause);
    return answered(result, 201, madeShape);
  },
});
