import { z } from "zod";
import { publish } from "../../connectors/connector-calls.ts";
import { uploadFields } from "../../drafts/upload-fields.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

/** POST /api/connectors/upload */
const handle = apiRoute({
  POST: call({
    who: "user",
    body: z.strictObject(uploadFields),
    run: async ({ context, viewer, body, cause }) => {
      const upload = {
        title: body.title,
        description: body.description ?? "",
        category: body.category,
        apiDocUrl: body.api_doc_url || null,
        isPublic: body.is_public ?? false,
        definition: body.dsl,
      };
      return answered(await publish(context.platform, upload, viewer, cause), (value) => value, 201);
    },
  }),
});

export const loader = handle;
export const action = handle;
