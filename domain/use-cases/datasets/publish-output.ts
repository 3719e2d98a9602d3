import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import { firstNumber } from "../../core/text/first-number.ts";
import type { Confirmation } from "../../dataset/commands.ts";
import { dataset, type DatasetRefusal } from "../../dataset/decider.ts";
import type { DatasetCard, DatasetSource } from "../../dataset/events.ts";
import { instance, type InstanceRefusal } from "../../instance/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";
import { deleteDataset } from "./delete-dataset.ts";
import { tableName } from "../../core/values/table.ts";

type PublishPorts = Pick<Ports, "log" | "ids">;

/** How many of the newest datasets a repeated command searches for its own. */
const REPEAT_SEARCH_DATASETS = 10;

export type PublishOutputRefusal = DatasetRefusal | InstanceRefusal;

/**
 * Publishes the output table of the user's instance as a dataset with its own card. Each output is one dataset at a
 * time: the id is derived from the output, so that only one of several concurrent calls publishes it. After that
 * dataset is deleted the output may be published again, as a new one.
 */
export async function publishOutput(
  ports: PublishPorts,
  request: { readonly source: DatasetSource; readonly card: DatasetCard; readonly by: string } & Confirmation,
  cause: Cause,
): Promise<Result<{ readonly datasetId: string; readonly tableName: string }, PublishOutputRefusal>> {
  const { source, card, by, rightsConfirmed = false } = request;
  const { instanceId, operation } = source;
  const instances = aggregate(ports.log, instance);
  const current = await instances.load(instanceId);
  if (current.status !== "active" || current.ownerId !== by) return refuse({ code: "instance-unknown" });
  const context = step(cause, "publish-output");
  const datasetId = await freeId(ports, source, context.commandId);
  const name = tableName(card.title, datasetId);
  const published = await aggregate(ports.log, dataset).handle(
    datasetId,
    {
      type: "publish-output",
      datasetId,
      by,
      tableName: name,
      source: { instanceId, operation },
      ...card,
      rightsConfirmed,
    },
    context,
  );
  if (!published.ok) return published;
  if ((await instances.load(instanceId)).status !== "active") {
    // Removed meanwhile: a dataset that will never have rows must not remain.
    await deleteDataset(ports, { datasetId, by }, { ...cause, commandId: `${cause.commandId}/removed-meanwhile` });
    return refuse({ code: "instance-unknown" });
  }
  const [first] = published.value;
  return accept(
    { datasetId, tableName: first?.type === "DatasetPublishedFromConnection" ? first.data.tableName : name },
    published.position,
  );
}

/** The id of the output's dataset: the first one whose owner has not deleted it, or that this command has made. */
async function freeId(
  { log, ids }: PublishPorts,
  { instanceId, operation }: DatasetSource,
  commandId: string,
): Promise<string> {
  const datasets = aggregate(log, dataset);
  const idOf = (number: number) => ids.derive("published-output", instanceId, operation, String(number - 1));
  // Each one was deleted before the next was made.
  const free = await firstNumber(
    async (number) => !["deleted", "hidden"].includes((await datasets.load(idOf(number))).status),
  );
  for (let number = free - 1; number >= Math.max(1, free - REPEAT_SEARCH_DATASETS); number -= 1) {
    if ((await datasets.historyOfCommand(idOf(number), commandId)).length > 0) return idOf(number);
  }
  return idOf(free);
}
