import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { findingSchema } from "../core/findings/finding-schema.ts";
import { unknownFinding } from "../core/findings/finding.ts";
import type { JsonObject, JsonValue } from "../core/values/json.ts";
import { countSchema, idSchema, lineSchema, tableVersionSchema, timeSchema } from "../core/values/schemas.ts";
import { packedEnd } from "./packed-end.ts";
import { abandonedSchema, apiFailureSchema, runFailureSchema } from "./run-failure.ts";

const rows = z.number().int().nonnegative();
const ref = { runId: idSchema, instanceId: idSchema, ownerId: idSchema };
/** The output of one operation: the public name of its table and the version that readers see from now on. */
const outputs = z.array(z.strictObject({ operation: lineSchema, tableName: idSchema, table: tableVersionSchema }));
/**
 * Operations whose earlier output readers keep, since this run brought the same rows or not all of them, with the run
 * that stored it. Absent: none.
 */
const kept = z.array(z.strictObject({ operation: lineSchema, storedBy: idSchema })).optional();
const counts = { pages: countSchema, rowCount: rows, warnings: z.array(findingSchema).max(100) };

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

/** The version before had less to say. */
const same = (data: JsonObject): JsonObject => data;
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

/** Up to version 6 of an end with rows, and 5 of a failure, warnings and what was found were sentences. */
const withFindings = (data: JsonObject): JsonObject => ({
  ...data,
  warnings: (data["warnings"] as readonly JsonValue[]).map(unknownFinding),
  operations: (data["operations"] as readonly JsonObject[]).map(withFinding),
});
function withFinding<D extends JsonObject>(data: D): JsonObject {
  const { code, facts } = (data["failure"] ?? {}) as { readonly code?: string; readonly facts?: JsonObject };
  if (code === "api") return { ...data, failure: { code, facts: { finding: unknownFinding(facts?.["message"]) } } };
  if (code !== "settings-missing") return data;
  return { ...data, failure: { code, facts: { faults: [unknownFinding(facts?.["message"])] } } };
}

const begun = {
  number: countSchema.min(1),
  connectorId: idSchema,
  trigger: z.enum(["manual", "schedule"]),
  /** Start of the schedule slot, ISO 8601; null for manual runs. */
  slot: timeSchema.nullable(),
  /** The newest slot of the runs before; of a manual run only, since its own slot would be it. */
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
};

/**
 * How the run began, in the event of its end: while it goes on it is a claim beside the log (docs/decisions/171). `at`:
 * when. `by`: the user who asked for it, with the API key; absent for a schedule. Absent as a whole: a RunStarted comes before.
 */
const start = z
  .strictObject({
    at: timeSchema,
    ...begun,
    by: z.strictObject({ id: idSchema, key: idSchema.optional() }).optional(),
  })
  .optional();

/**
 * Streams `run-<instanceId>-<number>`, numbered from 1 without gaps, of one event: the end. Of any number of processes
 * that end a run one creates its stream. What the next run must know is copied from run to run: `lastSlot`,
 * `incremental`, `failuresBefore`. Up to version 5 of the ends RunStarted came before, and its deadline.
 */
