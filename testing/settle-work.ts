import { aggregate } from "#domain/core/aggregate.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import { dataset } from "#domain/dataset/decider.ts";
import { run, type RunOutcome } from "#domain/run/decider.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import { readRun } from "#domain/use-cases/running/read-run.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";

/** Records how a run ended, as a runner does. */
export async function settleRun(
  { log, runs, clock }: Pick<Ports, "log" | "runs" | "clock">,
  runId: string,
  outcome: RunOutcome,
  cause: Cause,
) {
  const now = (await clock.now()).toISOString();
  const context = step(cause, `settle/${runId}`);
  const found = await readRun({ log, runs }, runId);
  return aggregate(log, run).handle(runId, { type: "settle", outcome, now }, context, found);
}

/** Records the rows of a first load, as a runner does. */
export function settleLoad(
  { log }: Pick<Ports, "log">,
  datasetId: string,
  {
    table,
    rejected,
    uploadId = null,
  }: { readonly table: TableVersion; readonly rejected: number; readonly uploadId?: string | null },
  cause: Cause,
) {
  const loads = { type: "record-load", uploadId, table, rejected } as const;
  return aggregate(log, dataset).handle(datasetId, loads, step(cause, "settle-load"));
}
