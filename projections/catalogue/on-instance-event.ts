import { wholeOutputs } from "#domain/run/events.ts";
import type { Logged } from "../events.ts";
import type { Handlers } from "../projection.ts";
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
    rows.datasets.patch({ instanceId, operation }, ({ stoppedAt }) =>
      stoppedAt === null ? { columns, rows: table.rows, rowsAt: at, updatedAt: at, connectorId } : {},
    );
  }
}
