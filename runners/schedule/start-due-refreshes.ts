import { startScheduledRefresh } from "#domain/use-cases/datasets/source/refresh-dataset.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import type { Queries } from "#projections/all.ts";
import { restingOwners } from "./resting-owners.ts";

export type RefreshPorts = Pick<Ports, "log" | "runs" | "clock" | "ids" | "jobs"> & {
  readonly queries: Pick<Queries, "schedules" | "users" | "usage">;
  /** Reports an error with one dataset; the others continue. */
  readonly reportError: (error: unknown, datasetId: string) => void;
};

/** Most refreshes of one round; the next one continues. */
const MAX_STARTS = 200;
const CONCURRENT_STARTS = 4;
const ROUND_MS = 20_000;

/**
 * Begins a refresh of every dataset whose slot has come. The read models only suggest them; the log decides, so any
 * number of processes may do this at the same time.
 */
export async function startDueRefreshes(ports: RefreshPorts, stopping: AbortSignal): Promise<void> {
  const now = await ports.clock.now();
  const due = await ports.queries.schedules.dueRefreshes(now, MAX_STARTS);
  if (due.length === 0) return;
  const resting = await restingOwners(
    ports.queries,
    due.map(({ ownerId }) => ownerId),
    now,
  );
  const waiting = due.filter(({ ownerId }) => !resting.has(ownerId)).values();
  const until = AbortSignal.any([stopping, AbortSignal.timeout(ROUND_MS)]);
  const startOneByOne = async () => {
    for (const { datasetId } of waiting) {
      if (until.aborted) return;
      await startScheduledRefresh(ports, datasetId).catch((error: unknown) => ports.reportError(error, datasetId));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_STARTS }, startOneByOne));
}
