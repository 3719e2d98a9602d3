import { cancelRun } from "#domain/processes/cancel-run.ts";
import type { Cause } from "#domain/processes/step.ts";
import type { RunProgress, RunRequest } from "#domain/core/run-records.ts";
import type { RunDetails, RunRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, no, settled } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { NOT_FOUND } from "./connector-calls.ts";

/** A run with everything that is known of it. */
/** Where a run is that is going on, or how far one came that ended without its operations' ends: cancelled or given up. */
export function unfinished({ run, progress }: Pick<RunRecord, "run" | "progress">): RunProgress | null {
  if (run.operations.length > 0) return null;
  // A run that was given up has left what it waited for.
  return run.status === "running" ? progress : progress && { ...progress, wait: null };
}

export type RunRecord = { readonly run: RunDetails; readonly progress: RunProgress | null; readonly requests: readonly RunRequest[] };

/** Ends a run that is going on. Its rows are thrown away; those of earlier runs stay. */
export async function cancel(platform: Platform, ref: { readonly instanceId: string; readonly runId: string }, viewer: UserRow, cause: Cause): Promise<CallResult<RunRow>> {
  const { instanceId, runId } = ref;
  if ((await platform.queries.instances.byId(instanceId))?.owner_id !== viewer.id) return no(404, NOT_FOUND);
  const cancelled = await settled(platform, await cancelRun(platform.ports, { instanceId, runId, by: viewer.id }, cause));
  if (!cancelled.ok) return cancelled;
  // Whoever is at it notices by itself; where nobody is, a runner clears away what is left.
  await platform.jobs.wake("pull", runId);
  const run = await platform.queries.instances.run(runId);
  return run ? { ok: true, value: run } : no(404, NOT_FOUND);
}

/** The runs of one of the viewer's connections, newest first, and how many there are. */
export async function runsOfConnection(
  platform: Platform,
  instanceId: string,
  viewer: UserRow,
  window: { readonly limit: number; readonly offset: number },
): Promise<CallResult<{ readonly runs: readonly RunRow[]; readonly total: number }>> {
  const { instances } = platform.queries;
  const row = await instances.byId(instanceId);
  if (row?.owner_id !== viewer.id) return no(404, NOT_FOUND);
  return { ok: true, value: { runs: await instances.runsOf(instanceId, window.limit, window.offset), total: await instances.runCount(instanceId) } };
}

/** One run of the viewer's with its progress and its requests, as far as they are kept. */
export async function recordOf(platform: Platform, runId: string, viewer: UserRow): Promise<CallResult<RunRecord>> {
  const run = await platform.queries.instances.runDetails(runId);
  if (run?.owner_id !== viewer.id) return no(404, NOT_FOUND);
  const progress = (await platform.runRecords.progress([runId])).get(runId) ?? null;
  return { ok: true, value: { run, progress, requests: await platform.runRecords.requests(runId) } };
}
