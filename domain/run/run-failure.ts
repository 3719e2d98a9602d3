import { z } from "zod";
import { findingSchema } from "../core/findings/finding-schema.ts";
import { failureSchema, lineSchema, proseSchema } from "../core/values/schemas.ts";

/** Stored before failures had codes and facts: the sentence of that time. */
const unknownSchema = failureSchema("unknown", { sentence: proseSchema });

/** What an API answered, or what could not be made of its answer. Secrets are masked. */
export const apiFailureSchema = failureSchema("api", { finding: findingSchema });

/** Most faults of settings that a failure names. */
export const MAX_SETTING_FAULTS = 100;

/** Why a run failed. */
export const runFailureSchema = z.discriminatedUnion("code", [
  failureSchema("instance-removed", {}),
  failureSchema("definition-outdated", {}),
  failureSchema("consent-changed", {}),
  /** The connection was stopped before the run got to its API. */
  failureSchema("connection-stopped", {}),
  /** Which settings are missing or of another type. */
  failureSchema("settings-missing", { faults: z.array(findingSchema).max(MAX_SETTING_FAULTS) }),
  /** These operations ask for something else than before and may add rows that are there already. */
  failureSchema("restart-unasked", { operations: z.array(lineSchema).max(100) }),
  failureSchema("took-too-long", { limitMs: z.number().int().nonnegative() }),
  failureSchema("table-gone", {}),
  failureSchema("too-many-columns", { maxColumns: z.number().int().nonnegative() }),
  /** With their names and labels the log would take more at once than it may. */
  failureSchema("columns-too-long", { maxBytes: z.number().int().nonnegative() }),
  /** null: the database did not say which column. */
  failureSchema("value-does-not-fit", {
    column: z.strictObject({ label: lineSchema, type: lineSchema }).nullable(),
  }),
  failureSchema("no-room", {}),
  /** A fault of ours. */
  failureSchema("fault", {}),
  apiFailureSchema,
  unknownSchema,
]);

/** Why a run was given up. */
export const abandonedSchema = z.discriminatedUnion("code", [failureSchema("deadline-passed", {}), unknownSchema]);

export type ApiFailure = z.infer<typeof apiFailureSchema>;
/** Why a run did not succeed, as it is stored. */
export type StoredRunFailure = z.infer<typeof runFailureSchema> | z.infer<typeof abandonedSchema>;
/** Why a run fails now. */
export type RunFailure = Exclude<z.infer<typeof runFailureSchema>, { readonly code: "unknown" }>;
/** Why a table cannot hold the rows of a run. */
export type TableFailure = Extract<
  RunFailure,
  { readonly code: "table-gone" | "too-many-columns" | "value-does-not-fit" }
>;
