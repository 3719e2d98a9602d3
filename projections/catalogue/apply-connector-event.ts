import type { Transaction } from "kysely";
import type { ConnectorEvent } from "#domain/connector/events.ts";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { CatalogueTables } from "./projection.ts";

/** Connectors in the catalogue: one row a version. */
export async function applyConnectorEvent(
  db: Transaction<CatalogueTables>,
  event: LoggedEvent<ConnectorEvent>,
): Promise<void> {
  switch (event.type) {
    case "ConnectorVersionPublished": {
      const {
        connectorId,
        rootId,
        version,
        owner,
        title,
        description,
        category,
        apiDocUrl,
        isPublic,
        definition,
        parentId,
      } = event.data;
      await db.updateTable("connectors").set({ is_latest: false }).where("root_id", "=", rootId).execute();
      await db
        .insertInto("connectors")
        .values({
          id: connectorId,
          root_id: rootId,
          version,
          is_latest: true,
          owner_id: owner.id,
          title,
          description,
          category,
          api_doc_url: apiDocUrl,
          is_public: isPublic,
          definition: JSON.stringify(definition),
          parent_id: parentId,
          created_at: event.recordedAt,
        })
        .execute();
      return;
    }
    case "ConnectorVersionDeactivated":
      await db.updateTable("connectors").set({ active: false }).where("id", "=", event.data.connectorId).execute();
      return;
    case "ConnectorVersionReactivated":
      await db.updateTable("connectors").set({ active: true }).where("id", "=", event.data.connectorId).execute();
      return;
    case "ConnectorWithdrawn":
      await db.updateTable("connectors").set({ withdrawn: true }).where("root_id", "=", event.data.rootId).execute();
      return;
    case "ConnectorDeleted":
      await db.deleteFrom("connectors").where("root_id", "=", event.data.rootId).execute();
      await db.deleteFrom("subscriptions").where("root_id", "=", event.data.rootId).execute();
      return;
    case "ConnectorSubscribed": {
      const { instanceId: instance_id, rootId: root_id, connectorId: connector_id, userId: user_id } = event.data;
      const first = await db
        .selectFrom("connectors")
        .select("version")
        .where("id", "=", connector_id)
        .executeTakeFirst();
      await db
        .insertInto("subscriptions")
        .values({ instance_id, root_id, connector_id, user_id, since_version: first?.version ?? 1 })
        .execute();
      return;
    }
    case "ConnectorUnsubscribed":
      await db.deleteFrom("subscriptions").where("instance_id", "=", event.data.instanceId).execute();
      return;
  }
}
