import type { NoticeFacts } from "#domain/core/notices.ts";
import type { Logged } from "../events.ts";
import type { Handlers } from "../projection.ts";
import { addNotice, titleOf } from "./add-notice.ts";
import type { noticesTables, NoticeRows } from "./tables.ts";

type AccessWord = Exclude<Extract<NoticeFacts, { datasetId: string }>["what"], "rows" | "refresh-failed">;

/** Access to datasets, requests for it and the answers. */
export const onAccessEvent = {
  AccessGranted(rows, event) {
    const { datasetId: itemId, userId, by, until = null } = event.data;
    const before = rows.uses.get(itemId, userId);
    rows.uses.put({ itemId, userId, since: before?.since ?? event.position, until });
    if (by !== userId && !before) tell(rows, event, "shared");
  },
  AccessRemoved(rows, event) {
    const { datasetId: itemId, userId, by } = event.data;
    rows.uses.remove({ itemId, userId });
    if (by !== userId) tell(rows, event, "removed");
  },
  AccessExpired(rows, event) {
    rows.uses.remove({ itemId: event.data.datasetId, userId: event.data.userId });
    tell(rows, event, "ended");
  },
  AccessRequested(rows, event) {
    const { datasetId, userId, ownerId } = event.data;
    addNotice(
      rows,
      {
        id: requestId(datasetId, userId),
        kind: "access",
        aboutId: datasetId,
        userId: ownerId,
        facts: { what: "requested", title: titleOf(rows, datasetId), datasetId, personId: userId },
      },
      event,
    );
  },
  AccessRequestApproved(rows, event) {
    const { datasetId, userId } = event.data;
    rows.notices.remove({ id: accessId("shared", datasetId, userId) });
    tell(rows, event, "approved");
  },
  AccessRequestRefused: (rows, event) => tell(rows, event, "refused"),
  AccessRequestWithdrawn: (rows, { data }) => rows.notices.remove({ id: requestId(data.datasetId, data.userId) }),
} satisfies Handlers<typeof noticesTables>;

/** Tells the user whose access it is. */
function tell(
  rows: NoticeRows,
  event: Logged<"AccessGranted" | "AccessRemoved" | "AccessExpired" | "AccessRequestApproved" | "AccessRequestRefused">,
  what: AccessWord,
): void {
  const { datasetId, userId } = event.data;
  const facts = { what, title: titleOf(rows, datasetId), datasetId };
  addNotice(rows, { id: accessId(what, datasetId, userId), kind: "access", aboutId: datasetId, userId, facts }, event);
}

const accessId = (what: AccessWord, datasetId: string, userId: string) => `${what}/${datasetId}/${userId}`;
const requestId = (datasetId: string, userId: string) => accessId("requested", datasetId, userId);
