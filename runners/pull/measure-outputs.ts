import { aggregate } from "#domain/core/aggregate.ts";
import { run } from "#domain/run/decider.ts";
import type { Ports } from "#domain/use-cases/ports.ts";

/** The ports for computing statistics. */
export type MeasurePorts = Pick<Ports, "log"> & {
  /** Computes the statistics of a table that has none. */
  readonly measureTable: (physical: string) => Promise<void>;
  readonly reportError: (error: unknown, runId: string) => void;
};

/**
 * Computes the statistics of a run's tables. Their rows are readable before: no reader waits for statistics, and a run
 * is valid without them. Safe to do twice.
 */
export async function measureOutputs(ports: MeasurePorts, runId: string, stopping: AbortSignal): Promise<void> {
  for (const event of await aggregate(ports.log, run).history(runId)) {
    if (event.type !== "RunSucceeded" && event.type !== "RunPartlySucceeded") continue;
    for (const { table } of event.data.outputs) {
      if (stopping.aborted) return;
      await ports.measureTable(table.physical).catch((error: unknown) => ports.reportError(error, runId));
    }
  }
}
