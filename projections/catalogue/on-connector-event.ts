import type { Handlers } from "../projection.ts";
import { addUsers, removeItem, showConnector, updateConnector } from "./items/show-item.ts";
import type { CatalogueRows, catalogueTables, ConnectorRow } from "./tables.ts";

/** Connectors in the catalogue: one row per version. */
export const onConnectorEvent = {
  ConnectorVersionPublished(rows, { data, recordedAt: createdAt }) {
    const { connectorId: id, rootId, version, owner, title, description, category, apiDocUrl, isPublic } = data;
    rows.connectors.patch({ rootId, isLatest: true }, { isLatest: false });
    const latest: ConnectorRow = {
      ...{ id, rootId, version, ownerId: owner.id, title, description, category, apiDocUrl, isPublic, createdAt },
      isLatest: true,
      definition: JSON.stringify(data.definition),
      active: true,
      withdrawn: false,
      parentId: data.parentId,
    };
    rows.connectors.put(latest);
    showConnector(rows, latest);
  },
  ConnectorVersionDeactivated: (rows, { data }) => setActive(rows, data.connectorId, false),
  ConnectorVersionReactivated: (rows, { data }) => setActive(rows, data.connectorId, true),
  ConnectorWithdrawn(rows, { data: { rootId } }) {
    rows.connectors.patch({ rootId }, { withdrawn: true });
    for (const version of rows.connectors.where({ rootId })) updateConnector(rows, version);
  },
  ConnectorDeleted(rows, { data: { rootId } }) {
    removeItem(rows, rootId);
    rows.connectors.remove({ rootId });
    rows.subscriptions.remove({ rootId });
  },
  ConnectorSubscribed(rows, { data: { instanceId, rootId, connectorId, userId } }) {
    const sinceVersion = rows.connectors.get(connectorId)?.version ?? 1;
    if (rows.subscriptions.where({ rootId, userId }).length === 0) addUsers(rows, rootId, 1);
    rows.subscriptions.put({ instanceId, rootId, connectorId, userId, sinceVersion });
  },
  ConnectorUnsubscribed(rows, { data: { instanceId } }) {
    const subscription = rows.subscriptions.get(instanceId);
    if (!subscription) return;
    const { rootId, userId } = subscription;
    rows.subscriptions.remove({ instanceId });
    if (rows.subscriptions.where({ rootId, userId }).length === 0) addUsers(rows, rootId, -1);
  },
} satisfies Handlers<typeof catalogueTables>;

function setActive(rows: CatalogueRows, id: string, active: boolean): void {
  rows.connectors.patch({ id }, { active });
  const version = rows.connectors.get(id);
  if (version) updateConnector(rows, version);
}
