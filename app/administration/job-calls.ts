import type { JobReport } from "#domain/core/ports/work-ports.ts";
import { type CallResult, refuse } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

/** Makes a job due now that has failed or waits for later. */
export async function retryJob({ jobsAdmin }: Platform, id: string): Promise<CallResult<JobReport>> {
  const job = await jobsAdmin.retry(id);
  return job ? { ok: true, value: job } : refuse("job-not-waiting");
}

/** Removes a failed job. Its work is queued again if the log says that it is still to be done. */
export async function removeJob({ jobsAdmin }: Platform, id: string): Promise<CallResult<JobReport>> {
  const job = await jobsAdmin.remove(id);
  return job ? { ok: true, value: job } : refuse("job-not-failed");
}
