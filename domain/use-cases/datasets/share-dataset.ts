import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { Confirmation } from "../../dataset/commands.ts";
import { dataset, type DatasetRefusal, type DatasetState } from "../../dataset/decider.ts";
import type { QuotaRefusal } from "../../quota/decider.ts";
import { userByEmail } from "../accounts/reservations.ts";
import { takePlanSlot } from "../plan-slots/plan-slots.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { reconcileDatasetSlot } from "./dataset-slots.ts";
import { type AccessOf, endExpiredAccess } from "./end-expired-access.ts";

export type ShareRefusal =
  | DatasetRefusal
  | QuotaRefusal
  | { readonly code: "email-unknown" }
  /** Access cannot end before it begins. */
  | { readonly code: "access-end-past" }
  /** The recipient's plan is full, not the owner's. */
  | { readonly code: "their-places-used-up"; readonly limit: number; readonly plan: string };

type SharePorts = Pick<Ports, "log" | "clock" | "ids" | "vault" | "mails">;
/** `until`: when the access ends; null: never; absent: an end that it has stays. */
type Terms = Confirmation & { readonly until?: string | null };

/** Gives a registered user access to a dataset, private or not; the plan slot is the recipient's. */
export async function shareDataset(
  ports: SharePorts,
  request: { readonly datasetId: string; readonly email: string; readonly by: string } & Terms,
  cause: Cause,
): Promise<Result<{ readonly userId: string }, ShareRefusal>> {
  const { email, ...terms } = request;
  const { datasetId, by } = terms;
  const state = await aggregate(ports.log, dataset).load(datasetId);
  const mayShare = dataset.decide(state, { type: "share", by, userId: by });
  if (!mayShare.ok) return mayShare;
  const person = await userByEmail(ports, email);
  if (person?.status !== "verified") return refuse({ code: "email-unknown" });
  const given = await giveAccess(ports, { ...terms, userId: person.id }, cause, state);
  if (!given.ok) return given;
  if (given.value.changed && "card" in state)
    await ports.mails.datasetShared({ to: person.email, userId: person.id, title: state.card.title, datasetId });
  return accept({ userId: person.id }, given.position);
}

/** Gives a user access to a dataset of `by`, within the user's plan. `changed`: something was written by this call. */
export async function giveAccess(
  ports: Pick<SharePorts, "log" | "clock" | "ids">,
  request: AccessOf & { readonly by: string } & Terms,
  cause: Cause,
  known?: DatasetState,
): Promise<Result<{ readonly changed: boolean }, ShareRefusal>> {
  const { datasetId, userId, by, until } = request;
  const datasets = aggregate(ports.log, dataset);
  const context = step(cause, "share");
  // Read before a plan slot is taken, as in takeAccess.
  const [earlier] = await datasets.historyOfCommand(datasetId, context.commandId);
  if (earlier) return accept({ changed: false }, earlier.position);
  if (until && Date.parse(until) <= (await ports.clock.now()).getTime()) return refuse({ code: "access-end-past" });
  const state = await endExpiredAccess(ports, { datasetId, userId }, cause, known);
  const command = {
    type: "share",
    ...{ by, userId, rightsConfirmed: request.rightsConfirmed ?? false },
    ...(until === undefined ? {} : { until }),
  } as const;
  const shares = dataset.decide(state, command);
  if (!shares.ok) return shares;
  if (shares.value.length === 0) return accept({ changed: false });
  const slot = { userId, kind: "dataset", itemId: datasetId } as const;
  const full = await takePlanSlot(ports, slot, cause);
  if (full) return refuse(asRecipientRefusal(full));
  const shared = await datasets.handle(datasetId, command, context);
  const settled = await reconcileDatasetSlot(ports, slot, cause);
  if (!shared.ok) return shared;
  if (settled.refusal) return refuse(asRecipientRefusal(settled.refusal));
  return accept({ changed: shared.value.length > 0 }, shared.position);
}

function asRecipientRefusal(full: QuotaRefusal): ShareRefusal {
  return full.code === "places-used-up" ? { code: "their-places-used-up", limit: full.limit, plan: full.plan } : full;
}
