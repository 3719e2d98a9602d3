import { type SelectQueryBuilder, sql } from "kysely";
import type { Cursor, CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import type { ListOrder } from "#domain/core/lists/list-order.ts";
import { cursorSql, followsSql } from "./list-order-sql.ts";

/** One page of a query's rows, and the cursor of the page after it. `count`: the quickest way to the number of all. */
export async function pageOf<DB, T extends keyof DB, O>(
  found: SelectQueryBuilder<DB, T, O>,
  order: ListOrder,
  { limit, offset, after = null }: ListRange,
  count: () => Promise<number> = () => rowsOf(found),
): Promise<CursorPage<O>> {
  const direction = order.descending ? "desc" : "asc";
  let page = found.select(cursorSql(order).as("place"));
  for (const [column] of order.by) page = page.orderBy(sql.ref(column), direction);
  page = after === null ? page.offset(offset) : page.where(followsSql(order, after));
  // One more tells whether another page follows.
  const rows = (await page.limit(limit + 1).execute()) as (O & { readonly place: Cursor })[];
  const items = rows.slice(0, limit).map(({ place: _, ...item }) => item as unknown as O);
  const isLast = rows.length <= limit;
  const next = isLast ? null : (rows[limit - 1]?.place ?? null);
  // A last page knows the length of the list by itself, unless it is empty because it is behind the last.
  if (after === null && isLast && (items.length > 0 || offset === 0))
    return { items, total: offset + items.length, next };
  return { items, total: await count(), next };
}

async function rowsOf<DB, T extends keyof DB, O>(found: SelectQueryBuilder<DB, T, O>): Promise<number> {
  const counted = await found
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as("total"))
    .$castTo<{ total: number }>()
    .executeTakeFirst();
  return counted?.total ?? 0;
}
