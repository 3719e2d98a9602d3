import type { Agenda } from "agenda";
import { toJobId } from "agenda";
import type { JobName, JobReport } from "#domain/core/ports/work-ports.ts";
import { requestInScope } from "../observability/request-scope.ts";
import { ONE_FOR_EACH_ID } from "./agenda-tables.ts";
import type { JobStore } from "./job-store.ts";

/** `requestId`: the request that queued it, for the lines of the log. */
export type JobData = { id?: string; requestId?: string };

/** Adds a job to the queue, unless the same work is already waiting. One that failed and was kept becomes due again. */
export async function addJob(
  agenda: Agenda,
  store: Pick<JobStore, "revive">,
  name: JobName,
  id: string,
): Promise<void> {
  const requestId = requestInScope();
  const job = agenda.create<JobData>(name, { id, ...(requestId === undefined ? {} : { requestId }) });
  if (ONE_FOR_EACH_ID.includes(name)) job.unique({ "data.id": id }, { insertOnly: true });
  else if (await isWaiting(agenda, name)) return;
  job.schedule(new Date());
  await job.save().catch((err: unknown) => {
    if (!isDuplicate(err)) throw err;
  });
  const { _id, nextRunAt } = job.attrs;
  // The saved job is the one that was there before, if there was one.
  if (nextRunAt || _id === undefined) return;
  if (await store.revive(String(_id))) await announceJob(agenda, { id: String(_id), name, nextAt: new Date() });
}

/** Tells the workers of all processes that a job is due, so that they need not poll for it. */
export async function announceJob(
  agenda: Agenda,
  { id, name, nextAt }: Pick<JobReport, "id" | "name" | "nextAt">,
): Promise<void> {
  const job = agenda.create(name, {});
  Object.assign(job.attrs, { _id: toJobId(id), nextRunAt: nextAt });
  await agenda.publishJobNotification(job);
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

/** Whether another round of this job is waiting. */
async function isWaiting(agenda: Agenda, name: JobName): Promise<boolean> {
  const { jobs } = await agenda.queryJobs({ name });
  return jobs.some(({ type, lockedAt, nextRunAt }) => type !== "single" && !lockedAt && nextRunAt);
}

function isDuplicate(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "23505" || code === 11_000;
}
