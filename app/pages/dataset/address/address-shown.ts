import { isoWeek } from "#domain/quota/iso-week.ts";
import { schedulePause } from "#domain/use-cases/plan-slots/schedule-pause.ts";
import { PLANS, type PlanId } from "#domain/user/plan.ts";
import type { DatasetItem } from "#projections/catalogue/dataset-queries.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { addressOf, type AddressShown } from "../../../datasets/address/address-calls.ts";
import { answerFor } from "../../../http/refusals.ts";
import type { Platform } from "../../../platform.ts";

/** `paused`: why its schedule rests now; null: it does not. */
export type AddressPanelProps = AddressShown & { readonly paused: string | null };

/** The address of a dataset for its owner, unless its files are uploaded. */
export async function addressShown(
  platform: Platform,
  { id, owned }: Pick<DatasetItem, "id" | "owned">,
  viewer: UserRow | null,
): Promise<{ readonly address?: AddressPanelProps }> {
  if (!owned || !viewer) return {};
  const found = await addressOf(platform, id, viewer);
  if (!found.ok) return {};
  const paused = found.value.interval > 0 ? await pauseOf(platform, viewer) : null;
  return { address: { ...found.value, paused } };
}

async function pauseOf({ ports, queries }: Platform, viewer: UserRow): Promise<string | null> {
  const week = isoWeek(await ports.clock.now());
  const used = (await queries.usage.runsOfUsers([viewer.id], week.name)).get(viewer.id);
  const pause = schedulePause(PLANS[viewer.plan as PlanId], used ?? { runs: 0, scheduled: 0 }, week.resetsAt);
  return pause && answerFor(pause).message;
}
