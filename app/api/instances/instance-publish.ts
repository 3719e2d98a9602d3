import { z } from "zod";
import { NO_LICENSE } from "#domain/dataset/licenses.ts";
import { cardFields } from "../../datasets/card-fields.ts";
import { publishTable } from "../../datasets/publish-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

const body = z.strictObject({ ...cardFields, operation: z.string().max(200).optional() });

/** POST /api/connectors/instance/{instanceId}/publish: private unless told otherwise. */
const handle = apiRoute({
  POST: call({
    who: "user",
    body,
    run: async ({ context, viewer, params, body: { operation, title, is_public, ...about }, cause }) => {
      const { description = "", category = "API", keywords = [], license = NO_LICENSE } = about;
      const card = { title, description, category, keywords, license, isPublic: is_public ?? false };
      const result = await publishTable(
        context.platform,
        { instanceId: params["instanceId"] ?? "", operation: operation ?? null, card },
        viewer,
        cause,
      );
      return answered(result, (value) => value, 201);
    },
  }),
});

export const loader = handle;
export const action = handle;
