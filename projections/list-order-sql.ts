import { type RawBuilder, sql } from "kysely";
import type { ListOrder } from "#domain/core/lists/list-order.ts";
import type { Cursor } from "#domain/core/lists/list-page.ts";

const CASTS = { time: "timestamptz", text: "text", number: "bigint" } as const;

/** SQL of the values of a row, to the microsecond of a time. */
export function cursorSql({ by }: ListOrder): RawBuilder<Cursor> {
  const values = by.map(([column, kind]) => {
    const value = sql.ref(column);
    return kind === "time" ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` : value;
  });
  return sql<Cursor>`json_build_array(${sql.join(values)})`;
}

/** SQL of the condition that a row follows the cursor. */
export function followsSql({ by, descending: isDescending }: ListOrder, cursor: Cursor): RawBuilder<boolean> {
  const columns = sql.join(by.map(([column]) => sql.ref(column)));
  const values = sql.join(by.map(([, kind], at) => sql`${cursor[at]}::${sql.raw(CASTS[kind])}`));
  return sql<boolean>`(${columns}) ${sql.raw(isDescending ? "<" : ">")} (${values})`;
}
