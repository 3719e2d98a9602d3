import { dispatch } from "../../core/dispatch.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import type { TableVersion } from "../../core/values/table.ts";
import { storableSentence } from "../../core/text/storable.ts";
import type { Confirmation, DatasetCard } from "../../dataset/commands.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { QuotaRefusal } from "../../quota/decider.ts";
import { settleDatasetPlace } from "./dataset-places.ts";
import { loadDataset } from "./load-dataset.ts";
import type { UserMails } from "../accounts/mails.ts";
import { takePlace } from "../plan-slots/places.ts";
import { userByEmail } from "../accounts/sign-up.ts";
import { type Cause, done, later, type Outcome, refused, step } from "../step.ts";
import { streams } from "../streams.ts";
import { tableName } from "./table-name.ts";

/**
 * What a command led to when it was there before. Looked up before a place is taken: the access may have been removed since,
 * and the place would stay behind without it.
 */
async function answerOf(
  ports: CorePorts,
  datasetId: string,
  commandId: string,
): Promise<{ readonly position: string } | undefined> {
  return (await ports.log.readCommand(streams.dataset(datasetId), commandId))[0];
}

/** Enters a dataset whose file has been received; its rows are loaded by a job. */
export async function createDataset(
  ports: CorePorts,
  input: DatasetCard & { readonly datasetId: string; readonly fileName: string },
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly tableName: string }, DatasetRefusal>> {
  const name = tableName(input.title, input.datasetId);
  const created = await dispatch(ports.log, dataset, {
    stream: streams.dataset(input.datasetId),
    command: { type: "create", ...input, by, price: 0, tableName: name },
    context: step(cause, "create"),
  });
  return created.ok ? done({ tableName: name }, created.position) : refused(created.refusal);
}

/** Records what became of a load. A second result for the same load changes nothing. */
export async function settleLoad(
  ports: CorePorts,
  datasetId: string,
  result:
    | { readonly ok: true; readonly table: TableVersion; readonly rejected: number }
    | { readonly ok: false; readonly code: string; readonly reason: string },
  cause: Cause,
): Promise<Outcome<null, DatasetRefusal>> {
  const settled = await dispatch(ports.log, dataset, {
    stream: streams.dataset(datasetId),
    command: result.ok
      ? { type: "record-load", table: result.table, rejected: result.rejected }
      : { type: "record-load-failure", code: result.code, reason: storableSentence(result.reason) },
    context: step(cause, "settle-load"),
  });
  return settled.ok ? done(null, settled.position) : refused(settled.refusal);
}

/** Changes the card of a dataset. */
export async function editDataset(
  ports: CorePorts,
  datasetId: string,
  card: Partial<DatasetCard>,
  by: string,
  cause: Cause,
): Promise<Outcome<null, DatasetRefusal>> {
  const edited = await dispatch(ports.log, dataset, {
    stream: streams.dataset(datasetId),
    command: { type: "edit", by, card },
    context: step(cause, "edit"),
  });
  return edited.ok ? done(null, edited.position) : refused(edited.refusal);
}

/** Takes access to a free public dataset, within the plan of the user. */
export async function takeAccess(
  ports: CorePorts,
  datasetId: string,
  userId: string,
  cause: Cause,
): Promise<Outcome<null, DatasetRefusal | QuotaRefusal>> {
  const context = step(cause, "take-access");
  const earlier = await answerOf(ports, datasetId, context.commandId);
  if (earlier) return done(null, earlier.position);
  // Asked before a place is taken: a request that is refused, or changes nothing, must leave nothing in the log.
  const mayTake = dataset.decide(await loadDataset(ports, datasetId), { type: "take-access", userId });
  if (!mayTake.accepted) return refused(mayTake.refusal);
  if (mayTake.events.length === 0) return done(null, null);
  const place = { userId, kind: "dataset", itemId: datasetId } as const;
  const full = await takePlace(ports, place, cause);
  if (full) return refused(full);
  const granted = await dispatch(ports.log, dataset, {
    stream: streams.dataset(datasetId),
    command: { type: "take-access", userId },
    context,
  });
  const settled = await settleDatasetPlace(ports, place, cause);
  if (!granted.ok) return refused(granted.refusal);
  return settled.refusal ? refused(settled.refusal) : done(null, granted.position);
}

