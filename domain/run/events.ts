import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { tableVersionSchema } from "../core/schemas.ts";

const count = z.number().int().nonnegative();
const ref = { runId: z.string(), instanceId: z.string(), ownerId: z.string() };
/** What one operation yielded: the public name of its table and the version that readers see from now on. */
const outputs = z.array(z.strictObject({ operation: z.string(), tableName: z.string(), table: tableVersionSchema }));
const counts = { pages: count, rowCount: count, warnings: z.array(z.string()) };

/**
 * How far incremental reading has come: the highest cursor whose rows are in the table. `basis` is a keyed hash of what the
 * rows were asked with; another question (other settings, another cursor field) starts from its own beginning.
 */
const progress = { basis: z.string(), cursor: z.string() };
const incremental = z.array(z.strictObject({ operation: z.string(), ...progress }));

/** How each operation came out. `reached` stands only where all of its rows were read and stored. */
const operations = z.array(
  z.strictObject({
    operation: z.string(),
    status: z.enum(["success", "partial", "failed"]),
    disposition: z.enum(["merge", "replace", "append"]),
    requests: count,
    pages: count,
    rows: count,
    error: z.string().nullable(),
    reached: z.strictObject(progress).nullable(),
  }),
);
const withOperations = { 1: <T extends object>(data: T) => ({ ...data, operations: [] }) };

/**
 * Streams `run-<instanceId>-<number>`, numbered from 1 without gaps. RunStarted is the claim: a run can only start when the
 * one before has ended, and only one of N racers creates the stream, so an instance never runs twice at a time and a
 * schedule slot never twice at all. What the next run must know goes along from run to run: `lastSlot`, `incremental`,
 * `failuresBefore`.
 */
export const runEvents = {
  RunStarted: event({
    version: 2,
    schema: z.strictObject({
      ...ref,
      number: z.number().int().min(1),
      connectorId: z.string(),
      trigger: z.enum(["manual", "schedule"]),
      /** Start of the schedule slot, ISO 8601; null for manual runs. */
      slot: z.string().nullable(),
      lastSlot: z.string().nullable(),
      override: z.boolean(),
      /** Vault name of settings given for this run only. */
      settings: z.string().nullable(),
      /** Names of all settings that it reads with, never a value. */
      settingKeys: z.array(z.string()),
      /** Where incremental reading starts: after the last rows that were stored. */
      incremental,
      /** How many runs just before this one have failed or were given up, one after the other. */
      failuresBefore: count,
      /** From this moment on the run counts as abandoned. */
      deadline: z.string(),
    }),
    upcasts: { 1: (data) => ({ ...data, settingKeys: [], incremental: [], failuresBefore: 0 }) },
  }),
  /** The first output is the connection's own table; outputs that are missing stay as they were. */
  RunSucceeded: event({ version: 2, schema: z.strictObject({ ...ref, ...counts, operations, outputs }), upcasts: withOperations }),
  RunPartlySucceeded: event({ version: 2, schema: z.strictObject({ ...ref, ...counts, operations, outputs, error: z.string() }), upcasts: withOperations }),
  RunFailed: event({ version: 2, schema: z.strictObject({ ...ref, ...counts, operations, error: z.string() }), upcasts: withOperations }),
  RunCancelled: event({ version: 1, schema: z.strictObject({ ...ref }) }),
  RunAbandoned: event({ version: 1, schema: z.strictObject({ ...ref, reason: z.string() }) }),
  /** The owner was told that so many runs in a row have failed, this one the last of them. */
  RunFailuresReported: event({ version: 1, schema: z.strictObject({ ...ref, failures: count }) }),
};
export type RunEvent = EventOf<typeof runEvents>;
export type RunOutput = z.infer<typeof outputs>[number];
export type OperationEnd = z.infer<typeof operations>[number];
export type IncrementalState = z.infer<typeof incremental>;

/** The outputs of a run's end that hold all that their operation had to bring: what is shown to others follows these alone. */
export function wholeOutputs({ type, data }: Extract<RunEvent, { type: "RunSucceeded" | "RunPartlySucceeded" }>): readonly RunOutput[] {
  const how = new Map(data.operations.map(({ operation, status }) => [operation, status]));
  // Runs from before operations stood in their end are whole or not as they are.
  const unsaid = type === "RunSucceeded" ? "success" : "partial";
  return data.outputs.filter(({ operation }) => (how.get(operation) ?? unsaid) === "success");
}
