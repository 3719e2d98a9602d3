import type { EventLog } from "#domain/core/event-log.ts";
import { streams } from "#domain/use-cases/streams.ts";
import type { RunEvent } from "#domain/run/events.ts";

/** What taking statistics needs of the world. */
export type MeasurePorts = {
  readonly log: EventLog;
  /** Takes the statistics of a table that has none. */
  readonly measureTable: (physical: string) => Promise<void>;
  readonly reportError: (error: unknown, runId: string) => void;
};

/**
 * Takes the statistics of what a run has brought. The rows can be read before: no reader waits for figures, and a run without them
 * is as good. Safe to do twice.
 */
export async function measureOutputs(ports: MeasurePorts, runId: string, stopping: AbortSignal): Promise<void> {
  for (const event of (await ports.log.read(streams.run(runId))) as readonly RunEvent[]) {
    if (event.type !== "RunSucceeded" && event.type !== "RunPartlySucceeded") continue;
    for (const { table } of event.data.outputs) {
      if (stopping.aborted) return;
      await ports.measureTable(table.physical).catch((error: unknown) => ports.reportError(error, runId));
    }
  }
}
