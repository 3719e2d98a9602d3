import { aggregate } from "../../core/aggregate.ts";
import { dataset, type DatasetState } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { reconcileDatasetSlot } from "./dataset-slots.ts";

/** Whose access to which dataset. */
export type AccessOf = { readonly datasetId: string; readonly userId: string };

/**
 * Records that a user's access has reached its end, if it has, and gives the plan slot back. Readers are turned away
 * from the end on; this follows before the access is decided about, and in the clean-up. Returns the state since.
 */
export async function endExpiredAccess(
  ports: Pick<Ports, "log" | "clock" | "ids">,
  { datasetId, userId }: AccessOf,
  cause: Cause,
  known?: DatasetState,
): Promise<DatasetState> {
  const datasets = aggregate(ports.log, dataset);
  const state = known ?? (await datasets.load(datasetId));
  const until = "grantees" in state ? (state.grantees.get(userId) ?? null) : null;
  if (until === null || Date.parse(until) > (await ports.clock.now()).getTime()) return state;
  const command = { type: "expire-access", userId, until } as const;
  // Its own id each time: an access that was given again ends again.
  await datasets.handle(datasetId, command, step({ ...cause, fresh: true }, `expire/${ports.ids.fresh()}`));
  await reconcileDatasetSlot(ports, { userId, kind: "dataset", itemId: datasetId }, cause);
  return datasets.load(datasetId);
}
