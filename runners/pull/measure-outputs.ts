import { aggregate } from "#domain/core/aggregate.ts";
import { run } from "#domain/run/decider.ts";
import { outputsOf } from "#domain/run/events.ts";
import type { Ports } from "#domain/use-cases/ports.ts";

/**
 * Asks for the statistics of a run's tables. Their rows are readable before: no reader waits for statistics, and a run
 * is valid without them. Safe to do twice.
 */
export async function measureOutputs({ log, jobs }: Pick<Ports, "log" | "jobs">, runId: string): Promise<void> {
  for (const event of await aggregate(log, run).history(runId))
    for (const { table } of outputsOf(event)) await jobs.wake("measure-table", table.physical);
}
