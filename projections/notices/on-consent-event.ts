import type { Logged } from "../events.ts";
import type { Handlers } from "../projection.ts";
import { addNotice, titleOf } from "./add-notice.ts";
import type { noticesTables, NoticeRows } from "./tables.ts";

/**
 * The owner of a connection that was stopped, or whose credentials may have left, is told until they are replaced, and
 * the author of a version that sends secrets elsewhere once.
 */
export const onConsentEvent = {
  InstanceConsentChecked(rows, event) {
    const { instanceId, stopped, exposed } = event.data;
    const connectorId = rows.instances.get(instanceId)?.connectorId;
    if (connectorId === undefined) return;
    if (exposed !== null) tellExposed(rows, event, stopped !== null);
    else if (stopped !== null) tellStopped(rows, event);
    if (stopped?.code === "definition-unsafe") tellAuthor(rows, event, { connectorId, version: stopped.facts.version });
  },
  InstanceStopped: (rows, event) => tellExposed(rows, event, true),
  InstanceOwnerReminded(rows, event) {
    const before = rows.notices.get(exposedId(event.data.instanceId));
    tellExposed(rows, event, before?.facts.what === "exposed" && before.facts.stopped);
  },
  InstanceCredentialsReplaced: (rows, { data }) => rows.notices.remove({ id: exposedId(data.instanceId) }),
} satisfies Handlers<typeof noticesTables>;

const exposedId = (instanceId: string) => `exposed/${instanceId}`;

/** A connection that has moved to another version is no longer stopped for the old one. */
export function forgetStop(rows: NoticeRows, instanceId: string): void {
  rows.notices.remove({ id: `stopped/${instanceId}` });
}

type ConsentEvent = Logged<"InstanceConsentChecked" | "InstanceStopped" | "InstanceOwnerReminded">;

function tellExposed(rows: NoticeRows, event: ConsentEvent, stopped: boolean): void {
  const { instanceId } = event.data;
  const { ownerId: userId, connectorId } = rows.instances.get(instanceId) ?? {};
  if (userId === undefined || connectorId === undefined) return;
  const facts = { what: "exposed", title: titleOf(rows, connectorId), connectorId, stopped } as const;
  addNotice(rows, { id: exposedId(instanceId), kind: "runs", aboutId: instanceId, userId, facts }, event);
}

function tellStopped(rows: NoticeRows, event: ConsentEvent): void {
  const { instanceId } = event.data;
  const { ownerId: userId, connectorId } = rows.instances.get(instanceId) ?? {};
  if (userId === undefined || connectorId === undefined) return;
  const facts = { what: "stopped", title: titleOf(rows, connectorId), connectorId } as const;
  addNotice(rows, { id: `stopped/${instanceId}`, kind: "runs", aboutId: instanceId, userId, facts }, event);
}

function tellAuthor(
  rows: NoticeRows,
  event: ConsentEvent,
  { connectorId, version }: { readonly connectorId: string; readonly version: number },
): void {
  const id = `unsafe/${connectorId}`;
  const { title, ownerId: userId } = rows.titles.get(connectorId) ?? {};
  if (title === undefined || userId === undefined || rows.notices.get(id)) return;
  const facts = { what: "unsafe", title, version, connectorId } as const;
  addNotice(rows, { id, kind: "runs", aboutId: connectorId, userId, facts }, event);
}
