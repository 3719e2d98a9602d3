import { readsAllEvents } from "#domain/transparency/event-readers.ts";
import { type AuditedItem, whySees, type WhySees } from "#domain/use-cases/access-audit/why-sees.ts";
import type { Subject } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { personOf } from "../history/person-of.ts";
import { type CallResult, NOT_FOUND } from "../http/call-result.ts";
import type { Platform } from "../platform.ts";
import { type View, viewAs } from "./view-as.ts";

/** `person`: the id, the name or the e-mail address of a user. */
export type WhyAsked = { readonly item: string; readonly person: string; readonly asOf: string | null };
export type Why = WhySees & {
  readonly item: AuditedItem;
  readonly userId: string;
  readonly asOf: string | null;
  /** What the person is shown of it; null: nothing. */
  readonly view: View | null;
};

/**
 * Why a person sees an item, or why not. Admins and auditors may ask about everybody and everything, owners who sees
 * their items, and users why they see something themselves. Anything else is answered as missing. Keys and user roles
 * are told to the person and to admins and auditors alone.
 */
export async function whyOf(platform: Platform, viewer: UserRow, asked: WhyAsked): Promise<CallResult<Why>> {
  const { asOf } = asked;
  const readsAll = readsAllEvents(viewer.roles);
  const found = await itemOf(platform, asked.item, viewer);
  const isOwner = found?.ownerId === viewer.id;
  const userId = await personOf(platform, viewer, found && isOwner ? subjectOf(found.item) : null, asked.person);
  if (!readsAll && (found === null || (!isOwner && userId !== viewer.id))) return NOT_FOUND;
  const candidates = found ? [found.item] : KINDS.map((kind) => ({ kind, id: asked.item }));
  for (const item of candidates) {
    const why = await whySees(platform.ports, { item, userId, asOf });
    if (why.hindrances.includes("no-account")) return NOT_FOUND;
    if (why.hindrances.includes("missing")) continue;
    if (!readsAll && !isOwner && !why.sees) return NOT_FOUND;
    const told = readsAll || userId === viewer.id ? {} : { keys: [], roles: [] };
    const view = await viewAs(platform, item, why, { asOf });
    // The person can read who looked at their access.
    if (userId !== viewer.id)
      await platform.accessLooks.note({ viewerId: viewer.id, personId: userId, itemId: item.id, asOf });
    return { ok: true, value: { ...why, ...told, item, userId, asOf, view } };
  }
  return NOT_FOUND;
}

/** The history that an item has. */
function subjectOf({ kind, id }: AuditedItem): Subject {
  return { kind: kind === "table" ? "instance" : kind, id };
}

/** An item that is deleted is in no list; its stream tells its kind. */
const KINDS = ["dataset", "connector", "table"] as const;

/** The item with this id, and its owner; a connector by the id of any version, a table that the viewer reads by its name. */
async function itemOf(
  { queries }: Pick<Platform, "queries">,
  id: string,
  viewer: UserRow,
): Promise<{ readonly item: AuditedItem; readonly ownerId: string | null } | null> {
  const item = await queries.catalogue.anyItem(id);
  if (item) return { item: { kind: item.kind, id: item.id }, ownerId: item.ownerId };
  const found = await queries.tables.find(id, viewer.id);
  if (!found) return null;
  const { kind, itemId, instanceId, ownerId } = found.table;
  return { item: kind === "output" ? { kind: "table", id: instanceId ?? itemId } : { kind, id: itemId }, ownerId };
}
