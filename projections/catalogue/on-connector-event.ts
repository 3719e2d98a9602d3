import type { Handlers } from "../projection.ts";
import type { catalogueTables } from "./tables.ts";

/** Connectors in the catalogue: one row per version. */
export const onConnectorEvent = {
  ConnectorVersionPublished(rows, { data, recordedAt: createdAt }) {
    const { connectorId: id, rootId, version, owner, title, description, category, apiDocUrl, isPublic } = data;
    rows.connectors.patch({ rootId, isLatest: true }, { isLatest: false });
    rows.connectors.put({
      ...{ id, rootId, version, ownerId: owner.id, title, description, category, apiDocUrl, isPublic, createdAt },
      isLatest: true,
      definition: JSON.stringify(data.definition),
      active: true,
      withdrawn: false,
      parentId: data.parentId,
    });
  },
  ConnectorVersionDeactivated: (rows, { data }) => rows.connectors.patch({ id: data.connectorId }, { active: false }),
  ConnectorVersionReactivated: (rows, { data }) => rows.connectors.patch({ id: data.connectorId }, { active: true }),
  ConnectorWithdrawn: (rows, { data: { rootId } }) => rows.connectors.patch({ rootId }, { withdrawn: true }),
  ConnectorDeleted(rows, { data: { rootId } }) {
    rows.connectors.remove({ rootId });
    rows.subscriptions.remove({ rootId });
  },
  ConnectorSubscribed(rows, { data: { instanceId, rootId, connectorId, userId } }) {
    const sinceVersion = rows.connectors.get(connectorId)?.version ?? 1;
    rows.subscriptions.put({ instanceId, rootId, connectorId, userId, sinceVersion });
  },
  ConnectorUnsubscribed: (rows, { data: { instanceId } }) => rows.subscriptions.remove({ instanceId }),
} satisfies Handlers<typeof catalogueTables>;
