import type { Agenda } from "agenda";
import type { JobName } from "#domain/core/ports/work-ports.ts";
import { requestInScope } from "../observability/request-scope.ts";
import { traceParent } from "../observability/tracing.ts";
import { ONE_FOR_EACH_ID } from "./agenda-tables.ts";
import type { JobBell } from "./job-bell.ts";
import type { JobData, JobStore } from "./job-store.ts";

/** Adds a job to the queue, unless the same work is already waiting. One that failed and was kept becomes due again. */
export async function addJob(
  agenda: Agenda,
  { store, bell }: { readonly store: Pick<JobStore, "add">; readonly bell: Pick<JobBell, "ring"> },
  name: JobName,
  id: string,
): Promise<void> {
  const requestId = requestInScope();
  const parent = traceParent();
  const data = {
    id,
    ...(requestId === undefined ? {} : { requestId }),
    ...(parent === undefined ? {} : { traceParent: parent }),
  };
  if (ONE_FOR_EACH_ID.includes(name)) {
    await store.add(name, data);
    await bell.ring(name);
  } else if (!(await isWaiting(agenda, name))) await agenda.now<JobData>(name, data);
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

/** Whether another round of this job is waiting. */
async function isWaiting(agenda: Agenda, name: JobName): Promise<boolean> {
  const { jobs } = await agenda.queryJobs({ name });
  return jobs.some(({ type, lockedAt, nextRunAt }) => type !== "single" && !lockedAt && nextRunAt);
}
