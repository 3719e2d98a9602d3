import { cancelRun } from "#domain/use-cases/running/cancel-run.ts";
import { type RunFacts, runFacts } from "#domain/use-cases/running/run-facts.ts";
import { startRun } from "#domain/use-cases/running/start-run.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { RunProgress, RunRequest } from "#domain/core/ports/run-records.ts";
import type { RunRow } from "#projections/instances/queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult, tooMany } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";

/** A run with all that its own page shows. */
export type RunDetails = RunRow & RunFacts;

/** A run with all its data. */
export type RunRecord = {
  readonly run: RunDetails;
  readonly progress: RunProgress | null;
  readonly requests: readonly RunRequest[];
};

/**
 * The progress of a running run, or how far one came that ended without results of its operations: cancelled or
 * abandoned.
 */
export function unfinished({ run, progress }: Pick<RunRecord, "run" | "progress">): RunProgress | null {
  if (run.operations.length > 0) return null;
  // An abandoned run is not waiting any more.
  return run.status === "running" ? progress : progress && { ...progress, wait: null };
}

const REMOVED = refuse("run-gone");

/** Run Now: claims the run, starts its job and waits up to `waitMs` for the end. */
export async function runNow(
  platform: Platform,
  request: {
    readonly instanceId: string;
    readonly override: boolean | null;
    readonly settings: JsonObject | null;
    readonly restart?: boolean;
    readonly waitMs: number;
  },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<RunRow>> {
  const { instanceId, override, waitMs } = request;
  const known = (await platform.queries.instances.runsOf(instanceId, 1))[0]?.number ?? 0;
  const limit = await platform.limits.consume("run", { account: viewer.id });
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  const settings = request.settings === null ? null : JSON.stringify(request.settings);
  const started = await startRun(
    platform.ports,
    {
      instanceId,
      by: viewer.id,
      override,
      settings,
      trigger: "manual",
      slot: null,
      knownNumber: known,
      restart: request.restart ?? false,
    },
    cause,
  );
  const result = await toCallResult(platform, started);
  if (!result.ok) return result;
  await platform.jobs.wake("pull", result.value.runId);
  const run = await ended(platform, result.value.runId, waitMs);
  return run ? { ok: true, value: run } : REMOVED;
}

/** The current state of a run of the viewer's that was started before. */
export async function runAsItStands(platform: Platform, runId: string): Promise<CallResult<RunRow>> {
  const run = await platform.queries.instances.run(runId);
  return run ? { ok: true, value: run } : REMOVED;
}

/** The run once it has ended, or its state when the time is over; null: its connection was removed. */
async function ended({ queries, readModels }: Platform, runId: string, waitMs: number): Promise<RunRow | null> {
  const end = async () => {
    const run = await queries.instances.run(runId);
    return run?.status === "running" ? null : { run };
  };
  return ((await readModels.until(end, { timeoutMs: waitMs })) ?? { run: await queries.instances.run(runId) }).run;
}

/** What a page says when a run could not be cancelled because of a fault of ours. */
export const CANCEL_FAILED = "Failed to cancel the run.";

/** Cancels a run. Its rows are dropped; those of earlier runs stay. */
export async function cancel(
  platform: Platform,
  ref: { readonly instanceId: string; readonly runId: string },
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<RunRow>> {
  const { instanceId, runId } = ref;
  if ((await platform.queries.instances.byId(instanceId))?.ownerId !== viewer.id) return NOT_FOUND;
  const cancelled = await toCallResult(
    platform,
    await cancelRun(platform.ports, { instanceId, runId, by: viewer.id }, cause),
  );
  if (!cancelled.ok) return cancelled;
  // The process that runs it notices by itself; if there is none, a runner cleans up.
  await platform.jobs.wake("pull", runId);
  const run = await platform.queries.instances.run(runId);
  return run ? { ok: true, value: run } : NOT_FOUND;
}

/** The runs of one of the viewer's instances, newest first, and how many there are. */
export async function runsOfInstance(
  platform: Platform,
  instanceId: string,
  viewer: UserRow,
  range: ListRange,
): Promise<CallResult<CursorPage<RunRow>>> {
  const { instances } = platform.queries;
  const row = await instances.byId(instanceId);
  if (row?.ownerId !== viewer.id) return NOT_FOUND;
  return { ok: true, value: await instances.runsPage(instanceId, range) };
}

/** One run; null: there is none. Rights are the caller's to check (`ownerId`). */
export async function runDetails(
  { queries, ports }: Pick<Platform, "queries" | "ports">,
  runId: string,
): Promise<RunDetails | null> {
  const row = await queries.instances.run(runId);
  const facts = row && (await runFacts(ports, runId));
  return row && facts && { ...facts, ...row };
}

/** One run of the viewer's with its progress and its stored requests. */
export async function recordOf(platform: Platform, runId: string, viewer: UserRow): Promise<CallResult<RunRecord>> {
  const run = await runDetails(platform, runId);
  if (run?.ownerId !== viewer.id) return NOT_FOUND;
  const progress = (await platform.runRecords.progress([runId])).get(runId) ?? null;
  return { ok: true, value: { run, progress, requests: await platform.runRecords.requests(runId) } };
}
