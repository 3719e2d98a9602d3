import { mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import type { KeptCheckpoint, LogFork, SignedCheckpoints } from "#domain/transparency/ports.ts";

type Row = {
  fork: LogFork | null;
  origin: string | null;
  size: string;
  root: Buffer;
  note: string;
  cosignatures: string;
  signed_at: Date;
};

/** The signed log checkpoint in Postgres. */
export function createSignedCheckpoints(pool: Pick<Pool, "query">): SignedCheckpoints {
  return {
    async last() {
      const { rows } = await pool.query<Row>(
        `SELECT tree.fork, c.origin, c.size, c.root, c.note, c.cosignatures, c.signed_at
         FROM transparency.tree LEFT JOIN transparency.checkpoint c ON true`,
      );
      const { fork, origin, ...row } = rows[0]!;
      if (origin === null) return { checkpoint: null, fork };
      const { size, root, note, cosignatures, signed_at: at } = row;
      const checkpoint = { origin, size: Number(size), root, note, cosignatures, signedAt: at.toISOString() };
      return { checkpoint, fork };
    },
    async replace(before, { origin, size, root, note }) {
      const { rowCount } = await pool.query(
        before === null
          ? `INSERT INTO transparency.checkpoint (origin, size, root, note)
             SELECT $1, $2, $3, $4 WHERE $5::bigint IS NULL ON CONFLICT DO NOTHING`
          : `UPDATE transparency.checkpoint SET origin = $1, size = $2, root = $3, note = $4, cosignatures = '',
               signed_at = clock_timestamp() WHERE size = $5`,
        [origin, size, root, note, before],
      );
      return rowCount === 1;
    },
    async cosigned(size, lines) {
      await pool.query("UPDATE transparency.checkpoint SET cosignatures = cosignatures || $2 WHERE size = $1", [
        size,
        lines,
      ]);
    },
    async ofTheDay() {
      const { rows } = await pool.query<{ day: string; note: string }>(
        `UPDATE transparency.tree SET mailed_on = current_date, mailed_size = c.size FROM transparency.checkpoint c
         WHERE mailed_on < current_date AND mailed_size < c.size
         RETURNING current_date::text AS day, c.note || c.cosignatures AS note`,
      );
      return rows[0] ?? null;
    },
    async report(fork) {
      await pool.query("UPDATE transparency.tree SET fork = $1 WHERE fork::text IS DISTINCT FROM $1::json::text", [
        fork === null ? null : JSON.stringify(fork),
      ]);
    },
  };
}

/** The file `log/checkpoint` of the data folder. */
export function keptCheckpoint(dataDir: string): KeptCheckpoint {
  const file = path.join(dataDir, "log", "checkpoint");
  return {
    async read() {
      try {
        return await readFile(file, "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    async write(note) {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const handle = await open(`${file}.new`, "w", 0o600);
      try {
        await handle.writeFile(note);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${file}.new`, file);
    },
  };
}
