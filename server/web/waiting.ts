import type { Platform } from "#app/platform.ts";
import { isLoading, loadStatus, runStatus, type Status } from "#app/waiting/status.ts";
import { createStatusWatch } from "#app/waiting/status-watch.ts";
import { createConcurrencyLimit } from "#domain/core/budget.ts";
import { PROGRESS_CHANNEL } from "#infra/beside-log/progress-channel.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import type { Queries } from "#projections/all.ts";
import { MODELS_CHANNEL } from "#runners/follower/model.ts";

/** Calls that wait, in total and by user: each holds a connection and little else. */
const WAITS = { limit: 2_000, perOwner: 200 };
const EVENT_STREAMS = { limit: 500, perOwner: 20 };

/** What follows runs and loads for the clients that wait for them. `stopping` ends all waits. */
export function createWaiting(infra: InfraPlatform, queries: Queries, stopping: AbortSignal): Platform["waiting"] {
  const channels = [MODELS_CHANNEL, PROGRESS_CHANNEL].map((name) => infra.notifications.on(name));
  const wakeUp = async (ms: number, signal: AbortSignal): Promise<void> => {
    const done = new AbortController();
    const either = AbortSignal.any([signal, done.signal]);
    await Promise.race(channels.map((channel) => channel.wait(ms, either)));
    done.abort();
  };
  const lookAtRuns = async (ids: readonly string[]): Promise<ReadonlyMap<string, Status>> => {
    const runs = await queries.instances.runsById(ids);
    const going = runs.filter(({ status }) => status === "running").map(({ id }) => id);
    const progress = going.length > 0 ? await infra.runRecords.progress(going) : new Map<string, never>();
    return new Map(runs.map((run) => [run.id, runStatus(run, progress.get(run.id))]));
  };
  const lookAtLoads = async (ids: readonly string[]): Promise<ReadonlyMap<string, Status>> => {
    const loads = await queries.catalogue.loads(ids);
    const going = loads.filter(isLoading).map(({ id }) => id);
    const progress = going.length > 0 ? await infra.data.uploads.progressOf(going) : new Map<string, never>();
    return new Map(loads.map((load) => [load.id, loadStatus(load, progress.get(load.id))]));
  };
  return {
    runs: createStatusWatch({ look: lookAtRuns, wakeUp }),
    loads: createStatusWatch({ look: lookAtLoads, wakeUp }),
    waits: infra.budgets.add(createConcurrencyLimit({ name: "waits", ...WAITS })),
    eventStreams: infra.budgets.add(createConcurrencyLimit({ name: "event streams", ...EVENT_STREAMS })),
    waitsPerUser: WAITS.perOwner,
    eventStreamsPerUser: EVENT_STREAMS.perOwner,
    stopping,
  };
}
