import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { Confirmation } from "../../dataset/commands.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { QuotaRefusal } from "../../quota/decider.ts";
import { userByEmail } from "../accounts/reservations.ts";
import { takePlanSlot } from "../plan-slots/plan-slots.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { reconcileDatasetSlot } from "./dataset-slots.ts";

export type ShareRefusal =
  | DatasetRefusal
  | QuotaRefusal
  | { readonly code: "email-unknown" }
  /** The recipient's plan is full, not the owner's. */
  | { readonly code: "their-places-used-up"; readonly limit: number; readonly plan: string };

/** Gives a registered user access to a dataset, private or not; the plan slot is the recipient's. */
export async function shareDataset(
  ports: Pick<Ports, "log" | "clock" | "ids" | "vault" | "mails">,
  request: { readonly datasetId: string; readonly email: string; readonly by: string } & Confirmation,
  cause: Cause,
): Promise<Result<{ readonly userId: string }, ShareRefusal>> {
  const { datasetId, by, rightsConfirmed = false } = request;
  const datasets = aggregate(ports.log, dataset);
  const state = await datasets.load(datasetId);
  const mayShare = dataset.decide(state, { type: "share", by, userId: by });
  if (!mayShare.ok) return mayShare;
  const person = await userByEmail(ports, request.email);
  if (person?.status !== "verified") return refuse({ code: "email-unknown" });
  const context = step(cause, "share");
  // Read before a plan slot is taken, as in takeAccess.
  const [earlier] = await datasets.historyOfCommand(datasetId, context.commandId);
  if (earlier) return accept({ userId: person.id }, earlier.position);
  const shares = dataset.decide(state, { type: "share", by, userId: person.id });
  if (!shares.ok) return shares;
  if (shares.value.length === 0) return accept({ userId: person.id });
  const slot = { userId: person.id, kind: "dataset", itemId: datasetId } as const;
  const full = await takePlanSlot(ports, slot, cause);
  if (full) return refuse(asRecipientRefusal(full));
  const shared = await datasets.handle(datasetId, { type: "share", by, userId: person.id, rightsConfirmed }, context);
  const settled = await reconcileDatasetSlot(ports, slot, cause);
  if (!shared.ok) return shared;
  if (settled.refusal) return refuse(asRecipientRefusal(settled.refusal));
  if (shared.value.length > 0 && "card" in state)
    await ports.mails.datasetShared({ to: person.email, title: state.card.title, datasetId });
  return accept({ userId: person.id }, shared.position);
}

function asRecipientRefusal(full: QuotaRefusal): ShareRefusal {
  return full.code === "places-used-up" ? { code: "their-places-used-up", limit: full.limit, plan: full.plan } : full;
}
