import type { Agenda } from "agenda";
import type { JobName } from "#domain/core/ports/work-ports.ts";
import { ONE_FOR_EACH_ID } from "./agenda-tables.ts";

export type JobData = { id?: string };

/** Jobs that one statement removes. */
const JOBS_PER_DELETE = 500;

/** Adds a job to the queue, unless the same work is already waiting. */
export async function addJob(agenda: Agenda, name: JobName, id: string): Promise<void> {
  const job = agenda.create<JobData>(name, { id });
  if (ONE_FOR_EACH_ID.includes(name)) job.unique({ "data.id": id }, { insertOnly: true });
  else if (await isWaiting(agenda, name)) return;
  job.schedule(new Date());
  await job.save().catch((err: unknown) => {
    if (!isDuplicate(err)) throw err;
  });
}

/** The ids of the jobs of this name that are waiting or running, in any process. */
export async function idsInQueue(agenda: Agenda, name: JobName): Promise<ReadonlySet<string>> {
  const { jobs } = await agenda.queryJobs({ name });
  return new Set(
    jobs
      .filter(({ lockedAt, nextRunAt }) => lockedAt || nextRunAt)
      .map(({ data }) => (data as JobData | undefined)?.id ?? ""),
  );
}

/** Removes the jobs of this name that some process has locked. */
export async function removeLocked(agenda: Agenda, name: JobName): Promise<void> {
  const { jobs } = await agenda.queryJobs({ name });
  const ids = jobs.filter(({ type, lockedAt }) => type !== "single" && lockedAt).map(({ _id }) => String(_id));
  if (ids.length > 0) await agenda.cancel({ ids });
}

/** Removes jobs that ended without being removed. */
export async function removeEnded(agenda: Agenda): Promise<void> {
  for (const state of ["failed", "completed"] as const) {
    const { jobs } = await agenda.queryJobs({ state });
    const ids = jobs
      .filter(({ type, nextRunAt, lockedAt }) => type !== "single" && !nextRunAt && !lockedAt)
      .map(({ _id }) => String(_id));
    for (let from = 0; from < ids.length; from += JOBS_PER_DELETE)
      await agenda.cancel({ ids: ids.slice(from, from + JOBS_PER_DELETE) });
  }
}

/** Whether another round of this job is waiting. */
async function isWaiting(agenda: Agenda, name: JobName): Promise<boolean> {
  const { jobs } = await agenda.queryJobs({ name });
  return jobs.some(({ type, lockedAt, nextRunAt }) => type !== "single" && !lockedAt && nextRunAt);
}

function isDuplicate(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "23505" || code === 11_000;
}
