import { createHash } from "node:crypto";
import type { Pool } from "pg";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import type { Texts } from "#domain/core/ports/texts.ts";
import { deleteRows } from "../clean-up/delete-rows.ts";
import type { Migration } from "../postgres/migrations.ts";

export const textMigrations: readonly Migration[] = [
  {
    id: "texts-001",
    sql: `
      create schema texts;
      create table texts.by_hash (
        hash text primary key,
        bytes integer not null,
        body text not null,
        kept_at timestamptz not null default now()
      );
      create index by_hash_kept_at on texts.by_hash (kept_at)`,
  },
];

/** How long a text that no open draft uses is kept after it was last saved. */
const TEXT_LIFETIME = "30 days";
const OLD_AMONG = `hash = any($1) and kept_at < now() - interval '${TEXT_LIFETIME}'`;
const TEXTS_AT_ONCE = 500;

export type TextStore = Texts & {
  /** Removes texts that were last saved long ago, unless `held` names them. */
  sweep(held: (hashes: readonly string[]) => Promise<ReadonlySet<string>>, until: AbortSignal): Promise<Swept>;
};

/** Texts in a table of Postgres, which compresses them; equal texts are stored once. */
export function createTextStore(pool: Pick<Pool, "query">): TextStore {
  return {
    async put(text) {
      const hash = createHash("sha256").update(text, "utf8").digest("hex");
      const bytes = Buffer.byteLength(text);
      await pool.query(
        "insert into texts.by_hash (hash, bytes, body) values ($1, $2, $3) on conflict (hash) do update set kept_at = now()",
        [hash, bytes, text],
      );
      return { hash, bytes };
    },

    async get(hash) {
      const { rows } = await pool.query<{ body: string }>("select body from texts.by_hash where hash = $1", [hash]);
      return rows[0]?.body ?? null;
    },

    async sweep(held, until) {
      let removed = 0;
      for (let after = ""; !until.aborted;) {
        const { rows } = await pool.query<{ hash: string }>(
          `select hash from texts.by_hash where kept_at < now() - interval '${TEXT_LIFETIME}' and hash > $1 order by hash limit ${TEXTS_AT_ONCE}`,
          [after],
        );
        const last = rows.at(-1);
        if (!last) return { removed, done: true };
        const known = await held(rows.map(({ hash }) => hash));
        const unheld = rows.map(({ hash }) => hash).filter((hash) => !known.has(hash));
        // Checked again: a text may have been saved since it was listed.
        removed += (await deleteRows(pool, { table: "texts.by_hash", where: OLD_AMONG, values: [unheld] }, until))
          .removed;
        after = last.hash;
      }
      return { removed, done: false };
    },
  };
}
