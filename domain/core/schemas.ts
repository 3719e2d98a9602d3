import { z } from "zod";
import type { JsonObject } from "./json.ts";
import { COLUMN_TYPES } from "./table.ts";

/** Parts of events that several aggregates write in the same shape. */
const columnSchema = z.strictObject({ name: z.string(), label: z.string(), type: z.enum(COLUMN_TYPES) });

export const tableVersionSchema = z.strictObject({
  physical: z.string(),
  columns: z.array(columnSchema),
  rows: z.number().int().nonnegative(),
  contentHash: z.string(),
});

export const jsonObjectSchema = z.custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value));
