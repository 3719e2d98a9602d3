import type { Handlers } from "../projection.ts";
import { calledHost } from "./definition-facts.ts";
import { addUsers, removeItem, showConnector, updateConnector } from "./items/show-item.ts";
import { currentCategory } from "./administration/on-category-event.ts";
import type { CatalogueRows, catalogueTables, ConnectorRow } from "./tables.ts";

/** Connectors in the catalogue: one row per version. */
export const onConnectorEvent = {
  ConnectorVersionPublished(rows, { data, recordedAt: createdAt }) {
    const { connectorId: id, rootId, version, owner, title, description, apiDocUrl, isPublic } = data;
    const category = currentCategory(rows, data.category);
    const [before] = rows.connectors.where({ rootId });
    rows.connectors.patch({ rootId, isLatest: true }, { isLatest: false });
    const latest: ConnectorRow = {
      ...{ id, rootId, version, ownerId: owner.id, title, description, category, apiDocUrl, isPublic, createdAt },
      isLatest: true,
      definition: JSON.stringify(data.definition),
      source: calledHost(data.definition),
      image: before?.image ?? null,
      active: true,
      withdrawn: false,
      takenDown: before?.takenDown ?? null,
      parentId: data.parentId,
    };
    rows.connectors.put(latest);
    showConnector(rows, latest);
  },
  ConnectorVersionDeactivated: (rows, { data }) => setActive(rows, data.connectorId, false),
  ConnectorVersionReactivated: (rows, { data }) => setActive(rows, data.connectorId, true),
  ConnectorImageChanged(rows, { data: { rootId, image } }) {
    rows.connectors.patch({ rootId }, { image });
    rows.items.patch({ id: rootId }, { image });
  },
  ConnectorWithdrawn(rows, { data: { rootId } }) {
    rows.connectors.patch({ rootId }, { withdrawn: true });
    for (const version of rows.connectors.where({ rootId })) updateConnector(rows, version);
  },
  ConnectorTakenDown: (rows, { data: { rootId, reason } }) => setTakenDown(rows, rootId, reason),
  ConnectorRestored: (rows, { data: { rootId } }) => setTakenDown(rows, rootId, null),
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

function setTakenDown(rows: CatalogueRows, rootId: string, takenDown: string | null): void {
  rows.connectors.patch({ rootId }, { takenDown });
  for (const version of rows.connectors.where({ rootId })) updateConnector(rows, version);
}

function setActive(rows: CatalogueRows, id: string, active: boolean): void {
  rows.connectors.patch({ id }, { active });
  const version = rows.connectors.get(id);
  if (version) updateConnector(rows, version);
}
