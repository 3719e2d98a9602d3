import type { RecordedEvent } from "../core/event-store.ts";
import type { JsonObject } from "../core/values/json.ts";

type Reader = { readonly id: string; readonly roles: readonly string[] };

/**
 * Whether a user may see an event: admins and auditors see all; others what they did themselves, what is about them, and
 * the events of what is theirs, which the first event of its stream (`first`) says.
 */
export function mayReadEvent(
  { id, roles }: Reader,
  event: Pick<RecordedEvent, "actor" | "data">,
  first: Pick<RecordedEvent, "data">,
): boolean {
  if (readsAllEvents(roles)) return true;
  if (event.actor.kind === "user" && event.actor.id === id) return true;
  return event.data["userId"] === id || ownerOf(event.data) === id || ownerOf(first.data) === id;
}

/** Whether a user with these roles sees every event. */
export function readsAllEvents(roles: readonly string[]): boolean {
  return roles.includes("admin") || roles.includes("auditor");
}

/** Datasets, connectors and instances name an owner, runs and drafts an owner id, accounts and plans a user. */
export function ownerOf(data: JsonObject): unknown {
  const { owner, ownerId, userId } = data;
  if (typeof owner === "object" && owner !== null && "id" in owner) return owner["id"];
  return ownerId ?? userId;
}
