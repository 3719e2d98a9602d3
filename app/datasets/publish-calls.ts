import type { Confirmation } from "#domain/dataset/commands.ts";
import type { DatasetCard } from "#domain/dataset/events.ts";
import { publishOutput } from "#domain/use-cases/datasets/publish-output.ts";
import type { Cause } from "#domain/use-cases/step.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse, toCallResult } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { cardFault } from "./dataset-calls.ts";

/** Publishes the output of an operation (null: the instance's own table) as a dataset that shows each complete pull. */
export async function publishTable(
  platform: Platform,
  request: {
    readonly instanceId: string;
    readonly operation: string | null;
    readonly card: DatasetCard;
  } & Confirmation,
  viewer: UserRow,
  cause: Cause,
): Promise<CallResult<{ id: string; redirectUrl: string }>> {
  const { instanceId, operation, card, rightsConfirmed = false } = request;
  const instance = await platform.queries.instances.byId(instanceId);
  if (instance?.ownerId !== viewer.id) return NOT_FOUND;
  const fault = await cardFault(platform, card);
  if (fault) return fault;
  const outputs = await platform.queries.tables.wholeOutputs(instanceId, viewer.id);
  if (outputs.length === 0) return refuse("output-incomplete");
  const output = operation === null ? outputs[0] : outputs.find((each) => each.operation === operation);
  if (!output) return refuse("operation-without-table");
  const source = { instanceId, operation: output.operation };
  const published = await toCallResult(
    platform,
    await publishOutput(
      platform.ports,
      { source, card: { ...card, title: card.title.trim() }, rightsConfirmed, by: viewer.id },
      cause,
    ),
  );
  if (!published.ok) return published;
  const id = published.value.datasetId;
  return { ok: true, value: { id, redirectUrl: `/dataset_profile/${id}` } };
}
