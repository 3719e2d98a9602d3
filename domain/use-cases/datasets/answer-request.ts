import { accessRequest, type AccessRequestRefusal } from "../../access-request/decider.ts";
import { aggregate } from "../../core/aggregate.ts";
import { accept, later, refuse, type Result } from "../../core/result.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { QuotaRefusal } from "../../quota/decider.ts";
import { user } from "../../user/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import type { AccessOf } from "./end-expired-access.ts";
import { giveAccess, type ShareRefusal } from "./share-dataset.ts";
import { removeAccess } from "./remove-access.ts";
import { MAX_REQUEST_TEXT } from "./request-access.ts";
import { cleanProse } from "../../core/text/lines.ts";
import { type UnfitText, unfitProse } from "../../core/text/unfit-text.ts";

type AnswerPorts = Pick<Ports, "log" | "clock" | "ids" | "mails">;
type Answered = AccessOf & { readonly by: string };

export type AnswerRefusal =
  | AccessRequestRefusal
  | DatasetRefusal
  | QuotaRefusal
  | ShareRefusal
  | UnfitText
  | { readonly code: "request-note-too-long"; readonly limit: number };

/**
 * Gives the access that a user asked for, until a moment if one is named. The access is given first: a process that
 * dies in between leaves an open request, which can be approved again.
 */
export async function approveRequest(
  ports: AnswerPorts,
  { datasetId, userId, by, until }: Answered & { readonly until: string | null },
  cause: Cause,
): Promise<Result<null, AnswerRefusal>> {
  const requests = aggregate(ports.log, accessRequest);
  const owned = await ownedTitle(ports, datasetId, by);
  if (!owned.ok) return owned;
  if (!(await requests.load({ datasetId, userId })).open) return refuse({ code: "no-open-access-request" });
  const given = await giveAccess(ports, { datasetId, userId, by, until }, cause);
  if (!given.ok) return given;
  const approved = await requests.handle(
    { datasetId, userId },
    { type: "approve", datasetId, userId, by, until },
    step(cause, "approve"),
  );
  if (!approved.ok) {
    // Withdrawn in the same moment: who takes a request back does not get what it asked for.
    if (given.value.changed) await removeAccess(ports, { datasetId, userId, by }, cause);
    return approved;
  }
  await mailTo(ports, userId, (to) => ports.mails.accessApproved({ to, userId, title: owned.value, datasetId, until }));
  return accept(null, later(given.position, approved.position));
}

/**
 * Refuses the access that a user asked for, with a note if there is one. A dataset that was taken down can be refused too,
 * only not given.
 */
export async function refuseRequest(
  ports: AnswerPorts,
  { datasetId, userId, by, note }: Answered & { readonly note: string },
  cause: Cause,
): Promise<Result<null, AnswerRefusal>> {
  const owned = await ownedTitle(ports, datasetId, by, "to refuse");
  if (!owned.ok) return owned;
  const text = cleanProse(note).trim();
  const unfit = unfitProse(text, "note");
  if (unfit) return refuse(unfit);
  if (text.length > MAX_REQUEST_TEXT) return refuse({ code: "request-note-too-long", limit: MAX_REQUEST_TEXT });
  const refused = await aggregate(ports.log, accessRequest).handle(
    { datasetId, userId },
    { type: "refuse", datasetId, userId, by, note: text === "" ? null : text },
    step(cause, "refuse"),
  );
  if (!refused.ok) return refused;
  await mailTo(ports, userId, (to) =>
    ports.mails.accessRefused({ to, userId, title: owned.value, datasetId, note: text }),
  );
  return accept(null, refused.position);
}

async function mailTo({ log }: AnswerPorts, userId: string, send: (to: string) => Promise<void>): Promise<void> {
  const person = await aggregate(log, user).load(userId);
  if (person.status !== "absent") await send(person.email);
}

/** The title of a dataset of this user's. */
async function ownedTitle(
  { log }: AnswerPorts,
  datasetId: string,
  by: string,
  why: "to give" | "to refuse" = "to give",
): Promise<Result<string, DatasetRefusal>> {
  const state = await aggregate(log, dataset).load(datasetId);
  const may = dataset.decide(state, { type: "share", by, userId: by });
  if (!may.ok && !(why === "to refuse" && may.refusal.code === "taken-down")) return may;
  return "card" in state ? accept(state.card.title) : refuse({ code: "dataset-unknown" });
}
