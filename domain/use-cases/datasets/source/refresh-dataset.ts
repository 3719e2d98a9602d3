import { aggregate, view } from "../../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../../core/result.ts";
import { dataset, type DatasetRefusal } from "../../../dataset/decider.ts";
import { refreshSchedule, refreshSlot } from "../../../dataset/source/refresh-schedule.ts";
import type { WeekRefusal } from "../../../quota/weekly-runs.ts";
import type { Ports } from "../../ports.ts";
import { countedRun } from "../../plan-slots/count-run.ts";
import { type Cause, step } from "../../step.ts";
import { loadJob } from "../upload-version.ts";

type Requested = { readonly uploadId: string };

/** Asks for what is at the address of a dataset now, as its next version. */
export async function refreshDataset(
  { log, ids, jobs }: Pick<Ports, "log" | "ids" | "jobs">,
  { datasetId, ...asked }: { readonly datasetId: string; readonly by: string; readonly mayChangeColumns: boolean },
  cause: Cause,
): Promise<Result<Requested, DatasetRefusal>> {
  const uploadId = ids.derive(cause.commandId, "refresh");
  const command = { type: "request-refresh", ...asked, uploadId, trigger: "manual" } as const;
  const requested = await aggregate(log, dataset).handle(datasetId, command, step(cause, "request-refresh"));
  if (!requested.ok) return requested;
  await jobs.wake("load-dataset", loadJob(datasetId, uploadId));
  return accept({ uploadId }, requested.position);
}

export type ScheduledRefreshRefusal = DatasetRefusal | WeekRefusal | { readonly code: "not-due" };

/**
 * Begins the refresh of a dataset's schedule once its slot has come, which counts as a scheduled run of its owner. The
 * slot follows from the log alone: the first one since the newest load ended. So each process computes the same slot,
 * and all missed slots become one refresh.
 */
export async function startScheduledRefresh(
  { log, runs, clock, ids, jobs }: Pick<Ports, "log" | "runs" | "clock" | "ids" | "jobs">,
  datasetId: string,
): Promise<Result<Requested, ScheduledRefreshRefusal>> {
  const slot = refreshSlot(await view(log, refreshSchedule).load(datasetId));
  const now = await clock.now();
  if (slot === null || slot > now.toISOString()) return refuse({ code: "not-due" });
  const datasets = aggregate(log, dataset);
  const state = await datasets.load(datasetId);
  if (!("ownerId" in state)) return refuse({ code: "not-due" });
  const { ownerId: by } = state;
  const uploadId = ids.derive("refresh", datasetId, slot);
  const command = { type: "request-refresh", by, uploadId, trigger: "schedule", mayChangeColumns: false } as const;
  // A refresh that cannot begin counts as none.
  const foreseen = dataset.decide(state, command);
  if (!foreseen.ok) return foreseen;
  const cause: Cause = {
    actor: { kind: "system", name: "schedule" },
    commandId: `schedule/${datasetId}/${slot}`,
    correlationId: datasetId,
  };
  const { commandId } = cause;
  const counted = await runs.count(
    await countedRun({ log, runs }, { userId: by, runId: uploadId, scheduled: true, commandId, now }),
  );
  if (counted.outcome === "refused") return refuse(counted.refusal);
  const requested = await datasets.handle(datasetId, command, step(cause, "request-refresh"));
  if (!requested.ok) return requested;
  await jobs.wake("load-dataset", loadJob(datasetId, uploadId));
  return accept({ uploadId }, requested.position);
}
