import type { KeyCallFilter, ListedKeyCall } from "#domain/core/keys/key-calls.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { readsAllEvents } from "#domain/transparency/event-readers.ts";
import { type Subject, subjectText } from "#domain/use-cases/history/subject.ts";
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

/** Whether a list has the streams that were opened, or the calls that were refused. */
export type StreamsOutcome = "opened" | "refused";

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
  { isCounted = true, outcome = "opened" }: { isCounted?: boolean; outcome?: StreamsOutcome } = {},
): Promise<CursorPage<OpenedStream>> {
  const filter = filterOf(subject, asked);
  if (filter === null) return { items: [], total: 0, next: null };
  const mayKnowKeys = readsAllEvents(viewer.roles);
  // A user who was told that there is nothing does not learn here that there is something.
  const refused = subject.kind === "user" && !mayKnowKeys ? ("told" as const) : ("all" as const);
  const page = await keyCalls.page(outcome === "refused" ? { ...filter, refused } : filter, range, { isCounted });
  const ids = [...new Set(page.items.map(({ userId }) => userId))];
  const isHidden = outcome === "refused" && !mayKnowKeys ? await strangersTo(queries, viewer, subject, ids) : null;
  const known = ids.filter((id) => !isHidden?.has(id));
  const names = new Map((await queries.users.byIds(known)).map(({ id, name }) => [id, name]));
  const items = page.items.map(({ at, userId, keyPart, ...call }) => ({
    ...call,
    client: isHidden?.has(userId) ? null : call.client,
    at: at.toISOString(),
    user: isHidden?.has(userId) ? SOMEBODY : { id: userId, name: names.get(userId) ?? "[erased]" },
    key: keyPart !== null && (mayKnowKeys || userId === viewer.id) ? publicPartOf(keyPart) : null,
  }));
  return { ...page, items };
}

/** Somebody without access whose name the owner of an item is not told. */
const SOMEBODY = { id: "", name: "somebody without access" };

/** Those of these users who occur nowhere in the history of the item, so that its owner does not know them. */
async function strangersTo(
  { history }: Platform["queries"],
  viewer: UserRow,
  subject: Subject,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subject.kind === "user") return new Set();
  const known = new Set(await history.mentionedAmong(subjectText(subject), ids));
  return new Set(ids.filter((id) => id !== viewer.id && !known.has(id)));
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
