import { z } from "zod";
import { columnBody } from "./dataset-shape.ts";

/** The first or latest rows of a table in the API. */
export const previewBody = z
  .strictObject({
    columns: z.array(columnBody),
    rows: z.array(z.record(z.string(), z.unknown())),
    total: z.number(),
    truncated: z
      .strictObject({
        cells: z.array(z.strictObject({ row: z.number(), column: z.string(), bytes: z.number() })),
        rows: z.number(),
      })
      .optional(),
    sample: z.boolean(),
  })
  .meta({ id: "Preview" });
