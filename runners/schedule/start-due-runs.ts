import type { Ports } from "#domain/use-cases/ports.ts";
import type { Queries } from "#projections/all.ts";
import type { DueRow } from "#projections/schedules/queries.ts";
import { startScheduledRun } from "#domain/use-cases/running/start-scheduled-run.ts";
import { restingOwners } from "./resting-owners.ts";

/** The ports for starting scheduled runs. */
export type SchedulePorts = Pick<Ports, "log" | "runs" | "clock" | "ids" | "vault" | "jobs"> & {
  readonly queries: Pick<Queries, "schedules" | "users" | "usage" | "catalogue">;
  /** Reports an error with one instance; the others continue. */
  readonly reportError: (error: unknown, instanceId: string) => void;
};

/**
 * Most open runs, waiting or running, in total and per owner. The deadline of a run starts with its claim, so a run
 * that cannot start soon stays unclaimed: its slot remains, and later slots join it in one run.
 */
const MAX_OPEN_RUNS = 100;
const MAX_OPEN_RUNS_OF_OWNER = 20;
const CONCURRENT_STARTS = 4;
/** One round ends before its lock does; the next continues where it stopped. */
const ROUND_MS = 20_000;

/**
 * Starts a run for every instance whose slot has come. The read models only suggest them; the log decides what may run,
 * so any number of processes may do this at the same time, also with models that lag behind.
 */
export async function startDueRuns(ports: SchedulePorts, stopping: AbortSignal): Promise<void> {
  const now = await ports.clock.now();
  const due = await withoutPaused(ports, await ports.queries.schedules.due(now), now);
  const waiting = withinLimits(
    due,
    due.length === 0 ? new Map() : await ports.queries.schedules.openByOwner(),
  ).values();
  const until = AbortSignal.any([stopping, AbortSignal.timeout(ROUND_MS)]);
  const startOneByOne = async () => {
    for (const row of waiting) {
      if (until.aborted) return;
      await start(ports, row).catch((error: unknown) => ports.reportError(error, row.instanceId));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_STARTS }, startOneByOne));
}

/** Those within the limits, in order. */
function withinLimits(due: readonly DueRow[], openByOwner: ReadonlyMap<string, number>): readonly DueRow[] {
  const open = new Map(openByOwner);
  let room = MAX_OPEN_RUNS - [...open.values()].reduce((sum, count) => sum + count, 0);
  return due.filter(({ ownerId: owner }) => {
    const own = open.get(owner) ?? 0;
    if (room <= 0 || own >= MAX_OPEN_RUNS_OF_OWNER) return false;
    room -= 1;
    open.set(owner, own + 1);
    return true;
  });
}

async function start(
  { jobs, ...ports }: SchedulePorts,
  { instanceId, lastNumber: knownNumber }: DueRow,
): Promise<void> {
  const started = await startScheduledRun(ports, { instanceId, knownNumber });
  if (started.ok) await jobs.wake("pull", started.value.runId);
}

/** Skips those that the log would refuse anyway, so that thousands of paused schedules cost a few queries. */
async function withoutPaused(
  { queries }: SchedulePorts,
  due: readonly DueRow[],
  now: Date,
): Promise<readonly DueRow[]> {
  if (due.length === 0) return [];
  const resting = await restingOwners(
    queries,
    due.map(({ ownerId }) => ownerId),
    now,
  );
  const active = await queries.catalogue.activeAmong([...new Set(due.map((row) => row.connectorId))]);
  return due.filter((row) => active.has(row.connectorId) && !resting.has(row.ownerId));
}
