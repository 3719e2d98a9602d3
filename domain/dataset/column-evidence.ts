import { z } from "zod";
import { lineSchema } from "../core/values/schemas.ts";

const count = z.number().int().nonnegative();

/** Most misfits of a column that are named. */
export const MAX_NAMED_MISFITS = 3;

/**
 * What most cells of a column are that were looked at, although it is not read so, or what else it may be. Texts of the
 * file are not in it.
 */
export const columnEvidenceSchema = z.strictObject({
  column: lineSchema,
  /** The reading that fits most of the cells. */
  reading: lineSchema,
  /** Cells with a value that were looked at, and those that fit. */
  cells: count,
  fits: count,
  /** Lines of the first ones that do not. */
  misfits: z.array(z.strictObject({ line: count })).max(MAX_NAMED_MISFITS),
  /** Another reading that fits nearly as many, with other values. */
  runnerUp: lineSchema.optional(),
});
export type ColumnEvidenceFacts = Readonly<z.infer<typeof columnEvidenceSchema>>;

/** The same with texts of the file. `empty`: words that are the only misfits, and so may mean that a cell is empty. */
export type ColumnEvidence = Omit<ColumnEvidenceFacts, "misfits"> & {
  readonly misfits: readonly { readonly line: number; readonly text?: string }[];
  readonly empty?: readonly string[];
};
