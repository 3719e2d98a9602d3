import { wholeOutputs } from "#domain/run/events.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { Logged } from "../events.ts";
import { projection } from "../projection.ts";
import { addNotice, noteShape, titleOf } from "./add-notice.ts";
import { onAccessEvent } from "./on-access-event.ts";
import { noteRefresh, noteRefreshed, noteRefreshFailure } from "./on-refresh-event.ts";
import { onTakedownEvent } from "./on-takedown-event.ts";
import { noticesTables, type NoticeRows } from "./tables.ts";

/**
 * What users are told of. A happening is one row for all whom it concerns, and is matched with them when they read: a
 * new version of a connector with 10,000 users writes one row.
 */
export const notices = projection({
  name: "notices",
  version: 5,
  tables: noticesTables,
  on: {
    ...onAccessEvent,
    ...onTakedownEvent,
    ConnectorVersionPublished(rows, event) {
      const { connectorId, rootId, title, version, owner } = event.data;
      rows.titles.put({ id: connectorId, title, ownerId: owner.id });
      if (version === 1 || rows.takenDown.get(rootId)) return;
      const facts = { what: "version", title, version, connectorId } as const;
      const id = `version/${connectorId}`;
      addNotice(rows, { id, kind: "version", aboutId: rootId, causedBy: owner.id, facts }, event);
    },
    ConnectorSubscribed: (rows, { data: { rootId: itemId, userId }, position }) =>
      rows.uses.put({ itemId, userId, since: position, until: null }),
    ConnectorUnsubscribed: (rows, { data: { rootId: itemId, userId } }) => rows.uses.remove({ itemId, userId }),
    ConnectorDeleted: (rows, { data: { rootId } }) => forget(rows, rootId),
    DatasetCreated: noteDataset,
    DatasetPublishedFromConnection(rows, event) {
      noteDataset(rows, event);
      rows.followers.put({ datasetId: event.data.datasetId, ...event.data.source });
    },
    DatasetEdited: (rows, { data: { datasetId: id, title } }) => rows.titles.patch({ id }, { title }),
    DatasetRefreshRequested: noteRefresh,
    DatasetRefreshUnchanged: (rows, { data }) => noteRefreshed(rows, data.datasetId),
    DatasetLoadFailed: noteRefreshFailure,
    DatasetLoaded(rows, event) {
      noteRefreshed(rows, event.data.datasetId);
      tellRows(rows, event);
    },
    DatasetVersionRestored: tellRows,
    DatasetHidden: (rows, { data: { datasetId } }) => rows.followers.remove({ datasetId }),
    DatasetDeleted(rows, { data: { datasetId } }) {
      rows.titles.remove({ id: datasetId });
      rows.shapes.remove({ id: datasetId });
      rows.refreshes.remove({ datasetId });
      rows.followers.remove({ datasetId });
      forget(rows, datasetId);
    },
    InstanceActivated: (rows, { data: { instanceId: id, owner, connectorId } }) =>
      rows.instances.put({ id, ownerId: owner.id, connectorId, failures: 0, failingId: null }),
    InstanceMigrated: (rows, { data: { instanceId: id, toConnectorId: connectorId } }) =>
      rows.instances.patch({ id }, { connectorId }),
    InstanceRemoved(rows, { data: { instanceId } }) {
      rows.instances.remove({ id: instanceId });
      rows.followers.remove({ instanceId });
      forget(rows, instanceId);
    },
    ApiKeyExpiryNear(rows, event) {
      const { userId, keyId, name, expiresAt } = event.data;
      const facts = { what: "key-expires", title: name, expiresAt } as const;
      addNotice(rows, { id: `key/${keyId}`, kind: "keys", aboutId: keyId, userId, facts }, event);
    },
    ApiKeyDeleted: (rows, { data: { keyId } }) => forget(rows, keyId),
    ApiKeysEnded(rows, event) {
      const { userId, keyIds, names } = event.data;
      for (const keyId of keyIds) forget(rows, keyId);
      const facts = { what: "keys-ended", titles: names.split("\n") } as const;
      const id = `keys-ended/${userId}/${event.position}`;
      addNotice(rows, { id, kind: "keys", aboutId: `keys-${userId}`, userId, facts }, event);
    },
    StreamingKeyRemoved(rows, event) {
      const { userId, keyId } = event.data;
      const facts = { what: "streaming-key-ended" } as const;
      addNotice(rows, { id: `key/${keyId}`, kind: "keys", aboutId: keyId, userId, facts }, event);
    },
    WebhookDisabled(rows, event) {
      const { userId, webhookId, reason } = event.data;
      if (reason === "owner") return;
      const facts = { what: "webhook-off", webhookId, reason } as const;
      addNotice(rows, { id: `webhook/${webhookId}`, kind: "webhooks", aboutId: webhookId, userId, facts }, event);
    },
    WebhookEnabled: (rows, { data: { webhookId } }) => forget(rows, webhookId),
    WebhookDeleted: (rows, { data: { webhookId } }) => forget(rows, webhookId),
    AccountDeleted: (rows, { data: { userId } }) => rows.notices.remove({ userId }),
    AccountErased: (rows, { data: { userId } }) => rows.notices.remove({ userId }),
    RunSucceeded: noteOutputs,
    RunPartlySucceeded: noteOutputs,
    RunFailed: noteFailure,
    RunAbandoned: noteFailure,
  },
});

