import type { Pool } from "pg";
import type { Migration } from "./migrations.ts";

export const idempotencyMigrations: readonly Migration[] = [
  {
    id: "idempotency-001",
    sql: `
      create schema if not exists requests;
      create table requests.answers (
        key text primary key,
        fingerprint text not null,
        claimed_at timestamptz not null default now(),
        status integer,
        body text,
        headers jsonb
      )`,
  },
];

type Answer = { readonly status: number; readonly body: string; readonly headers: readonly (readonly [string, string])[] };
type Row = { fingerprint: string; stale: boolean; status: number | null; body: string | null; headers: [string, string][] | null };

/** A call whose process died is taken over after this; its command ids are the same, so nothing happens twice. */
const STALE = "60 seconds";
const KEPT = "24 hours";
const LOOK_AGAIN_MS = 50;

/**
 * Answers kept under a key for 24 hours. Of any number of calls with one key one does the work and the others wait for its
 * answer. A call that throws leaves no answer, so that the next one may try.
 */
export function createIdempotency(pool: Pool) {
  const claim = async (key: string, fingerprint: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `insert into requests.answers (key, fingerprint) values ($1, $2)
       on conflict (key) do update set claimed_at = now(), fingerprint = excluded.fingerprint, status = null, body = null, headers = null
       where answers.claimed_at < now() - interval '${KEPT}' or (answers.status is null and answers.claimed_at < now() - interval '${STALE}')`,
      [key, fingerprint],
    );
    return rowCount === 1;
  };
  const look = async (key: string): Promise<Row | undefined> => {
    const { rows } = await pool.query<Row>(
      `select fingerprint, status, body, headers, status is null and claimed_at < now() - interval '${STALE}' as stale from requests.answers where key = $1`,
      [key],
    );
    return rows[0];
  };
  return {
    async once(key: string, fingerprint: string, work: () => Promise<Answer>): Promise<Answer | "key-reused"> {
      for (;;) {
        if (await claim(key, fingerprint)) {
          try {
            const answer = await work();
            await pool.query("update requests.answers set status = $2, body = $3, headers = $4 where key = $1", [
              key, answer.status, answer.body, JSON.stringify(answer.headers),
            ]);
            return answer;
          } catch (error) {
            await pool.query("delete from requests.answers where key = $1", [key]);
            throw error;
          }
        }
        const row = await look(key);
        if (!row || row.stale) continue;
        if (row.fingerprint !== fingerprint) return "key-reused";
        if (row.status !== null && row.body !== null) return { status: row.status, body: row.body, headers: row.headers ?? [] };
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    },
    /** Drops answers that are past their time. */
    async sweep(): Promise<void> {
      await pool.query(`delete from requests.answers where claimed_at < now() - interval '${KEPT}'`);
    },
  };
}
