import { wholeOutputs } from "#domain/run/events.ts";
import type { Logged } from "../events.ts";
import type { Handlers } from "../projection.ts";
import { showDataset, updateDataset } from "./items/show-item.ts";
import type { CatalogueRows, catalogueTables } from "./tables.ts";

/**
 * Instances, as far as the catalogue needs them: which version a user is connected to, and datasets made from outputs.
 */
export const onInstanceEvent = {
  InstanceActivated: (rows, { data: { instanceId, connectorId, setup } }) =>
    rows.instances.put({ instanceId, connectorId, refreshInterval: setup.refreshInterval }),
  InstanceConfigured: (rows, { data: { instanceId, setup } }) =>
    rows.instances.patch({ instanceId }, { refreshInterval: setup.refreshInterval }),
  InstanceMigrated(rows, { data: { instanceId, toConnectorId: connectorId, setup } }) {
    rows.subscriptions.patch({ instanceId }, { connectorId });
    rows.instances.patch({ instanceId }, { connectorId, refreshInterval: setup.refreshInterval });
  },
  InstanceRemoved(rows, { data: { instanceId }, recordedAt }) {
    rows.instances.remove({ instanceId });
    rows.wholeOutputs.remove({ instanceId });
    rows.datasets.patch({ instanceId }, ({ stoppedAt }) => ({ stoppedAt: stoppedAt ?? recordedAt }));
    for (const { id } of rows.datasets.where({ instanceId })) updateDataset(rows, id);
  },
  RunSucceeded: showOutputs,
  RunPartlySucceeded: showOutputs,
} satisfies Handlers<typeof catalogueTables>;

/** Runs of a removed instance have no effect. */
function showOutputs(rows: CatalogueRows, event: Logged<"RunSucceeded" | "RunPartlySucceeded">): void {
  const { instanceId } = event.data;
  const instance = rows.instances.get(instanceId);
  if (!instance) return;
  const { connectorId } = instance;
  const at = event.recordedAt;
  for (const { operation, table } of wholeOutputs(event)) {
    const columns = JSON.stringify(table.columns);
    rows.wholeOutputs.put({ instanceId, operation, columns, rows: table.rows, broughtAt: at });
    for (const { id, stoppedAt, columns: before } of rows.datasets.where({ instanceId, operation })) {
      if (stoppedAt !== null) continue;
      rows.datasets.patch({ id }, ({ version }) => ({
        ...{ columns, rows: table.rows, rowsAt: at, updatedAt: at, connectorId },
        version: version + 1,
      }));
      if (columns === before) updateDataset(rows, id);
      else showDataset(rows, id);
    }
  }
}
