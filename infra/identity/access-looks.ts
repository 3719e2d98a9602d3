import type { Pool } from "pg";
import type { AccessLooks, ListedLook } from "#domain/core/history/access-looks.ts";

type Row = Omit<ListedLook, "at"> & { readonly id: string; readonly at: Date };

/** Looks at what other people see, in a table beside the log. */
export function accessLooks(pool: Pick<Pool, "query">): AccessLooks {
  return {
    async note({ viewerId, personId, itemId, asOf }) {
      await pool.query(
        `insert into identity.access_looks (viewer_id, person_id, item_id, as_of)
         select $1, $2, $3, $4 where not exists (
           select from identity.access_looks where person_id = $2 and viewer_id = $1 and item_id = $3
             and as_of is not distinct from $4 and at > now() - interval '10 minutes')`,
        [viewerId, personId, itemId, asOf],
      );
    },

    async page(of, { limit, offset, after = null }) {
      const [column, id] = "personId" in of ? ["person_id", of.personId] : ["item_id", of.itemId];
      const { rows } = await pool.query<Row>(
        `select id, at, viewer_id as "viewerId", person_id as "personId", item_id as "itemId", as_of as "asOf"
         from identity.access_looks where ${column} = $1 and ($2::bigint is null or id < $2)
         order by id desc limit $3 offset $4`,
        [id, after?.[0] ?? null, limit + 1, after === null ? offset : 0],
      );
      const counted = await pool.query<{ total: number }>(
        `select count(*)::float8 as total from identity.access_looks where ${column} = $1`,
        [id],
      );
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return {
        items: shown.map(({ id: _, at, ...look }) => ({ ...look, at: at.toISOString() })),
        total: counted.rows[0]?.total ?? 0,
        next: last ? [Number(last.id)] : null,
      };
    },
  };
}