function forget(rows: NoticeRows, aboutId: string): void {
  rows.notices.remove({ aboutId });
  rows.takenDown.remove({ itemId: aboutId });
  rows.uses.remove({ itemId: aboutId });
}

function noteDataset(
  rows: NoticeRows,
  { data: { datasetId: id, title, owner } }: Logged<"DatasetCreated" | "DatasetPublishedFromConnection">,
): void {
  rows.titles.put({ id, title, ownerId: owner.id });
}

type Ended = Logged<"RunSucceeded" | "RunPartlySucceeded">;

function noteOutputs(rows: NoticeRows, event: Ended): void {
  const { instanceId } = event.data;
  const instance = rows.instances.get(instanceId);
  if (!instance) return;
  if (instance.failures > 0) rows.instances.patch({ id: instanceId }, { failures: 0, failingId: null });
  for (const { operation, table } of wholeOutputs(event)) noteOutput(rows, event, operation, table);
}

/** The owner of the connection, and the users of the datasets made from it, are told of other columns. */
function noteOutput(rows: NoticeRows, event: Ended, operation: string, { columns }: Pick<TableVersion, "columns">) {
  const { instanceId, ownerId, runId } = event.data;
  const changes = noteShape(rows, `${instanceId}/${operation}`, columns);
  const connectorId = rows.instances.get(instanceId)?.connectorId;
  if (changes === null || connectorId === undefined) return;
  const facts = {
    what: "schema",
    title: titleOf(rows, connectorId),
    path: `/connector_profile/${connectorId}?tab=output`,
    ...changes,
  } as const;
  const id = `schema/${runId}/${operation}`;
  addNotice(rows, { id, kind: "schema", aboutId: instanceId, userId: ownerId, facts }, event);
  for (const { datasetId } of rows.followers.where({ instanceId, operation }))
    tellShape(rows, event, { datasetId, changes });
}

function tellShape(
  rows: NoticeRows,
  event: NewRows | Ended,
  { datasetId, changes }: { readonly datasetId: string; readonly changes: ReturnType<typeof noteShape> },
): void {
  const dataset = rows.titles.get(datasetId);
  if (changes === null || !dataset || rows.takenDown.get(datasetId)) return;
  const facts = { what: "schema", title: dataset.title, path: `/dataset_profile/${datasetId}`, ...changes } as const;
  const id = `schema/${datasetId}/${event.position}`;
  addNotice(rows, { id, kind: "schema", aboutId: datasetId, causedBy: dataset.ownerId, facts }, event);
}

type NewRows = Logged<"DatasetLoaded" | "DatasetVersionRestored">;

function tellRows(rows: NoticeRows, event: NewRows): void {
  const { datasetId, table, version } = event.data;
  if (version > 1) tellVersion(rows, event);
  tellShape(rows, event, { datasetId, changes: noteShape(rows, datasetId, table.columns) });
}

/** One notice for each dataset, however often it has new rows: it is unread again. */
function tellVersion(rows: NoticeRows, event: NewRows): void {
  const { datasetId, version } = event.data;
  const { title, ownerId } = rows.titles.get(datasetId) ?? {};
  if (title === undefined || ownerId === undefined || rows.takenDown.get(datasetId)) return;
  const facts = { what: "rows", title, version, datasetId } as const;
  addNotice(rows, { id: `version/${datasetId}`, kind: "version", aboutId: datasetId, causedBy: ownerId, facts }, event);
}

/** Failures in a row are one notice, which counts them. */
function noteFailure(rows: NoticeRows, event: Logged<"RunFailed" | "RunAbandoned">): void {
  const { instanceId, ownerId, runId } = event.data;
  const instance = rows.instances.get(instanceId);
  if (!instance) return;
  const failingId = instance.failingId ?? `failed/${runId}`;
  const count = instance.failures + 1;
  rows.instances.patch({ id: instanceId }, { failures: count, failingId });
  const facts = { what: "failed", title: titleOf(rows, instance.connectorId), runId, count } as const;
  addNotice(rows, { id: failingId, kind: "runs", aboutId: instanceId, userId: ownerId, facts }, event);
}
