import { ERASED } from "#domain/core/event-catalog.ts";
import type { Logged } from "../events.ts";
import { projection, type Rows } from "../projection.ts";
import { type DatabaseOf, nullable, table, text, time } from "../table.ts";

/** `ended`: it was approved, and the access is over since. */
export type RequestStatus = "open" | "approved" | "refused" | "withdrawn" | "ended";

const tablesOfModel = {
  /** The newest request of each user for each dataset. */
  requests: table(
    {
      datasetId: text(),
      userId: text(),
      ownerId: text(),
      status: text<RequestStatus>(),
      reason: text(),
      /** What the owner wrote when refusing. */
      note: nullable(text()),
      /** When the approved access ends. */
      until: nullable(time()),
      requestedAt: time(),
      answeredAt: nullable(time()),
    },
    {
      key: ["datasetId", "userId"],
      indexes: [{ on: ["datasetId", "status", "requestedAt"] }, { on: ["userId", "requestedAt"] }, { on: ["ownerId"] }],
    },
  ),
};
export type RequestsTables = DatabaseOf<typeof tablesOfModel>;

/** Requests for access to datasets, as their owners and the people who asked see them. */
export const requests = projection({
  name: "requests",
  version: 2,
  tables: tablesOfModel,
  on: {
    AccessRequested: (rows, { data, recordedAt }) =>
      rows.requests.put({
        ...{ ...data, status: "open", note: null, until: null },
        requestedAt: recordedAt,
        answeredAt: null,
      }),
    AccessRequestApproved: (rows, { data: { datasetId, userId, until }, recordedAt }) =>
      rows.requests.patch({ datasetId, userId }, { status: "approved", until, answeredAt: recordedAt }),
    AccessRequestRefused: (rows, { data: { datasetId, userId, note }, recordedAt }) =>
      rows.requests.patch({ datasetId, userId }, { status: "refused", note, answeredAt: recordedAt }),
    AccessRequestWithdrawn: (rows, { data: { datasetId, userId }, recordedAt }) =>
      rows.requests.patch({ datasetId, userId }, { status: "withdrawn", answeredAt: recordedAt }),
    AccessRemoved: endAccess,
    AccessExpired: endAccess,
    AccountDeleted: eraseTexts,
    AccountErased(rows, event) {
      eraseTexts(rows, event);
      rows.requests.remove({ userId: event.data.userId });
    },
    DatasetDeleted: (rows, { data: { datasetId } }) => rows.requests.remove({ datasetId }),
  },
});

function endAccess(
  rows: Rows<typeof tablesOfModel>,
  { data: { datasetId, userId } }: Logged<"AccessRemoved" | "AccessExpired">,
): void {
  rows.requests.patch({ datasetId, userId }, (row) => (row.status === "approved" ? { status: "ended" } : {}));
}

/** The texts of a deleted user, as they read after the key is erased. */
function eraseTexts(
  rows: Rows<typeof tablesOfModel>,
  { data: { userId } }: Logged<"AccountDeleted" | "AccountErased">,
): void {
  rows.requests.patch({ userId }, { reason: ERASED });
  rows.requests.patch({ ownerId: userId }, ({ note }) => (note === null ? {} : { note: ERASED }));
}