export const runEvents = {
  RunStarted: event({
    version: 2,
    schema: z.strictObject({ ...ref, ...begun, deadline: timeSchema }),
    upcasts: { 1: (data) => ({ ...data, settingKeys: [], incremental: [], failuresBefore: 0 }) },
  }),
  /** The first output is the instance's own table; missing outputs are unchanged, which `kept` says since version 5. */
  RunSucceeded: event({
    version: 7,
    schema: z.strictObject({ ...ref, ...counts, operations, outputs, kept, start }),
    packing: packedEnd(6, "outputs"),
    upcasts: { 1: withOperations, 2: operationFailures, 3: withoutSentStarts, 4: same, 5: same, 6: withFindings },
  }),
  RunPartlySucceeded: event({
    version: 7,
    schema: z.strictObject({ ...ref, ...counts, operations, outputs, kept, failure: apiFailureSchema, start }),
    packing: packedEnd(6, "outputs"),
    upcasts: {
      1: withOperations,
      2: ({ error, ...data }) => ({ ...operationFailures(data), failure: apiFailure(error) }),
      3: withoutSentStarts,
      4: same,
      5: same,
      6: (data) => withFinding(withFindings(data)),
    },
  }),
  RunFailed: event({
    version: 6,
    schema: z.strictObject({
      ...{ ...ref, ...counts, operations, failure: runFailureSchema, asks: asksSchema.optional(), start },
    }),
    packing: packedEnd(5, "operations"),
    upcasts: {
      1: withOperations,
      2: ({ error, ...data }) => ({ ...operationFailures(data), failure: unknownFailure(error) }),
      3: withoutSentStarts,
      4: same,
      5: (data) => withFinding(withFindings(data)),
    },
  }),
  RunCancelled: event({
    version: 2,
    schema: z.strictObject({ ...ref, start }),
    packing: packedEnd(2, "nothing"),
    upcasts: { 1: same },
  }),
  RunAbandoned: event({
    version: 3,
    schema: z.strictObject({ ...ref, failure: abandonedSchema, start }),
    packing: packedEnd(3, "nothing"),
    upcasts: { 1: ({ reason, ...data }) => ({ ...data, failure: unknownFailure(reason) }), 2: same },
  }),
  /** The owner was notified that so many runs in a row have failed, this one last. */
  RunFailuresReported: event({ version: 1, schema: z.strictObject({ ...ref, failures: countSchema }) }),
};
export type { ApiFailure, StoredRunFailure } from "./run-failure.ts";
export type RunEvent = EventOf<typeof runEvents>;
export type RunAsks = z.infer<typeof asksSchema>;
export type RunOutput = z.infer<typeof outputs>[number];
export type KeptOutput = NonNullable<z.infer<typeof kept>>[number];
export type OperationEnd = z.infer<typeof operations>[number];
export type IncrementalState = z.infer<typeof incremental>;
type Begun = Omit<NonNullable<z.infer<typeof start>>, "at">;
/** What a run was told when it began. */
export type RunStart = { readonly runId: string; readonly instanceId: string; readonly ownerId: string } & Begun;

/** The id of an instance's run. */
export function runIdOf(instanceId: string, number: number): string {
  return `${instanceId}-${number}`;
}

/** The instance of a run, and its number; null for a text that is no id of a run. */
export function runOfId(runId: string): { readonly instanceId: string; readonly number: number } | null {
  const [, instanceId, number] = /^(.+)-([1-9]\d{0,8})$/s.exec(runId) ?? [];
  return instanceId === undefined ? null : { instanceId, number: Number(number) };
}

/** How a run began, if this event says it: when (null: when the event was recorded), and what it was told. */
export function beginningOf(event: RunEvent): { readonly at: string | null; readonly start: RunStart } | null {
  if (event.type === "RunStarted") {
    const { deadline: _, ...start } = event.data;
    return { at: null, start };
  }
  if (event.type === "RunFailuresReported" || event.data.start === undefined) return null;
  const { runId, instanceId, ownerId } = event.data;
  const { at, ...told } = event.data.start;
  return { at, start: { runId, instanceId, ownerId, ...told } };
}

/** Since when a run shows what this event says or begins with: to the microsecond, as the log has the times of its events. */
export function shownFrom(event: RunEvent & { readonly recordedAt: string }): string {
  const at = beginningOf(event)?.at;
  return at?.replace(/(\.\d{3})Z$/, "$1000Z") ?? event.recordedAt;
}

/** The outputs that an event of a run names; none but for ends with rows. */
export function outputsOf(event: RunEvent): readonly RunOutput[] {
  return event.type === "RunSucceeded" || event.type === "RunPartlySucceeded" ? event.data.outputs : [];
}

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
