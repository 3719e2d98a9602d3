import type { ListedLook } from "#domain/core/history/access-looks.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { readsAllEvents } from "#domain/transparency/event-readers.ts";
import type { Subject } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import type { Platform } from "../platform.ts";

/** A look at what somebody else sees. */
export type ShownLook = {
  readonly at: string;
  readonly viewer: { readonly id: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string };
  readonly itemId: string;
  readonly asOf: string | null;
};

/**
 * A page of who looked at what a user sees, for the user and auditors; of an item, for auditors alone, because its owner
 * is not told at whose access they look.
 */
export async function accessLooksOf(
  { accessLooks, queries }: Pick<Platform, "accessLooks" | "queries">,
  viewer: UserRow,
  { kind, id }: Subject,
  range: ListRange,
): Promise<CursorPage<ShownLook> | null> {
  if (kind !== "user" && !readsAllEvents(viewer.roles)) return null;
  const page = await accessLooks.page(kind === "user" ? { personId: id } : { itemId: id }, range);
  const ids = [...new Set(page.items.flatMap(({ viewerId, personId }) => [viewerId, personId]))];
  const names = new Map((await queries.users.byIds(ids)).map(({ id: user, name }) => [user, name]));
  const named = (user: string) => ({ id: user, name: names.get(user) ?? "[erased]" });
  return { ...page, items: page.items.map((look) => shown(look, named)) };
}

function shown(
  { at, viewerId, personId, itemId, asOf }: ListedLook,
  named: (id: string) => { readonly id: string; readonly name: string },
): ShownLook {
  return { at, viewer: named(viewerId), person: named(personId), itemId, asOf };
}