/** Leaves a dataset, or takes somebody's access away as its owner. The last one to leave a hidden dataset deletes it. */
export async function removeAccess(
  ports: CorePorts,
  request: { readonly datasetId: string; readonly userId: string; readonly by: string },
  cause: Cause,
): Promise<Outcome<{ readonly deleted: boolean }, DatasetRefusal>> {
  const { datasetId, userId, by } = request;
  const removed = await dispatch(ports.log, dataset, {
    stream: streams.dataset(datasetId),
    command: { type: "remove-access", userId, by },
    context: step(cause, "remove-access"),
  });
  if (!removed.ok) return refused(removed.refusal);
  const settled = await settleDatasetPlace(ports, { userId, kind: "dataset", itemId: datasetId }, cause);
  return done(
    { deleted: removed.events.some((event) => event.type === "DatasetDeleted") },
    later(removed.position, settled.position),
  );
}

/** Deletes a dataset, or hides it while others still have access. */
export async function deleteDataset(
  ports: CorePorts,
  datasetId: string,
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly deleted: boolean }, DatasetRefusal>> {
  const decided = await dispatch(ports.log, dataset, {
    stream: streams.dataset(datasetId),
    command: { type: "delete", by },
    context: step(cause, "delete"),
  });
  if (!decided.ok) return refused(decided.refusal);
  return done({ deleted: decided.events.some((event) => event.type === "DatasetDeleted") }, decided.position);
}

export type ShareRefusal =
  | DatasetRefusal
  | QuotaRefusal
  | { readonly name: "email-unknown" }
  /** The plan of the one it is given to is full, not the owner's. */
  | { readonly name: "their-places-used-up"; readonly limit: number; readonly plan: string };

/** Gives a registered user access to a dataset, private or not; the place counts in the plan of the one it is given to. */
export async function shareDataset(
  ports: CorePorts & { readonly mails: UserMails },
  request: { readonly datasetId: string; readonly email: string; readonly by: string } & Confirmation,
  cause: Cause,
): Promise<Outcome<{ readonly userId: string }, ShareRefusal>> {
  const { datasetId, by, rightsConfirmed = false } = request;
  const state = await loadDataset(ports, datasetId);
  const mayShare = dataset.decide(state, { type: "share", by, userId: by });
  if (!mayShare.accepted) return refused(mayShare.refusal);
  const person = await userByEmail(ports, request.email);
  if (person?.status !== "verified") return refused({ name: "email-unknown" });
  const context = step(cause, "share");
  const earlier = await answerOf(ports, datasetId, context.commandId);
  if (earlier) return done({ userId: person.id }, earlier.position);
  const shares = dataset.decide(state, { type: "share", by, userId: person.id });
  if (!shares.accepted) return refused(shares.refusal);
  if (shares.events.length === 0) return done({ userId: person.id }, null);
  const place = { userId: person.id, kind: "dataset", itemId: datasetId } as const;
  const full = await takePlace(ports, place, cause);
  if (full) return refused(theirs(full));
  const shared = await dispatch(ports.log, dataset, {
    stream: streams.dataset(datasetId),
    command: { type: "share", by, userId: person.id, rightsConfirmed },
    context,
  });
  const settled = await settleDatasetPlace(ports, place, cause);
  if (!shared.ok) return refused(shared.refusal);
  if (settled.refusal) return refused(theirs(settled.refusal));
  if (shared.events.length > 0) {
    if ("card" in state) await ports.mails.datasetShared({ to: person.email, title: state.card.title, datasetId });
  }
  return done({ userId: person.id }, shared.position);
}

function theirs(full: QuotaRefusal): ShareRefusal {
  return full.name === "places-used-up" ? { name: "their-places-used-up", limit: full.limit, plan: full.plan } : full;
}
