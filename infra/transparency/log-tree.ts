import type { Pool } from "pg";
import type { LogTree } from "#domain/transparency/ports.ts";
import type { TileId } from "#domain/transparency/tree/tiles.ts";

/** The tree moves from one state to the next in one statement, together with its tiles. */
const GROW = `WITH moved AS (
    UPDATE transparency.tree SET size = $3, position = $4
    WHERE size = $1 AND position IS NOT DISTINCT FROM $2 RETURNING one)
  INSERT INTO transparency.tiles (level, n, hashes, after_position)
  SELECT changed.* FROM unnest($5::smallint[], $6::bigint[], $7::bytea[], $8::text[]) changed, moved
  ON CONFLICT (level, n) DO UPDATE SET hashes = excluded.hashes`;

/** The tree over the log in Postgres: one row a tile. */
export function createLogTree(pool: Pick<Pool, "query">): LogTree {
  return {
    async state() {
      const { rows } = await pool.query<{ size: string; position: string | null }>(
        "SELECT size, position FROM transparency.tree",
      );
      return { size: Number(rows[0]!.size), position: rows[0]!.position };
    },
    async tiles(ids: readonly TileId[]) {
      const { rows } = await pool.query<{ level: number; n: string; hashes: Buffer }>(
        `SELECT t.level, t.n, t.hashes FROM unnest($1::smallint[], $2::bigint[]) wanted (level, n)
         JOIN transparency.tiles t USING (level, n)`,
        [ids.map(({ level }) => level), ids.map(({ n }) => n)],
      );
      return rows.map(({ level, n, hashes }) => ({ level, n: Number(n), hashes }));
    },
    async grow(before, after, { tiles, starts }) {
      const { rowCount } = await pool.query(GROW, [
        ...[before.size, before.position, after.size, after.position],
        tiles.map(({ level }) => level),
        tiles.map(({ n }) => n),
        tiles.map(({ hashes }) => hashes),
        tiles.map(({ level, n }) => (level === 0 ? (starts.get(n) ?? null) : null)),
      ]);
      return rowCount === tiles.length;
    },
    async startOf(n) {
      const { rows } = await pool.query<{ after_position: string }>(
        "SELECT after_position FROM transparency.tiles WHERE level = 0 AND n = $1",
        [n],
      );
      return rows[0]?.after_position ?? null;
    },
    async tileAt(position) {
      const { rows } = await pool.query<{ n: string }>(
        `SELECT n FROM transparency.tiles WHERE level = 0 AND after_position < $1
         ORDER BY after_position DESC, n DESC LIMIT 1`,
        [position],
      );
      return rows[0] ? Number(rows[0].n) : null;
    },
  };
}
