import { dispatch } from "../../core/dispatch.ts";
import { loadState } from "../../core/load-state.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import { dataset } from "../../dataset/decider.ts";
import { quota, type QuotaRefusal, type QuotaState } from "../../quota/decider.ts";
import type { QuotaEvent } from "../../quota/events.ts";
import { isUsed, type PlaceRequest, releasePlace, takePlace } from "../plan-slots/places.ts";
import { type Cause, later, step } from "../step.ts";
import { streams } from "../streams.ts";

export type SettledPlace = {
  /** Why the access ended: there was no place left for it. null: the two go together. */
  readonly refusal: QuotaRefusal | null;
  readonly position: string | null;
};

/**
 * Brings the place of a dataset in line with the access of its user, after either was changed. A place that one request found
 * taken may be given back by another before its access is written: the last change of the access is followed by the last look. Access for
 * which there is no place any more ends.
 */
export async function settleDatasetPlace(ports: CorePorts, place: PlaceRequest, cause: Cause): Promise<SettledPlace> {
  let refusal: QuotaRefusal | null = null;
  let position: string | null = null;
  // What this changes is looked at again: access may have come or gone meanwhile.
  for (;;) {
    const granted = await isUsed(ports, place);
    if (granted === (await isTaken(ports, place))) return { refusal, position };
    if (!granted) position = later(position, await releasePlace(ports, place, cause));
    else if ((refusal = await takePlace(ports, place, cause)) !== null)
      position = later(position, await endAccess(ports, place, cause));
  }
}

async function isTaken(ports: CorePorts, { userId, kind, itemId }: PlaceRequest): Promise<boolean> {
  return (await loadState<QuotaState, QuotaEvent>(ports.log, quota, streams.quota(userId))).state[kind].has(itemId);
}

async function endAccess(ports: CorePorts, { userId, itemId }: PlaceRequest, cause: Cause): Promise<string | null> {
  const removed = await dispatch(ports.log, dataset, {
    stream: streams.dataset(itemId),
    command: { type: "remove-access", userId, by: userId },
    context: step(cause, `no-place/${ports.ids.fresh()}`),
  });
  return removed.ok ? removed.position : null;
}
