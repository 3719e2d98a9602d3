import { aggregate, type Loaded } from "../../core/aggregate.ts";
import { fold } from "../../core/decider.ts";
import { run, type RunState } from "../../run/decider.ts";
import type { Ports } from "../ports.ts";

/** A run, from one read of its stream. */
export type ReadRun = Loaded<RunState> & {
  readonly runId: string;
  /** The command that started it, and its position in the log; null for a run that does not exist. */
  readonly started: { readonly commandId: string; readonly position: string } | null;
  /** Time of its latest event, ISO 8601. */
  readonly lastRecordedAt: string | null;
};

/** The id of an instance's run. */
export function runIdOf(instanceId: string, number: number): string {
  return `${instanceId}-${number}`;
}

/** Reads a run's stream, which is short. */
export async function readRun({ log }: Pick<Ports, "log">, runId: string): Promise<ReadRun> {
  const events = await aggregate(log, run).history(runId);
  const [first] = events;
  return {
    runId,
    state: fold(run, events),
    revision: events.length - 1,
    started: first ? { commandId: first.commandId, position: first.position } : null,
    lastRecordedAt: events.at(-1)?.recordedAt ?? null,
  };
}

/** The newest run of an instance, and the number of the next; the search starts at `knownNumber`. */
export async function newestRun(
  ports: Pick<Ports, "log">,
  instanceId: string,
  knownNumber: number,
): Promise<{ readonly newest: ReadRun | null; readonly next: ReadRun; readonly number: number }> {
  let newest = knownNumber === 0 ? null : await readRun(ports, runIdOf(instanceId, knownNumber));
  for (let number = knownNumber + 1; ; number += 1) {
    const next = await readRun(ports, runIdOf(instanceId, number));
    if (next.started === null) return { newest, next, number };
    newest = next;
  }
}
