import { z } from "zod";
import { importNoteBody } from "../shapes/draft-shape.ts";
import { importAsDraft } from "../../drafts/import-calls.ts";
import { answered } from "../../http/json-api/answers.ts";
import { endpoint } from "../../http/json-api/endpoint.ts";
import { importNoteWords } from "#domain/connector-import/import-note-words.ts";
import { raw } from "#domain/core/text/text-schemas.ts";

export const importConnector = endpoint({
  method: "POST",
  path: "/api/connectors/import",
  who: "user",
  summary: "Makes a draft of an OpenAPI 3 document or a curl command.",
  body: z.strictObject({
    kind: z.enum(["openapi", "curl"]),
    text: raw("an import"),
    operations: z.array(raw("an import", 2_000)).max(1_000).optional(),
  }),
  answers: {
    201: {
      body: z.strictObject({ connector: z.strictObject({ id: z.string() }), notes: z.array(importNoteBody) }),
      about: "a draft, and what could not be carried over",
      location: ({ connector }: { connector: { id: string } }) => `/api/connectors/${connector.id}`,
    },
  },
  run: async ({ context, viewer, body: { kind, text, operations }, cause }) =>
    answered(
      await importAsDraft(context.platform, { kind, text, operations: operations ?? null }, viewer, cause),
      201,
      ({ id, notes }) => ({ connector: { id }, notes: notes.map(importNoteWords) }),
    ),
});
