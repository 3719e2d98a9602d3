import { pick } from "#domain/core/values/pick.ts";
import { CARD_FIELDS, type DatasetCard, detailsOf, withNotes } from "#domain/dataset/events.ts";
import type { Logged } from "../events.ts";
import type { Handlers } from "../projection.ts";
import { addUsers, removeItem, showDataset, updateDataset } from "./items/show-item.ts";
import { currentCategory } from "./administration/on-category-event.ts";
import type { CatalogueRows, catalogueTables, DatasetRow, LoadFile } from "./tables.ts";

/** Datasets in the catalogue and who was granted access. */
export const onDatasetEvent = {
  DatasetCreated(rows, event) {
    putTexts(rows, event);
    const { fileName } = event.data;
    const loadFile: LoadFile = { ...RECEIVED, uploadId: null, fileName, receivedAt: event.recordedAt };
    rows.datasets.put({ ...newRow(rows, event), fileName, loadFile });
    showDataset(rows, event.data.datasetId);
  },
  DatasetPublishedFromConnection(rows, event) {
    const { instanceId, operation } = event.data.source;
    const whole = rows.wholeOutputs.get(instanceId, operation);
    putTexts(rows, event);
    rows.datasets.put({
      ...newRow(rows, event),
      instanceId,
      operation,
      connectorId: rows.instances.get(instanceId)?.connectorId ?? null,
      ...(whole
        ? {
            status: "ready",
            version: 1,
            columns: whole.columns,
            rows: whole.rows,
            rowsAt: whole.broughtAt,
            loadEndedAt: event.recordedAt,
          }
        : {
            status: "failed",
            loadFailure: { code: "instance-removed", facts: {} },
            stoppedAt: event.recordedAt,
            loadEndedAt: event.recordedAt,
          }),
    });
    showDataset(rows, event.data.datasetId);
  },
  DatasetVersionRequested: (rows, { data: { datasetId: id, uploadId, fileName, mode }, recordedAt }) =>
    rows.datasets.patch(
      { id },
      {
        ...{ pending: { uploadId, fileName }, loadStartedAt: recordedAt, loadEndedAt: null },
        loadFile: { ...RECEIVED, uploadId, fileName, mode, receivedAt: recordedAt },
      },
    ),
  DatasetSourceSet: (rows, { data: { datasetId: id } }) =>
    rows.datasets.patch({ id }, ({ loadFile }) => ({ loadFile: loadFile && { ...loadFile, toFetch: true } })),
  DatasetRefreshRequested: (rows, { data: { datasetId: id, uploadId, fileName }, recordedAt }) =>
    rows.datasets.patch(
      { id },
      {
        ...{ pending: { uploadId, fileName }, loadStartedAt: recordedAt, loadEndedAt: null },
        loadFile: { ...RECEIVED, uploadId, fileName, toFetch: true, receivedAt: recordedAt },
      },
    ),
  DatasetFileFetched: (rows, { data: { datasetId: id }, recordedAt: receivedAt }) =>
    rows.datasets.patch({ id }, ({ loadFile }) => ({
      loadFile: loadFile && { ...loadFile, toFetch: false, receivedAt },
    })),
  DatasetRefreshUnchanged: (rows, { data: { datasetId: id }, recordedAt: loadEndedAt }) =>
    rows.datasets.patch({ id }, ({ pending }) => ({
      ...{ pending: null, loadFailure: null, loadEndedAt },
      loadedUpload: pending?.uploadId ?? null,
    })),
  DatasetLoaded(rows, { data: { datasetId: id, version, table, rejected }, recordedAt: at }) {
    rows.datasets.patch({ id }, ({ status, pending, fileName }) => ({
      status: status === "hidden" ? "hidden" : "ready",
      version,
      pending: null,
      loadedUpload: pending?.uploadId ?? null,
      fileName: pending?.fileName ?? fileName,
      loadFailure: null,
      columns: JSON.stringify(table.columns),
      rows: table.rows,
      rejected,
      updatedAt: at,
      rowsAt: at,
      loadEndedAt: at,
    }));
    showDataset(rows, id);
  },
  DatasetVersionRestored(rows, { data: { datasetId: id, version, table, fileName, rejected }, recordedAt: at }) {
    rows.datasets.patch({ id }, (before) => ({
      ...{ version, rejected, loadFailure: null, updatedAt: at, rowsAt: at },
      columns: JSON.stringify(table.columns),
      rows: table.rows,
      fileName: fileName ?? before.fileName,
    }));
    showDataset(rows, id);
  },
  DatasetLoadRetried(rows, { data: { datasetId: id, uploadId, attempt }, recordedAt: loadStartedAt }) {
    rows.datasets.patch({ id }, ({ status, loadFile, fileName }) => ({
      status: status === "failed" && uploadId === null ? "loading" : status,
      pending: uploadId === null ? null : { uploadId, fileName: loadFile?.fileName ?? fileName ?? "" },
      loadFile: loadFile && { ...loadFile, attempt },
      ...{ failedUpload: null, loadFailure: null, loadStartedAt, loadEndedAt: null },
    }));
    updateDataset(rows, id);
  },
  DatasetLoadFailed(rows, { data: { datasetId: id, ...loadFailure }, recordedAt: loadEndedAt }) {
    rows.datasets.patch({ id }, ({ rows: loaded, status, pending, loadFile }) => ({
      loadFile: loadFile && { ...loadFile, hasFailed: true },
      status: loaded === null ? "failed" : status,
      pending: null,
      failedUpload: pending?.uploadId ?? null,
      loadFailure,
      loadEndedAt,
    }));
    updateDataset(rows, id);
  },
  DatasetEdited(rows, { data, recordedAt: updatedAt }) {
    rows.datasets.patch(
      { id: data.datasetId },
      {
        ...shownCard(data),
        category: currentCategory(rows, data.category),
        updatedAt,
      },
    );
    rows.datasetTexts.patch({ datasetId: data.datasetId }, { readMe: detailsOf(data).readMe });
    showDataset(rows, data.datasetId);
  },
  ColumnsDescribed(rows, { data: { datasetId, columns }, recordedAt: updatedAt }) {
    rows.datasetTexts.patch({ datasetId }, ({ columnNotes }) => ({ columnNotes: withNotes(columnNotes, columns) }));
    rows.datasets.patch({ id: datasetId }, { updatedAt });
    updateDataset(rows, datasetId);
  },
  DatasetImageChanged(rows, { data: { datasetId: id, image } }) {
    rows.datasets.patch({ id }, { image });
    rows.items.patch({ id }, { image });
  },
  AccessGranted(rows, { data: { datasetId, userId, by: grantedBy, until = null }, recordedAt }) {
    const before = rows.grants.get(datasetId, userId);
    if (!before) addUsers(rows, datasetId, 1);
    rows.grants.put({ datasetId, userId, grantedBy, grantedAt: before?.grantedAt ?? recordedAt, until });
  },
  AccessRemoved: endAccess,
  AccessExpired: endAccess,
  DatasetHidden(rows, { data, recordedAt }) {
    rows.datasets.patch({ id: data.datasetId }, ({ instanceId, stoppedAt }) => ({
      status: "hidden",
      stoppedAt: instanceId === null ? null : (stoppedAt ?? recordedAt),
    }));
    updateDataset(rows, data.datasetId);
  },
  DatasetTakenDown: (rows, { data: { datasetId, reason } }) => setTakenDown(rows, datasetId, reason),
  DatasetRestored: (rows, { data: { datasetId } }) => setTakenDown(rows, datasetId, null),
  DatasetDeleted(rows, { data: { datasetId } }) {
    removeItem(rows, datasetId);
    rows.datasets.remove({ id: datasetId });
    rows.datasetTexts.remove({ datasetId });
    rows.dataApps.remove({ datasetId });
    rows.grants.remove({ datasetId });
  },
} satisfies Handlers<typeof catalogueTables>;

