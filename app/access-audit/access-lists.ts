import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { Subject } from "#domain/use-cases/history/subject.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { csvOfList } from "../history/csv.ts";
import { historyPage } from "../history/history-calls.ts";
import type { Platform } from "../platform.ts";

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
  { isCounted = true } = {},
): Promise<CursorPage<Grantee>> {
  const page = await queries.catalogue.granteesPage(datasetId, range, isCounted ? undefined : async () => 0);
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

export const EXPORTS = ["streams", "refused", "grants"] as const;
export type AccessExport = (typeof EXPORTS)[number];
/** Nobody reads how long the list of a file is. */
const UNCOUNTED = { isCounted: false };

/** A list of the access to a subject as CSV: the streams opened, the calls refused, or who has access by a grant now. */
export function accessCsv(platform: Platform, { viewer, subject }: Asked, list: AccessExport): AsyncIterable<string> {
  if (list === "grants")
    return csvOfList(["user_id", "name", "since", "until"], {
      read: (range) => granteesNow(platform, subject.id, range, UNCOUNTED),
      cells: ({ id, name, since, until }) => [id, name, since, until],
    });
  const asked = { subject, asked: { person: null, item: null } };
  const outcome = list === "refused" ? ("refused" as const) : ("opened" as const);
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
  return csvOfList(heads, {
    read: (range) => openedStreams(platform, viewer, asked, range, { ...UNCOUNTED, outcome }),
    cells: ({ at, user, itemId, table, version, status, rows, bytes, ms, client, key }) => [
      ...[at, user.name, user.id, itemId, table, version, status, rows, bytes, ms, client, key],
    ],
  });
}
