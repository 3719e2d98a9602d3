import type { Transaction } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { InstanceEvent } from "#domain/instance/events.ts";
import { type RunEvent, type RunOutput, wholeOutputs } from "#domain/run/events.ts";
import type { CatalogueTables } from "./projection.ts";

/** Connections, as far as the catalogue shows what they bring: which version a user is connected to, and datasets made of outputs. */
export async function applyConnectionEvent(
  db: Transaction<CatalogueTables>,
  event: LoggedEvent<InstanceEvent | RunEvent>,
): Promise<void> {
  switch (event.type) {
    case "InstanceActivated": {
      const { instanceId: instance_id, connectorId: connector_id, setup } = event.data;
      await db
        .insertInto("connections")
        .values({ instance_id, connector_id, refresh_interval: setup.refreshInterval })
        .execute();
      return;
    }
    case "InstanceConfigured":
      await db
        .updateTable("connections")
        .set({ refresh_interval: event.data.setup.refreshInterval })
        .where("instance_id", "=", event.data.instanceId)
        .execute();
      return;
    case "InstanceMigrated": {
      const { instanceId, toConnectorId: connector_id, setup } = event.data;
      await db.updateTable("subscriptions").set({ connector_id }).where("instance_id", "=", instanceId).execute();
      await db
        .updateTable("connections")
        .set({ connector_id, refresh_interval: setup.refreshInterval })
        .where("instance_id", "=", instanceId)
        .execute();
      return;
    }
    case "InstanceRemoved": {
      const { instanceId } = event.data;
      await db.deleteFrom("connections").where("instance_id", "=", instanceId).execute();
      await db.deleteFrom("whole_outputs").where("instance_id", "=", instanceId).execute();
      await db
        .updateTable("datasets")
        .set({ stopped_at: event.recordedAt })
        .where("instance_id", "=", instanceId)
        .where("stopped_at", "is", null)
        .execute();
      return;
    }
    case "RunSucceeded":
    case "RunPartlySucceeded":
      for (const output of wholeOutputs(event)) await showOutput(db, event.data.instanceId, output, event.recordedAt);
      return;
    default:
      return;
  }
}

/** Runs of a removed connection bring nothing. */
async function showOutput(
  db: Transaction<CatalogueTables>,
  instance_id: string,
  { operation, table }: RunOutput,
  at: string,
): Promise<void> {
  const connection = await db
    .selectFrom("connections")
    .select("connector_id")
    .where("instance_id", "=", instance_id)
    .executeTakeFirst();
  if (!connection) return;
  const { rows } = table;
  const columns = JSON.stringify(table.columns);
  await db
    .insertInto("whole_outputs")
    .values({ instance_id, operation, columns, rows, brought_at: at })
    .onConflict((conflict) =>
      conflict.columns(["instance_id", "operation"]).doUpdateSet({ columns, rows, brought_at: at }),
    )
    .execute();
  await db
    .updateTable("datasets")
    .set({ columns, rows, rows_at: at, updated_at: at, connector_id: connection.connector_id })
    .where("instance_id", "=", instance_id)
    .where("operation", "=", operation)
    .where("stopped_at", "is", null)
    .execute();
}
