import { accessRequest, type AccessRequestRefusal } from "../../access-request/decider.ts";
import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { DatasetRefusal, DatasetState } from "../../dataset/decider.ts";
import { seesDataset } from "../../dataset/who-sees.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { type AccessOf, endExpiredAccess } from "./end-expired-access.ts";
import { cleanProse } from "../../core/text/lines.ts";
import { type UnfitText, unfitProse } from "../../core/text/unfit-text.ts";

/** Characters of a reason or a note. */
export const MAX_REQUEST_TEXT = 1_000;

export type RequestAccessRefusal =
  | DatasetRefusal
  | AccessRequestRefusal
  | UnfitText
  | { readonly code: "access-not-on-request" }
  | { readonly code: "access-already" }
  | { readonly code: "request-reason-missing" }
  | { readonly code: "request-reason-too-long"; readonly limit: number };

/** Asks the owner of a dataset for access. The owner gets a mail. */
export async function requestAccess(
  ports: Pick<Ports, "log" | "clock" | "ids" | "mails">,
  { datasetId, userId, reason }: AccessOf & { readonly reason: string },
  cause: Cause,
): Promise<Result<null, RequestAccessRefusal>> {
  const state = await endExpiredAccess(ports, { datasetId, userId }, cause);
  const text = cleanProse(reason).trim();
  const refused = refusalOf(state, userId, text);
  if (refused) return refuse(refused);
  if (!("ownerId" in state)) return refuse({ code: "dataset-unknown" });
  const { ownerId, card } = state;
  const asked = await aggregate(ports.log, accessRequest).handle(
    { datasetId, userId },
    { type: "ask", datasetId, userId, ownerId, reason: text },
    step(cause, "ask"),
  );
  if (!asked.ok) return asked;
  const [owner, person] = await Promise.all([ownerId, userId].map((id) => aggregate(ports.log, user).load(id)));
  if (owner && owner.status !== "absent" && person && person.status !== "absent")
    await ports.mails.accessRequested({
      to: owner.email,
      userId: ownerId,
      name: person.name,
      reason: text,
      title: card.title,
      datasetId,
    });
  return accept(null, asked.position);
}

function refusalOf(state: DatasetState, userId: string, reason: string): RequestAccessRefusal | null {
  if (!("ownerId" in state) || !seesDataset(state, userId)) return { code: "dataset-unknown" };
  if (state.ownerId === userId) return { code: "dataset-owned" };
  if (state.grantees.has(userId)) return { code: "access-already" };
  if (state.price > 0) return { code: "dataset-priced" };
  if (!state.card.onRequest) return { code: "access-not-on-request" };
  if (reason === "") return { code: "request-reason-missing" };
  const unfit = unfitProse(reason, "reason");
  if (unfit) return unfit;
  return reason.length > MAX_REQUEST_TEXT ? { code: "request-reason-too-long", limit: MAX_REQUEST_TEXT } : null;
}

/** Takes one's own open request back. */
export async function withdrawRequest(
  { log }: Pick<Ports, "log">,
  { datasetId, userId }: AccessOf,
  cause: Cause,
): Promise<Result<null, AccessRequestRefusal>> {
  const done = await aggregate(log, accessRequest).handle(
    { datasetId, userId },
    { type: "withdraw", datasetId, userId },
    step(cause, "withdraw"),
  );
  return done.ok ? accept(null, done.position) : done;
}
