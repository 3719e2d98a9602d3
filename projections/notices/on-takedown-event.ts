import type { Logged } from "../events.ts";
import type { Handlers } from "../projection.ts";
import { addNotice, titleOf } from "./add-notice.ts";
import type { noticesTables, NoticeRows } from "./tables.ts";

/** Who uses an item hears that an admin has hidden it, and that it is there again. Its owner gets mails. */
export const onTakedownEvent = {
  DatasetTakenDown: (rows, event) => hide(rows, event, event.data.datasetId),
  DatasetRestored: (rows, event) => show(rows, event, event.data.datasetId),
  ConnectorTakenDown: (rows, event) => hide(rows, event, event.data.rootId),
  ConnectorRestored: (rows, event) => show(rows, event, event.data.rootId),
} satisfies Handlers<typeof noticesTables>;

function hide(rows: NoticeRows, event: Logged<"DatasetTakenDown" | "ConnectorTakenDown">, itemId: string): void {
  rows.takenDown.put({ itemId });
  rows.notices.remove({ id: `restored/${itemId}` });
  const facts = { what: "taken-down", title: titleOf(rows, itemId) } as const;
  addNotice(
    rows,
    { id: `taken-down/${itemId}`, kind: "access", aboutId: itemId, ...ownerOf(rows, itemId), facts },
    event,
  );
}

function show(rows: NoticeRows, event: Logged<"DatasetRestored" | "ConnectorRestored">, itemId: string): void {
  rows.takenDown.remove({ itemId });
  rows.notices.remove({ id: `taken-down/${itemId}` });
  const path = `/${event.type === "DatasetRestored" ? "dataset" : "connector"}_profile/${itemId}`;
  const facts = { what: "restored", title: titleOf(rows, itemId), path } as const;
  addNotice(
    rows,
    { id: `restored/${itemId}`, kind: "access", aboutId: itemId, ...ownerOf(rows, itemId), facts },
    event,
  );
}

/** An owner who is connected to their own connector is not told: the mail has said it. */
function ownerOf(rows: NoticeRows, itemId: string): { causedBy?: string } {
  const owner = rows.titles.get(itemId)?.ownerId;
  return owner === undefined ? {} : { causedBy: owner };
}
