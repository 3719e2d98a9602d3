import { z } from "zod";
import type { JsonObject } from "./json.ts";
import { COLUMN_TYPES } from "./table.ts";

/**
 * Texts of events, each with the most that is ever written: no event grows without end. What people send is refused earlier and
 * smaller, with a sentence. Events are checked when they are appended, never when they are read.
 */
export const idSchema = z.string().max(300);
/** A title, a name, a word, a value of a cursor. */
export const lineSchema = z.string().max(1_000);
/** A description, a sentence, an address. */
export const proseSchema = z.string().max(100_000);

/** A count or number that read models keep as `integer`. Rows may be more: they are kept as `bigint`. */
export const countSchema = z.number().int().nonnegative().max(2_147_483_647);
/** A moment that read models keep as a time. */
export const timeSchema = z.iso.datetime({ offset: true });

/** Parts of events that several aggregates write in the same shape. */
const columnSchema = z.strictObject({ name: lineSchema, label: lineSchema, type: z.enum(COLUMN_TYPES) });

export const tableVersionSchema = z.strictObject({
  physical: idSchema,
  columns: z.array(columnSchema).max(2_000),
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