/** A file that was uploaded to take the place of all rows. */
const RECEIVED = { mode: "replace", toFetch: false, attempt: 1, hasFailed: false } as const;

/** The card as its row has it; the read-me is in a table of its own. */
function shownCard(card: DatasetCard) {
  const { readMe: _, ...details } = detailsOf(card);
  return {
    ...pick(
      card,
      CARD_FIELDS.filter((name) => name !== "readMe"),
    ),
    ...details,
  };
}

function putTexts(rows: CatalogueRows, { data }: Logged<"DatasetCreated" | "DatasetPublishedFromConnection">): void {
  rows.datasetTexts.put({ datasetId: data.datasetId, readMe: detailsOf(data).readMe, columnNotes: {} });
}

function setTakenDown(rows: CatalogueRows, id: string, takenDown: string | null): void {
  rows.datasets.patch({ id }, { takenDown });
  updateDataset(rows, id);
}

function endAccess(
  rows: CatalogueRows,
  { data: { datasetId, userId } }: Logged<"AccessRemoved" | "AccessExpired">,
): void {
  if (rows.grants.get(datasetId, userId)) addUsers(rows, datasetId, -1);
  rows.grants.remove({ datasetId, userId });
}

/** A dataset that is waiting for its rows. */
function newRow(
  rows: CatalogueRows,
  { data, recordedAt: at }: Logged<"DatasetCreated" | "DatasetPublishedFromConnection">,
): DatasetRow {
  return {
    ...{
      id: data.datasetId,
      ownerId: data.owner.id,
      ...shownCard(data),
      ...pick(data, ["price", "tableName"]),
      category: currentCategory(rows, data.category),
    },
    ...{
      status: "loading",
      version: 0,
      pending: null,
      loadFile: null,
      loadedUpload: null,
      failedUpload: null,
      takenDown: null,
      loadFailure: null,
      columns: null,
      rows: null,
      rejected: null,
      rowsAt: null,
      loadEndedAt: null,
    },
    ...{ image: null, fileName: null, instanceId: null, operation: null, connectorId: null, stoppedAt: null },
    createdAt: at,
    updatedAt: at,
    loadStartedAt: at,
  };
}
