import type { Logged } from "../events.ts";
import { addNotice, titleOf } from "./add-notice.ts";
import type { NoticeRows } from "./tables.ts";

/** A refresh of a dataset began; that of its schedule is told of if it fails. */
export function noteRefresh(rows: NoticeRows, { data }: Logged<"DatasetRefreshRequested">): void {
  const { datasetId, trigger } = data;
  const before = rows.refreshes.get(datasetId) ?? { failures: 0, failingId: null };
  rows.refreshes.put({ ...before, datasetId, isScheduled: trigger === "schedule" });
}

/** Failures in a row are one notice for the owner, which counts them. */
export function noteRefreshFailure(rows: NoticeRows, event: Logged<"DatasetLoadFailed">): void {
  const { datasetId, code } = event.data;
  const refresh = rows.refreshes.get(datasetId);
  const ownerId = rows.titles.get(datasetId)?.ownerId;
  if (!refresh?.isScheduled || ownerId === undefined) return;
  const failures = code === "cancelled" ? refresh.failures : refresh.failures + 1;
  const failingId = refresh.failingId ?? `refresh-failed/${datasetId}/${event.position}`;
  rows.refreshes.patch({ datasetId }, { isScheduled: false, failures, failingId });
  if (code === "cancelled") return;
  const facts = { what: "refresh-failed", title: titleOf(rows, datasetId), datasetId, count: failures } as const;
  addNotice(rows, { id: failingId, kind: "runs", aboutId: datasetId, userId: ownerId, facts }, event);
}

/** The row of failures ends with new rows, or with a file that has not changed. */
export function noteRefreshed(rows: NoticeRows, datasetId: string): void {
  rows.refreshes.patch({ datasetId }, { isScheduled: false, failures: 0, failingId: null });
}
