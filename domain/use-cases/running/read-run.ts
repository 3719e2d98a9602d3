import { aggregate, type Loaded } from "../../core/aggregate.ts";
import { fold } from "../../core/decider.ts";
import type { LoggedEvent } from "../../core/event-log.ts";
import { run, type RunState } from "../../run/decider.ts";
import { type RunEvent, runIdOf } from "../../run/events.ts";
import type { Ports } from "../ports.ts";
import type { RunClaim } from "../run-claims.ts";

/** A run, from its stream, which is short, and its claim. */
export type ReadRun = Loaded<RunState> & {
  readonly runId: string;
  readonly events: readonly LoggedEvent<RunEvent>[];
  /** Of a run that is not in the log. */
  readonly claim: RunClaim | null;
};

type Reading = Pick<Ports, "log" | "runs">;

/** Reads a run: what the log has of it, and otherwise its claim, which goes only after its end has come. */
export async function readRun({ log, runs }: Reading, runId: string): Promise<ReadRun> {
  const claimed = await runs.find(runId);
  const events = await aggregate(log, run).history(runId);
  const claim = events.length === 0 ? claimed : null;
  return { runId, events, claim, state: claim ? running(claim) : fold(run, events), revision: events.length - 1 };
}

/** The state of a run that is claimed. */
function running({ start, at, deadline }: RunClaim): RunState {
  return { status: "running", start, claimedAt: at, deadline };
}

/** The newest run of an instance, and the number of the next; the search starts at `knownNumber`, or before. */
export async function newestRun(
  ports: Reading,
  instanceId: string,
  knownNumber: number,
): Promise<{ readonly newest: ReadRun | null; readonly number: number }> {
  let number = knownNumber;
  let newest: ReadRun | null = null;
  // A model that knew of a claim, or of more than a restored log, is ahead.
  for (; number > 0 && newest === null; number -= 1) newest = await thatIsThere(ports, runIdOf(instanceId, number));
  if (newest !== null) number += 1;
  for (;;) {
    const next = await thatIsThere(ports, runIdOf(instanceId, number + 1));
    if (next === null) return { newest, number: number + 1 };
    [newest, number] = [next, number + 1];
  }
}

async function thatIsThere(ports: Reading, runId: string): Promise<ReadRun | null> {
  const found = await readRun(ports, runId);
  return found.state.status === "absent" ? null : found;
}
