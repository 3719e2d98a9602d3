import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { QuotaRefusal } from "../../quota/decider.ts";
import { planOf, takePlanSlot } from "../plan-slots/plan-slots.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { reconcileDatasetSlot } from "./dataset-slots.ts";
import { endExpiredAccess } from "./end-expired-access.ts";

/** Gets access to a free public dataset, within the user's plan. */
export async function takeAccess(
  ports: Pick<Ports, "log" | "clock" | "ids">,
  { datasetId, userId }: { readonly datasetId: string; readonly userId: string },
  cause: Cause,
): Promise<Result<null, DatasetRefusal | QuotaRefusal>> {
  const datasets = aggregate(ports.log, dataset);
  const context = step(cause, "take-access");
  const [[earlier], known, plan] = await Promise.all([
    datasets.historyOfCommand(datasetId, context.commandId),
    datasets.load(datasetId),
    planOf(ports, userId),
  ]);
  // Answered before a plan slot is taken: the access may have been removed since, and the slot would remain without it.
  if (earlier) return accept(null, earlier.position);
  // Checked before a plan slot is taken: a request that is refused, or changes nothing, must write nothing to the log.
  const state = await endExpiredAccess(ports, { datasetId, userId }, cause, known);
  const command = { type: "take-access", userId } as const;
  const mayTake = dataset.decide(state, command);
  if (!mayTake.ok) return mayTake;
  if (mayTake.value.length === 0) return accept(null);
  const slot = { userId, kind: "dataset", itemId: datasetId } as const;
  const full = await takePlanSlot(ports, slot, cause, plan);
  if (full) return refuse(full);
  const granted = await datasets.handle(datasetId, command, context);
  const settled = await reconcileDatasetSlot(ports, slot, cause);
  if (!granted.ok) return granted;
  return settled.refusal ? refuse(settled.refusal) : accept(null, granted.position);
}
