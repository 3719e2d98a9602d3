import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import type { JsonObject, JsonValue } from "../core/values/json.ts";
import {
  countSchema,
  idSchema,
  lineSchema,
  proseSchema,
  tableVersionSchema,
  timeSchema,
} from "../core/values/schemas.ts";
import { abandonedSchema, apiFailureSchema, runFailureSchema } from "./run-failure.ts";

const rows = z.number().int().nonnegative();
const ref = { runId: idSchema, instanceId: idSchema, ownerId: idSchema };
/** The output of one operation: the public name of its table and the version that readers see from now on. */
const outputs = z.array(z.strictObject({ operation: lineSchema, tableName: idSchema, table: tableVersionSchema }));
const counts = { pages: countSchema, rowCount: rows, warnings: z.array(proseSchema).max(100) };

/**
 * How far incremental reading has come: the highest cursor whose rows are in the table. `basis` is a keyed hash of the
 * request; another request (other settings, another cursor field) starts from its own beginning.
 */
const progress = { basis: idSchema, cursor: lineSchema };
const incremental = z.array(z.strictObject({ operation: lineSchema, ...progress }));

/** How each operation ended. `reached` is set only if all of its rows were read and stored. */
const operations = z.array(
  z.strictObject({
    operation: lineSchema,
    status: z.enum(["success", "partial", "failed"]),
    disposition: z.enum(["merge", "replace", "append"]),
    requests: countSchema,
    pages: countSchema,
    rows,
    failure: apiFailureSchema.nullable(),
    /**
     * The stored cursor that incremental reading continued from, which came from rows; null for the beginning, absent in
     * the oldest events.
     */
    from: lineSchema.nullable().optional(),
    reached: z.strictObject(progress).nullable(),
  }),
);
/**
 * What the owner has to decide after a run: to read from the beginning again, which adds rows, or alternatively to
 * replace the tables.
 */
const asksSchema = z.enum(["restart", "restart_or_replace"]);

/** Failures were sentences up to version 2. Those of an operation and of a run that partly succeeded were the engine's. */
const withOperations = (data: JsonObject): JsonObject => ({ ...data, operations: [] });
const apiFailure = (message: JsonValue | undefined) => ({ code: "api", facts: { message: message ?? "" } });
const unknownFailure = (sentence: JsonValue | undefined) => ({ code: "unknown", facts: { sentence: sentence ?? "" } });
const operationFailures = (data: JsonObject): JsonObject => ({
  ...data,
  operations: (data["operations"] as readonly JsonObject[]).map(({ error, ...operation }) => ({
    ...operation,
    failure: error === null ? null : apiFailure(error),
  })),
});

/**
 * Up to version 3 `from` was the start as it was sent, which may be a rendered setting or even a credential. Nothing in
 * the event proves that it was a cursor, so nobody is shown it.
 */
const NOT_SHOWN = "•••";
const withoutSentStarts = (data: JsonObject): JsonObject => ({
  ...data,
  operations: (data["operations"] as readonly JsonObject[]).map((operation) =>
    typeof operation["from"] === "string" ? { ...operation, from: NOT_SHOWN } : operation,
  ),
});

/**
 * Streams `run-<instanceId>-<number>`, numbered from 1 without gaps. RunStarted is the claim: a run can only start when
 * the one before has ended, and only one of N concurrent starts creates the stream, so an instance never runs twice at
 * a time and a schedule slot never runs twice. What the next run must know is copied from run to run: `lastSlot`,
 * `incremental`, `failuresBefore`.
 */
export const runEvents = {
  RunStarted: event({
    version: 2,
    schema: z.strictObject({
      ...ref,
      number: countSchema.min(1),
      connectorId: idSchema,
      trigger: z.enum(["manual", "schedule"]),
      /** Start of the schedule slot, ISO 8601; null for manual runs. */
      slot: timeSchema.nullable(),
      lastSlot: timeSchema.nullable(),
      override: z.boolean(),
      /** Vault name of settings for this run only. */
      settings: idSchema.nullable(),
      /** Keys of all settings that it uses, never a value. */
      settingKeys: z.array(lineSchema).max(10_000),
      /** Where incremental reading starts: after the last stored rows. */
      incremental,
      /** Operations that append may read from the beginning again. */
      restart: z.boolean().optional(),
      /** How many runs in a row just before this one have failed or were abandoned. */
      failuresBefore: countSchema,
      /** From this moment on the run counts as abandoned. */
      deadline: timeSchema,
    }),
    upcasts: { 1: (data) => ({ ...data, settingKeys: [], incremental: [], failuresBefore: 0 }) },
  }),
  /** The first output is the instance's own table; missing outputs are unchanged. */
  RunSucceeded: event({
    version: 4,
    schema: z.strictObject({ ...ref, ...counts, operations, outputs }),
    upcasts: { 1: withOperations, 2: operationFailures, 3: withoutSentStarts },
  }),
  RunPartlySucceeded: event({
    version: 4,
    schema: z.strictObject({ ...ref, ...counts, operations, outputs, failure: apiFailureSchema }),
    upcasts: {
      1: withOperations,
      2: ({ error, ...data }) => ({ ...operationFailures(data), failure: apiFailure(error) }),
      3: withoutSentStarts,
    },
  }),
  RunFailed: event({
    version: 4,
    schema: z.strictObject({ ...ref, ...counts, operations, failure: runFailureSchema, asks: asksSchema.optional() }),
    upcasts: {
      1: withOperations,
      2: ({ error, ...data }) => ({ ...operationFailures(data), failure: unknownFailure(error) }),
      3: withoutSentStarts,
    },
  }),
  RunCancelled: event({ version: 1, schema: z.strictObject({ ...ref }) }),
  RunAbandoned: event({
    version: 2,
    schema: z.strictObject({ ...ref, failure: abandonedSchema }),
    upcasts: { 1: ({ reason, ...data }) => ({ ...data, failure: unknownFailure(reason) }) },
  }),
  /** The owner was notified that so many runs in a row have failed, this one last. */
  RunFailuresReported: event({ version: 1, schema: z.strictObject({ ...ref, failures: countSchema }) }),
};
export type { ApiFailure, StoredRunFailure } from "./run-failure.ts";
export type RunEvent = EventOf<typeof runEvents>;
export type RunAsks = z.infer<typeof asksSchema>;
export type RunOutput = z.infer<typeof outputs>[number];
export type OperationEnd = z.infer<typeof operations>[number];
export type IncrementalState = z.infer<typeof incremental>;

/** The outputs of a run that hold all rows of their operation: only these are shown to others. */
export function wholeOutputs({
  type,
  data,
}: Extract<RunEvent, { type: "RunSucceeded" | "RunPartlySucceeded" }>): readonly RunOutput[] {
  const how = new Map(data.operations.map(({ operation, status }) => [operation, status]));
  // The end of an older run does not list operations; its outputs are all whole or all not.
  const unsaid = type === "RunSucceeded" ? "success" : "partial";
  return data.outputs.filter(({ operation }) => (how.get(operation) ?? unsaid) === "success");
}
