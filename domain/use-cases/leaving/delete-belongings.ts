import { aggregate } from "../../core/aggregate.ts";
import type { Result } from "../../core/result.ts";
import { dataApp } from "../../data-app/decider.ts";
import { draft } from "../../draft/decider.ts";
import { deleteConnector } from "../authoring/delete-connector.ts";
import { likePost } from "../blog/like-post.ts";
import { removeInstance } from "../connecting/remove-instance.ts";
import { deleteDataset } from "../datasets/delete-dataset.ts";
import { removeAccess } from "../datasets/remove-access.ts";
import { withdrawRequest } from "../datasets/request-access.ts";
import { type Cause, step } from "../step.ts";
import type { Belongings, ErasePorts } from "./erase-ports.ts";

type Step = (ports: ErasePorts, itemId: string, userId: string, cause: Cause) => Promise<boolean>;

/**
 * In this order: connections before connectors and datasets, so that nothing runs for them any more. A published post is
 * the installation's and stays; it names nobody.
 */
const STEPS: readonly (readonly [keyof Belongings, Step])[] = [
  [
    "instances",
    async (ports, instanceId, by, cause) => didWrite(await removeInstance(ports, { instanceId, by }, cause)),
  ],
  ["datasets", eraseDataset],
  ["connectors", eraseConnector],
  [
    "accesses",
    async (ports, datasetId, userId, cause) => {
      const left = await removeAccess(ports, { datasetId, userId, by: userId }, cause);
      if (left.ok && left.value.deleted) await ports.files.removeOf(datasetId);
      return didWrite(left);
    },
  ],
  [
    "requests",
    async (ports, datasetId, userId, cause) => didWrite(await withdrawRequest(ports, { datasetId, userId }, cause)),
  ],
  ["drafts", discardDraft],
  [
    "dataApps",
    async ({ log }, appId, by, cause) =>
      didWrite(await aggregate(log, dataApp).handle(appId, { type: "delete", by }, step(cause, "delete-data-app"))),
  ],
  ["likes", async (ports, postId, by, cause) => didWrite(await likePost(ports, { postId, by, liked: false }, cause))],
];

/** Deletes everything that a user has; false if there was nothing. What a rule refuses is left and not counted. */
export async function deleteBelongings(ports: ErasePorts, userId: string, cause: Cause): Promise<boolean> {
  let found = false;
  for (const [kind, erase] of STEPS) {
    for (let after = ""; ;) {
      const ids = await ports.belongings[kind](userId, after);
      const last = ids.at(-1);
      if (last === undefined) break;
      for (const id of ids) {
        // Its own command each time: what was there before may be there again.
        const commandId = `${cause.commandId}/${kind}/${id}/${ports.ids.fresh()}`;
        if (await erase(ports, id, userId, { ...cause, commandId, fresh: true })) found = true;
      }
      after = last;
    }
  }
  return found;
}

async function eraseDataset(ports: ErasePorts, datasetId: string, by: string, cause: Cause): Promise<boolean> {
  const gone = await deleteDataset(ports, { datasetId, by }, cause);
  if (gone.ok && gone.value.deleted) await ports.files.removeOf(datasetId);
  return didWrite(gone);
}

async function eraseConnector(ports: ErasePorts, rootId: string, by: string, cause: Cause): Promise<boolean> {
  const gone = await deleteConnector(ports, { rootId, by }, cause);
  if (gone.ok && gone.value.deleted) await ports.files.removeOf(rootId);
  return didWrite(gone);
}

/** Discards a draft with every text that it had. */
async function discardDraft(ports: ErasePorts, draftId: string, by: string, cause: Cause): Promise<boolean> {
  const drafts = aggregate(ports.log, draft);
  const discarded = await drafts.handle(draftId, { type: "discard", by }, step(cause, "discard-draft"));
  const hashes = new Set<string>();
  for (let fromRevision = 0; ;) {
    const events = await drafts.history(draftId, { fromRevision, maxCount: EVENTS_AT_ONCE });
    for (const { type, data } of events)
      if ((type === "DraftCreated" || type === "DraftSaved") && "hash" in data.content.definition)
        hashes.add(data.content.definition.hash);
    if (events.length < EVENTS_AT_ONCE) break;
    fromRevision += events.length;
  }
  await ports.personalRows.removeTexts(by, [...hashes]);
  return didWrite(discarded);
}

const EVENTS_AT_ONCE = 500;

const didWrite = (outcome: Result<unknown, unknown>): boolean => outcome.ok && outcome.position !== null;
