import { z } from "zod";
import { IMPORT_KINDS } from "#domain/connector-import/import-document.ts";
import { importLossBody, importNoteBody } from "../shapes/draft-shape.ts";
import { importAsDraft } from "../../drafts/import-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { IMPORT_BODY_BYTES } from "../../http/gate/body-limits.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { importLines } from "#domain/connector-import/import-note-words.ts";
import { raw } from "#domain/core/text/text-schemas.ts";

export const importConnector = endpoint({
  method: "POST",
  path: "/api/connectors/import",
  who: "user",
  summary: "Makes a draft of an OpenAPI 3 document, Airbyte manifest, Postman collection, HAR file or curl command.",
  bodyBytes: IMPORT_BODY_BYTES,
  body: z.strictObject({
    kind: z.enum(IMPORT_KINDS).optional(),
    text: raw("an import"),
    operations: z.array(raw("an import", 2_000)).max(1_000).optional(),
  }),
  answers: {
    201: {
      body: z.strictObject({
        connector: z.strictObject({ id: z.string() }),
        definition: z.record(z.string(), z.unknown()),
        notes: z.array(importNoteBody),
        lost: z.array(importLossBody),
      }),
      about: "a draft, what was guessed or changed, and what of it is lost",
      location: ({ connector }: { connector: { id: string } }) => `/api/connectors/${connector.id}`,
    },
  },
  run: async ({ context, viewer, body: { kind, text, operations }, cause }) =>
    answered(
      await importAsDraft(
        context.platform,
        { kind: kind ?? null, text, operations: operations ?? null },
        viewer,
        cause,
      ),
      201,
      ({ id, definition, ...told }) => ({ connector: { id }, definition, ...importLines(told) }),
    ),
});
