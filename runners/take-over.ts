import { aggregate } from "#domain/core/aggregate.ts";
import type { JobName, JobQueue } from "#domain/core/ports/work-ports.ts";
import { reportFailures, type ReportPorts } from "#domain/use-cases/running/report-failures.ts";
import { loadJob } from "#domain/use-cases/datasets/upload-version.ts";
import { run } from "#domain/run/decider.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import { step } from "#domain/use-cases/step.ts";
import type { Queries } from "#projections/all.ts";

type TakeOverPorts = Pick<Ports, "clock"> &
  ReportPorts & { readonly queries: Pick<Queries, "instances" | "catalogue"> };

/**
 * Queues the jobs of unfinished work that has no job any more, and abandons runs that are past their deadline. A job
 * that still exists starts again by itself: its lock ends with its process.
 */
export async function takeOver(jobs: JobQueue, ports: TakeOverPorts): Promise<void> {
  const now = (await ports.clock.now()).toISOString();
  const runs = await ports.queries.instances.openRuns();
  await askAgain(
    jobs,
    "pull",
    runs.filter(({ deadline }) => deadline > now).map(({ id }) => id),
  );
  for (const { id } of runs.filter(({ deadline }) => deadline <= now)) {
    const cause = { actor: { kind: "system", name: "runner" }, commandId: `overdue/${id}`, correlationId: id } as const;
    await aggregate(ports.log, run).handle(id, { type: "abandon" }, step(cause, `abandon/${id}`));
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

async function askAgain(jobs: JobQueue, job: JobName, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const asked = await jobs.asked(job);
  for (const id of ids) if (!asked.has(id)) await jobs.wake(job, id);
}
