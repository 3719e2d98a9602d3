import { type SelectQueryBuilder, sql } from "kysely";
import type { ListPage, ListRange } from "#domain/core/values/list-page.ts";

/** One page of a query's rows. `ordered` must give every row a unique position. */
export async function pageOf<DB, T extends keyof DB, O>(
  found: SelectQueryBuilder<DB, T, O>,
  ordered: (found: SelectQueryBuilder<DB, T, O>) => SelectQueryBuilder<DB, T, O>,
  { limit, offset }: ListRange,
): Promise<ListPage<O>> {
  const items = await ordered(found).limit(limit).offset(offset).execute();
  // A short page is the last one, unless it is empty because it is behind the last: no count is needed.
  if (items.length < limit && (items.length > 0 || offset === 0)) return { items, total: offset + items.length };
  const counted = await found
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as("total"))
    .$castTo<{ total: number }>()
    .executeTakeFirst();
  return { items, total: counted?.total ?? 0 };
}
