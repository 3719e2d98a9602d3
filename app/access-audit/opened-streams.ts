import type { KeyCallFilter, ListedKeyCall } from "#domain/core/keys/key-calls.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { readsAllEvents } from "#domain/transparency/event-readers.ts";
import type { Subject } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { publicPartOf } from "../account/api-key-calls.ts";
import type { Platform } from "../platform.ts";

/** A table that was opened with a key or a token. */
export type OpenedStream = Omit<ListedKeyCall, "at" | "userId" | "keyPart"> & {
  readonly at: string;
  readonly user: { readonly id: string; readonly name: string };
  /** Beginning and end of the key, for the user whose it is, admins and auditors. */
  readonly key: string | null;
};

/** Of an item: only the streams of this user; of a user: only those of this item. */
export type StreamsAsked = { readonly person: string | null; readonly item: string | null };

/**
 * A page of the streams opened of a dataset or an instance, or by a user, the latest first; a connector has no rows. For
 * those who may read the history of the subject (`readableSubject`).
 */
export async function openedStreams(
  { keyCalls, queries }: Pick<Platform, "keyCalls" | "queries">,
  viewer: UserRow,
  { subject, asked }: { readonly subject: Subject; readonly asked: StreamsAsked },
  range: ListRange,
  { isCounted = true } = {},
): Promise<CursorPage<OpenedStream>> {
  const filter = filterOf(subject, asked);
  if (filter === null) return { items: [], total: 0, next: null };
  const page = await keyCalls.page(filter, range, { isCounted });
  const ids = [...new Set(page.items.map(({ userId }) => userId))];
  const names = new Map((await queries.users.byIds(ids)).map(({ id, name }) => [id, name]));
  const mayKnowKeys = readsAllEvents(viewer.roles);
  const items = page.items.map(({ at, userId, keyPart, ...call }) => ({
    ...call,
    at: at.toISOString(),
    user: { id: userId, name: names.get(userId) ?? "[erased]" },
    key: keyPart !== null && (mayKnowKeys || userId === viewer.id) ? publicPartOf(keyPart) : null,
  }));
  return { ...page, items };
}

function filterOf({ kind, id }: Subject, { person, item }: StreamsAsked): KeyCallFilter | null {
  switch (kind) {
    case "dataset":
    case "instance":
      return { itemId: id, userId: person };
    case "user":
      return { itemId: item, userId: id };
    case "connector":
      return null;
  }
}
