import { z } from "zod";
import type { JsonObject } from "./json.ts";
import { COLUMN_TYPES } from "./table.ts";

/**
 * Texts in events, each with its maximum length: no event grows without limit. User input is refused earlier, at
 * smaller limits and with a sentence. Events are checked when appended, not when read.
 */
export const idSchema = z.string().max(300);
/** A title, a name, a word, a cursor value. */
export const lineSchema = z.string().max(1_000);
/** A description, a sentence, an address. */
export const proseSchema = z.string().max(100_000);

/** The name of an image's file: a part of the hash of its bytes, and its kind. */
export const imageNameSchema = z.string().regex(/^[0-9a-f]{16,64}\.(png|jpg|webp)$/);

/** A count or number that read models store as `integer`. Counts of rows may be larger: they are stored as `bigint`. */
export const countSchema = z.number().int().nonnegative().max(2_147_483_647);
/** A moment that read models store as a time. */
export const timeSchema = z.iso.datetime({ offset: true });

/** Parts of events that several aggregates share. */
const columnSchema = z.strictObject({ name: lineSchema, label: lineSchema, type: z.enum(COLUMN_TYPES) });

export const columnsSchema = z.array(columnSchema).max(2_000);

export const tableVersionSchema = z.strictObject({
  physical: idSchema,
  columns: columnsSchema,
  rows: z.number().int().nonnegative(),
  contentHash: idSchema,
});

export const jsonObjectSchema = z.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

/** A failure as events hold it: a code and the facts of its sentence. */
export function failureSchema<C extends string, F extends z.ZodRawShape>(code: C, facts: F) {
  return z.strictObject({ code: z.literal(code), facts: z.strictObject(facts) });
}
