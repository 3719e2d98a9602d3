import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { Subject } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { eventWords } from "../history/event-words.ts";
import { historyPage } from "../history/history-calls.ts";
import type { Platform } from "../platform.ts";
import { csvOfList } from "./csv.ts";
import { openedStreams } from "./opened-streams.ts";

/** Somebody who was given access to a dataset. */
export type Grantee = {
  readonly id: string;
  readonly name: string;
  readonly since: string;
  readonly until: string | null;
};

type Asked = { readonly viewer: UserRow; readonly subject: Subject };

/** A page of those who have access to a dataset by a grant now, the earliest first. */
export async function granteesNow(
  { queries }: Pick<Platform, "queries">,
  datasetId: string,
  range: ListRange,
): Promise<CursorPage<Grantee>> {
  const page = await queries.catalogue.granteesPage(datasetId, range);
  const people = await queries.users.byIds(page.items.map(({ userId }) => userId));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const items = page.items.map(({ userId: id, grantedAt: since, until }) => ({
    ...{ id, since, until },
    name: names.get(id) ?? "[erased]",
  }));
  return { ...page, items };
}

/** A page of the grants, requests, keys and roles of a subject: its events about access, the latest first. */
export function accessEvents(platform: Platform, { viewer, subject }: Asked, range: ListRange) {
  const asked = { purpose: "access", person: null, from: null, to: null } as const;
  return historyPage(platform, viewer, subject, asked, range);
}

export const EXPORTS = ["grants", "events", "streams"] as const;
export type AccessExport = (typeof EXPORTS)[number];

/** A list of the access to a subject as CSV; null: the subject has no such list. */
export function accessCsv(platform: Platform, asked: Asked, list: AccessExport): AsyncIterable<string> | null {
  const { subject } = asked;
  switch (list) {
    case "grants":
      if (subject.kind !== "dataset") return null;
      return csvOfList(["user_id", "name", "since", "until"], {
        read: (range) => granteesNow(platform, subject.id, range),
        cells: ({ id, name, since, until }) => [id, name, since, until],
      });
    case "events":
      return csvOfList(["at", "event", "by", "by_id", "about", "about_id", "reason", "hash"], {
        read: (range) => accessEvents(platform, asked, range),
        cells: ({ at, by, about, reason, hash, type }) => [
          ...[at, eventWords({ type }), by?.name ?? null, by?.id ?? null],
          ...[about?.name ?? null, about?.id ?? null, reason, hash],
        ],
      });
    case "streams":
      return subject.kind === "connector" ? null : streamsCsv(platform, asked);
  }
}

function streamsCsv(platform: Platform, { viewer, subject }: Asked): AsyncIterable<string> {
  const heads = [
    "at",
    "user",
    "user_id",
    "item_id",
    "table",
    "version",
    "status",
    "rows",
    "bytes",
    "ms",
    "client",
    "key",
  ];
  const asked = { subject, asked: { person: null, item: null } };
  return csvOfList(heads, {
    read: (range) => openedStreams(platform, viewer, asked, range),
    cells: ({ at, user, itemId, table, version, status, rows, bytes, ms, client, key }) => [
      ...[at, user.name, user.id, itemId, table, version, status, rows, bytes, ms, client, key],
    ],
  });
}
