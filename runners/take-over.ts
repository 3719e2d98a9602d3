import { aggregate } from "#domain/core/aggregate.ts";
import type { ReadModels } from "#domain/core/ports/ports.ts";
import type { JobName, JobQueue } from "#domain/core/ports/work-ports.ts";
import { readRun } from "#domain/use-cases/running/read-run.ts";
import { reportFailures, type ReportPorts } from "#domain/use-cases/running/report-failures.ts";
import { loadJob } from "#domain/use-cases/datasets/upload-version.ts";
import { run } from "#domain/run/decider.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import { step } from "#domain/use-cases/step.ts";
import type { Queries } from "#projections/all.ts";

type TakeOverPorts = Pick<Ports, "clock" | "runs"> &
  ReportPorts & {
    readonly queries: Pick<Queries, "instances" | "catalogue">;
    readonly readModels: Pick<ReadModels, "reached">;
  };

/**
 * Queues the jobs of unfinished work that has no job any more, abandons runs that are past their deadline, and ends
 * the claims of runs that have ended. A job that still exists starts again by itself: its lock ends with its process.
 */
export async function takeOver(jobs: JobQueue, ports: TakeOverPorts): Promise<void> {
  const now = (await ports.clock.now()).toISOString();
  const runs = await openRuns(ports);
  await askAgain(
    jobs,
    "pull",
    runs.filter(({ deadline }) => deadline > now).map(({ id }) => id),
  );
  for (const { id } of runs.filter(({ deadline }) => deadline <= now)) {
    const cause = { actor: { kind: "system", name: "runner" }, commandId: `overdue/${id}`, correlationId: id } as const;
    const found = await readRun(ports, id);
    await aggregate(ports.log, run).handle(id, { type: "abandon" }, step(cause, `abandon/${id}`), found);
    await reportFailures(ports, id);
  }
  await askAgain(
    jobs,
    "load-dataset",
    (await ports.queries.catalogue.datasetsLoading()).map(({ id, uploadId, attempt }) =>
      loadJob(id, uploadId, attempt),
    ),
  );
}

type OpenRun = { readonly id: string; readonly deadline: string };

/**
 * The runs that go on, also of connections that were removed since. Ends the claims of those whose end the read models know:
 * until then they show a run by its claim. One that stays keeps nothing from running, so there is time for it.
 */
async function openRuns(ports: TakeOverPorts): Promise<readonly OpenRun[]> {
  const runs: OpenRun[] = [...(await ports.queries.instances.openRuns())];
  const shown = new Set(runs.map(({ id }) => id));
  for (const id of await ports.runs.open()) {
    if (shown.has(id)) continue;
    const { state, events } = await readRun(ports, id);
    const end = events.at(-1);
    if (state.status === "running") runs.push({ id, deadline: state.deadline });
    else if (end && (await ports.readModels.reached(end.position, 0))) await ports.runs.release(id);
  }
  return runs;
}

async function askAgain(jobs: JobQueue, job: JobName, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const asked = await jobs.asked(job);
  for (const id of ids) if (!asked.has(id)) await jobs.wake(job, id);
}
