import { z } from "zod";
import { importAsDraft } from "../../drafts/import-calls.ts";
import { answered, apiRoute, call } from "../../http/json-api/api-route.ts";

const body = z.strictObject({
  kind: z.enum(["openapi", "curl"]),
  text: z.string(),
  operations: z.array(z.string().max(2_000)).max(1_000).optional(),
});

/** POST /api/connectors/import: a draft made of an OpenAPI 3 document or a curl line, and what could not be carried over. */
const handle = apiRoute({
  POST: call({
    who: "user",
    body,
    maxBytes: 12_000_000,
    run: async ({ context, viewer, body: { kind, text, operations }, cause }) =>
      answered(
        await importAsDraft(context.platform, { kind, text, operations: operations ?? null }, viewer, cause),
        ({ id, notes }) => ({ connector: { id }, notes }),
        201,
      ),
  }),
});

export const loader = handle;
export const action = handle;
