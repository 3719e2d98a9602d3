import { z } from "zod";
import { publish } from "../../connectors/connector-calls.ts";
import { uploadFields } from "../../drafts/upload-fields.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { madeBody, madeShape } from "../made.ts";

export const publishConnector = endpoint({
  method: "POST",
  path: "/api/connectors/upload",
  who: "user",
  summary: "Publishes a new connector.",
  body: z.strictObject(uploadFields),
  answers: { 201: { body: madeBody, location: ({ id }: { id: string }) => `/api/connectors/${id}` } },
  run: async ({ context, viewer, body, cause }) => {
    const upload = {
      title: body.title,
      description: body.description ?? "",
      category: body.category,
      apiDocUrl: body.api_doc_url || null,
      isPublic: body.is_public ?? false,
      definition: body.dsl,
    };
    return answered(await publish(context.platform, upload, viewer, cause), 201, madeShape);
  },
});
