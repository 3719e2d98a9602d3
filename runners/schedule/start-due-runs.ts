import type { Ports } from "#domain/use-cases/ports.ts";
import { isoWeek } from "#domain/quota/iso-week.ts";
import { PLANS, type PlanId } from "#domain/user/plan.ts";
import type { Queries } from "#projections/all.ts";
import type { DueRow } from "#projections/schedules/queries.ts";
import { schedulePause } from "#domain/use-cases/plan-slots/schedule-pause.ts";
import { startScheduledRun } from "#domain/use-cases/running/start-scheduled-run.ts";

/** What starting scheduled runs needs of the world. */
export type SchedulePorts = Pick<Ports, "log" | "clock" | "ids" | "vault" | "jobs"> & {
  readonly queries: Pick<Queries, "schedules" | "users" | "usage" | "catalogue">;
  /** An error while one instance was looked at; the others go on. */
  readonly reportError: (error: unknown, instanceId: string) => void;
};

/**
 * Runs that may wait for a runner or go on at the same time, of everybody and of one owner. A run has its deadline from the moment of its
 * claim, so what cannot begin soon stays unclaimed: its slot keeps, and becomes one run with those that come after it.
 */
const MAX_OPEN_RUNS = 100;
const MAX_OPEN_RUNS_OF_OWNER = 20;
const STARTS_AT_ONCE = 4;
/** One round ends before its lock does; the next goes on where it stopped. */
const ROUND_MS = 20_000;

/**
 * Starts a run for every instance whose slot has come. The read models say where to look; what may run is decided in the log,
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
  await Promise.all(Array.from({ length: STARTS_AT_ONCE }, startOneByOne));
}

/** Those for which there is room, in their order. */
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

/** Leaves those alone that the log would refuse anyway, so that thousands of resting schedules cost a few queries. */
async function withoutPaused(
  { queries }: SchedulePorts,
  due: readonly DueRow[],
  now: Date,
): Promise<readonly DueRow[]> {
  if (due.length === 0) return [];
  const owners = [...new Set(due.map((row) => row.ownerId))];
  const plans = await queries.users.plansOf(owners);
  const used = await queries.usage.runsOfUsers(owners, isoWeek(now).name);
  const active = await queries.catalogue.activeAmong([...new Set(due.map((row) => row.connectorId))]);
  const resting = new Set(
    owners.filter(
      (id) => schedulePause(PLANS[(plans.get(id) ?? 1) as PlanId], used.get(id) ?? { runs: 0, scheduled: 0 }) !== null,
    ),
  );
  return due.filter((row) => active.has(row.connectorId) && !resting.has(row.ownerId));
}
