import { rescheduled, type Schedule, slotAfter } from "#domain/core/values/schedule.ts";
import type { Logged } from "../events.ts";
import type { Handlers, Rows } from "../projection.ts";
import type { RefreshOutcome, schedulesTables } from "./tables.ts";

type Model = Rows<typeof schedulesTables>;

/** When each dataset with an address is refreshed by itself, and how its newest refresh ended. */
export const onRefreshEvent = {
  DatasetSourceSet: (rows, { data: { datasetId, owner, host, addressRef } }) =>
    rows.refreshes.put({
      ...{ datasetId, ownerId: owner.id, host, addressRef, uploadId: null },
      ...{ refreshInterval: 0, anchoredAt: null, running: "manual", checkedAt: null, outcome: null, dueAt: null },
    }),
  DatasetRefreshIntervalSet(rows, { data: { datasetId, minutes }, recordedAt }) {
    const row = rows.refreshes.get(datasetId);
    if (!row) return;
    const schedule = rescheduled(scheduleIn(row), minutes, Date.parse(recordedAt));
    const anchoredAt = schedule && new Date(schedule.anchor).toISOString();
    const dueAt = row.running === null && schedule ? slotAfter(schedule, Date.parse(recordedAt)) : null;
    rows.refreshes.patch({ datasetId }, { refreshInterval: minutes, anchoredAt, dueAt });
  },
  DatasetRefreshRequested: (rows, { data: { datasetId, uploadId, trigger } }) =>
    rows.refreshes.patch({ datasetId }, { uploadId, running: trigger, dueAt: null }),
  /** The rows of the file that the newest refresh has fetched. */
  DatasetLoadRetried(rows, { data: { datasetId, uploadId } }) {
    if (rows.refreshes.get(datasetId)?.uploadId === uploadId)
      rows.refreshes.patch({ datasetId }, { running: "manual", dueAt: null });
  },
  DatasetLoaded: (rows, event) => end(rows, event, "new"),
  DatasetLoadFailed: (rows, event) => end(rows, event, "failed"),
  DatasetRefreshUnchanged: (rows, event) => end(rows, event, "unchanged"),
  DatasetHidden: (rows, { data: { datasetId } }) => rows.refreshes.remove({ datasetId }),
  DatasetDeleted: (rows, { data: { datasetId } }) => rows.refreshes.remove({ datasetId }),
} satisfies Handlers<typeof schedulesTables>;

type Ended = Logged<"DatasetLoaded" | "DatasetLoadFailed" | "DatasetRefreshUnchanged">;

/** A load has ended: that of a refresh, or of a file that was uploaded. */
function end(rows: Model, { data: { datasetId }, recordedAt: checkedAt }: Ended, outcome: RefreshOutcome): void {
  const row = rows.refreshes.get(datasetId);
  if (!row) return;
  const schedule = scheduleIn(row);
  rows.refreshes.patch(
    { datasetId },
    {
      ...(row.running === null ? {} : { running: null, checkedAt, outcome }),
      dueAt: schedule && slotAfter(schedule, Date.parse(checkedAt)),
    },
  );
}

function scheduleIn({ refreshInterval: minutes, anchoredAt }: { refreshInterval: number; anchoredAt: string | null }) {
  return anchoredAt === null ? null : ({ minutes, anchor: Date.parse(anchoredAt) } satisfies Schedule);
}
