import { z } from "zod";
import { event, type EventOf } from "../core/event-catalog.ts";
import { tableVersionSchema } from "../core/schemas.ts";

const ref = { runId: z.string(), instanceId: z.string(), ownerId: z.string() };
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
  /** `table` is the complete output as readers see it from now on; null when nothing was stored. */
  RunSucceeded: event({ version: 1, schema: z.strictObject({ ...ref, ...counts, table: tableVersionSchema }) }),
  RunPartlySucceeded: event({ version: 1, schema: z.strictObject({ ...ref, ...counts, table: tableVersionSchema, error: z.string() }) }),
  RunFailed: event({ version: 1, schema: z.strictObject({ ...ref, ...counts, error: z.string() }) }),
  RunCancelled: event({ version: 1, schema: z.strictObject({ ...ref }) }),
  RunAbandoned: event({ version: 1, schema: z.strictObject({ ...ref, reason: z.string() }) }),
};
export type RunEvent = EventOf<typeof runEvents>;
