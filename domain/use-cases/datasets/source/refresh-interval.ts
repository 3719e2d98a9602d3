import { aggregate } from "../../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../../core/result.ts";
import { dataset, type DatasetRefusal } from "../../../dataset/decider.ts";
import { intervalPause, type SchedulePause } from "../../plan-slots/schedule-pause.ts";
import type { Ports } from "../../ports.ts";
import { type Cause, step } from "../../step.ts";

/** Sets how often the file of a dataset is fetched by itself, in minutes; 0 ends that, whatever the plan is. */
export async function setRefreshInterval(
  ports: Pick<Ports, "log" | "runs" | "clock">,
  { datasetId, by, minutes }: { readonly datasetId: string; readonly by: string; readonly minutes: number },
  cause: Cause,
): Promise<Result<null, DatasetRefusal | SchedulePause>> {
  const datasets = aggregate(ports.log, dataset);
  const state = await datasets.load(datasetId);
  const command = { type: "set-refresh-interval", by, minutes } as const;
  const foreseen = dataset.decide(state, command);
  if (!foreseen.ok) return foreseen;
  const present = "source" in state ? (state.source?.interval ?? 0) : 0;
  const pause = await intervalPause(ports, { userId: by, interval: minutes, present });
  if (pause) return refuse(pause);
  const changed = await datasets.handle(datasetId, command, step(cause, "set-refresh-interval"));
  return changed.ok ? accept(null, changed.position) : changed;
}
