import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { tableVersionSchema } from "../core/schemas.ts";

const ref = { runId: z.string(), instanceId: z.string(), ownerId: z.string() };
/** What one operation yielded: the public name of its table and the version that readers see from now on. */
const outputs = z.array(z.strictObject({ operation: z.string(), tableName: z.string(), table: tableVersionSchema }));
const counts = { pages: z.number().int().nonnegative(), rowCount: z.number().int().nonnegative(), warnings: z.array(z.string()) };

/**
 * Streams `run-<instanceId>-<number>`, numbered from 1 without gaps. RunStarted is the claim: a run can only start when the
 * one before has ended, and only one of N racers creates the stream, so an instance never runs twice at a time and a
 * schedule slot never twice at all (`lastSlot` goes along from run to run).
 */
export const runEvents = {
  RunStarted: event({
    version: 1,
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
      /** From this moment on the run counts as abandoned. */
      deadline: z.string(),
    }),
  }),
  /** The first output is the connection's own table; outputs that are missing stay as they were. */
  RunSucceeded: event({ version: 1, schema: z.strictObject({ ...ref, ...counts, outputs }) }),
  RunPartlySucceeded: event({ version: 1, schema: z.strictObject({ ...ref, ...counts, outputs, error: z.string() }) }),
  RunFailed: event({ version: 1, schema: z.strictObject({ ...ref, ...counts, error: z.string() }) }),
  RunCancelled: event({ version: 1, schema: z.strictObject({ ...ref }) }),
  RunAbandoned: event({ version: 1, schema: z.strictObject({ ...ref, reason: z.string() }) }),
};
export type RunEvent = EventOf<typeof runEvents>;
export type RunOutput = z.infer<typeof outputs>[number];
