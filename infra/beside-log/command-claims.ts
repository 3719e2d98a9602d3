import type { Pool } from "pg";
import type { Position } from "#domain/core/event-store.ts";

/** What an attempt at a command is told. `since`: none of its events is at this revision of the stream or before it. */
export type Claim =
  | { readonly kind: "first"; readonly at: Date }
  | { readonly kind: "again"; readonly at: Date; readonly since: number }
  | { readonly kind: "elsewhere" };

export type ClaimedCommand = { readonly stream: string; readonly since: number; readonly attempts: number };

/** The events of a command that the log holds. */
export type RecordedCommand = { readonly commandId: string; readonly stream: string; readonly since: number };

/**
 * Which stream a command writes to. Every attempt claims its command before it appends, so the one that appends knows of
 * each attempt that could have written before.
 */
export type CommandClaims = {
  /** Claims a command for a stream that is expected at a revision (-1: absent). `at` is the time of the claim. */
  claim(commandId: string, stream: string, expected: number): Promise<Claim>;
  /** The claim of a command, if there is one. */
  find(commandId: string): Promise<ClaimedCommand | null>;
  /**
   * Claims commands that the log already holds, from `at` on, and notes `at` as how far back this was done. Returns how
   * many claims were missing or said less; if there are none, nothing is noted.
   */
  add(commands: readonly RecordedCommand[], at: Position): Promise<number>;
  /** How far back a completion came that was cut; null: none was. */
  cutAt(): Promise<Position | null>;
  /** No completion is under way any more. */
  completed(): Promise<void>;
};

/** Claims in a table beside a log that is not in Postgres (log-migrations.ts). They are as durable as the log. */
export function createCommandClaims(pool: Pick<Pool, "query">): CommandClaims {
  return {
    async claim(commandId, stream, expected) {
      const { rows } = await pool.query<{ attempts: number; since: number; ms: number }>({
        name: "claim-command",
        text: `INSERT INTO log.commands (id, stream, since) VALUES ($1, $2, $3)
          ON CONFLICT (id) DO UPDATE SET attempts = commands.attempts + 1, since = least(commands.since, excluded.since)
            WHERE commands.stream = excluded.stream
          RETURNING attempts, since, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,
        values: [commandId, stream, expected],
      });
      const [row] = rows;
      if (!row) return { kind: "elsewhere" };
      const at = new Date(row.ms);
      return row.attempts === 1 ? { kind: "first", at } : { kind: "again", at, since: row.since };
    },

    async find(commandId) {
      const { rows } = await pool.query<ClaimedCommand>({
        name: "find-command",
        text: "SELECT stream, since, attempts FROM log.commands WHERE id = $1",
        values: [commandId],
      });
      return rows[0] ?? null;
    },

    async add(commands, at) {
      const { rows } = await pool.query<{ added: number }>(
        `WITH added AS (
           INSERT INTO log.commands (id, stream, since)
           SELECT id, min(stream), min(since) FROM unnest($1::text[], $2::text[], $3::integer[]) AS c(id, stream, since)
           GROUP BY id ORDER BY id
           ON CONFLICT (id) DO UPDATE SET since = excluded.since
             WHERE commands.stream = excluded.stream AND commands.since > excluded.since
           RETURNING id
         ), noted AS (
           INSERT INTO log.claims_completion (at) SELECT $4 WHERE EXISTS (SELECT FROM added)
           ON CONFLICT (only_row) DO UPDATE SET at = excluded.at
         )
         SELECT count(*)::integer AS added FROM added`,
        [
          commands.map(({ commandId }) => commandId),
          commands.map(({ stream }) => stream),
          commands.map(({ since }) => since),
          at,
        ],
      );
      return rows[0]!.added;
    },

    async cutAt() {
      const { rows } = await pool.query<{ at: Position }>("SELECT at FROM log.claims_completion");
      return rows[0]?.at ?? null;
    },

    async completed() {
      await pool.query("DELETE FROM log.claims_completion");
    },
  };
}
