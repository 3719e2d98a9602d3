import { z } from "zod";
import { connectorFields } from "../connectors/connector-shape.ts";

/** What could not be imported, and where. */
export const importNoteBody = z.strictObject({ place: z.string(), message: z.string() });

/** A draft in the API. */
export const draftBody = z
  .strictObject({
    ...connectorFields,
    root_id: z.string().nullable(),
    status: z.literal("draft"),
    version: z.null(),
    is_draft: z.literal(true),
    updated_at: z.string(),
    dsl: z.unknown().describe("The definition as JSON where it is, else as its author left it."),
    imported: z.strictObject({ source: z.enum(["openapi", "curl"]), notes: z.array(importNoteBody) }).nullable(),
  })
  .meta({ id: "Draft" });
