import { dispatch } from "../../core/dispatch.ts";
import { firstNumber } from "../../core/text/first-number.ts";
import type { CorePorts } from "../../core/ports/ports.ts";
import type { Confirmation, DatasetCard } from "../../dataset/commands.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { DatasetSource } from "../../dataset/events.ts";
import type { InstanceRefusal } from "../../instance/decider.ts";
import { deleteDataset } from "./datasets.ts";
import { loadDataset } from "./load-dataset.ts";
import { loadInstance } from "../connecting/load-instance.ts";
import { type Cause, done, type Outcome, refused, step } from "../step.ts";
import { streams } from "../streams.ts";
import { tableName } from "./table-name.ts";

/** A command that comes again finds what it has made among so many that were made last. */
const REPEATED_WITHIN = 10;

export type PublishOutputRefusal = DatasetRefusal | InstanceRefusal;

/**
 * Makes the output table of the user's connection a dataset with a card of its own. Each output is one dataset at a time: its
 * id is derived from the output, so that of any number of simultaneous calls one makes it. After that dataset was deleted the
 * output may be published anew, as another one.
 */
export async function publishOutput(
  ports: CorePorts,
  request: { readonly source: DatasetSource; readonly card: DatasetCard } & Confirmation,
  by: string,
  cause: Cause,
): Promise<Outcome<{ readonly datasetId: string; readonly tableName: string }, PublishOutputRefusal>> {
  const { source, card, rightsConfirmed = false } = request;
  const { instanceId, operation } = source;
  const connection = await loadInstance(ports, instanceId);
  if (connection.status !== "active" || connection.ownerId !== by) return refused({ name: "instance-unknown" });
  const context = step(cause, "publish-output");
  const datasetId = await freeId(ports, source, context.commandId);
  const name = tableName(card.title, datasetId);
  const published = await dispatch(ports.log, dataset, {
    stream: streams.dataset(datasetId),
    command: {
      type: "publish-output",
      datasetId,
      by,
      tableName: name,
      source: { instanceId, operation },
      ...card,
      rightsConfirmed,
    },
    context,
  });
  if (!published.ok) return refused(published.refusal);
  if ((await loadInstance(ports, instanceId)).status !== "active") {
    // Removed meanwhile: nobody may find a dataset whose rows never came.
    await deleteDataset(ports, datasetId, by, { ...cause, commandId: `${cause.commandId}/removed-meanwhile` });
    return refused({ name: "instance-unknown" });
  }
  const [first] = published.events;
  return done(
    { datasetId, tableName: first?.type === "DatasetPublishedFromConnection" ? first.data.tableName : name },
    published.position,
  );
}

/** The id of the output's dataset: the first one whose owner has not deleted it, or that this very command has made. */
async function freeId(ports: CorePorts, { instanceId, operation }: DatasetSource, commandId: string): Promise<string> {
  const idOf = (number: number) => ports.ids.derive("published-output", instanceId, operation, String(number - 1));
  // Each one was deleted before the next was made.
  const free = await firstNumber(
    async (number) => !["deleted", "hidden"].includes((await loadDataset(ports, idOf(number))).status),
  );
  for (let number = free - 1; number >= Math.max(1, free - REPEATED_WITHIN); number -= 1) {
    if ((await ports.log.readCommand(streams.dataset(idOf(number)), commandId)).length > 0) return idOf(number);
  }
  return idOf(free);
}
