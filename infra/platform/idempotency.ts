import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Pool } from "pg";
import type { Secret } from "#domain/core/text/secret.ts";
import { derivedKey } from "../identity/tokens/derived-key.ts";
import type { Migration } from "../postgres/migrations.ts";
import { seal, unseal } from "../vault/seal.ts";

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
  // Whose claim it is: a process that was given up as dead must not answer for the one that took over.
  { id: "idempotency-002-owner", sql: "alter table requests.answers add column owner uuid" },
];

type Answer = {
  readonly status: number;
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
};
type Row = {
  fingerprint: string;
  stale: boolean;
  status: number | null;
  body: string | null;
  headers: [string, string][] | null;
};

/**
 * A call whose process has said nothing for so long is taken over. Should it be alive all the same, then nothing happens twice:
 * the command ids follow from the key.
 */
const STALE = "6 seconds";
const KEPT = "24 hours";
const LOOK_AGAIN_MS = 50;

/** Whoever still works says so this often, so that long work is not taken for dead. */
const ALIVE_MS = 1_500;

/** What is wrong with a request itself. Every other refusal (a plan used up, a run under way, no room) may be over the next time. */
const LASTING = new Set([400, 404, 405, 410, 413, 414, 415, 422]);
const isKept = (status: number): boolean => (status >= 200 && status < 300) || LASTING.has(status);

/**
 * Answers kept under a key for 24 hours, sealed: they may hold a fresh key. Of any number of calls with one key one does the
 * work and the others wait for its answer. A call that throws, or whose answer only holds for now, leaves none, so that the
 * next one may try.
 */
export function createIdempotency({ pool, secrets }: { pool: Pool; secrets: readonly [Secret, ...Secret[]] }) {
  const keys = secrets.map((secret) => derivedKey(secret, "idempotency"));
  const sealed = (key: string, body: string): string =>
    seal(keys[0] ?? Buffer.alloc(0), [key], body).toString("base64");
  const opened = (key: string, body: string): string => {
    for (const each of keys) {
      try {
        return unseal(each, [key], Buffer.from(body, "base64")).toString("utf8");
      } catch {
        continue;
      }
    }
    throw new Error("An answer was kept under a secret that is no longer configured");
  };
  const forget = (key: string, owner: string) =>
    pool.query("delete from requests.answers where key = $1 and owner = $2 and status is null", [key, owner]);
  const claim = async (key: string, fingerprint: string, owner: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `insert into requests.answers (key, fingerprint, owner) values ($1, $2, $3)
       on conflict (key) do update
       set claimed_at = now(), fingerprint = excluded.fingerprint, owner = excluded.owner, status = null, body = null, headers = null
       where answers.claimed_at < now() - interval '${KEPT}' or (answers.status is null and answers.claimed_at < now() - interval '${STALE}' and answers.fingerprint = excluded.fingerprint)`,
      [key, fingerprint, owner],
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
    async once(
      key: string,
      fingerprint: string,
      work: () => Promise<Answer>,
    ): Promise<{ readonly answer: Answer; readonly replayed: boolean } | "key-reused"> {
      const owner = randomUUID();
      for (;;) {
        if (await claim(key, fingerprint, owner)) {
          const alive = setInterval(() => {
            pool
              .query(
                "update requests.answers set claimed_at = now() where key = $1 and owner = $2 and status is null",
                [key, owner],
              )
              .catch(() => undefined);
          }, ALIVE_MS);
          try {
            const answer = await work();
            if (isKept(answer.status)) {
              const values = [key, answer.status, sealed(key, answer.body), JSON.stringify(answer.headers), owner];
              await pool.query(
                "update requests.answers set status = $2, body = $3, headers = $4 where key = $1 and owner = $5",
                values,
              );
            } else await forget(key, owner);
            return { answer, replayed: false };
          } catch (error) {
            await forget(key, owner);
            throw error;
          } finally {
            clearInterval(alive);
          }
        }
        const row = await look(key);
        if (!row) continue;
        if (row.fingerprint !== fingerprint) return "key-reused";
        if (row.stale) continue;
        if (row.status !== null && row.body !== null)
          return {
            answer: { status: row.status, body: opened(key, row.body), headers: row.headers ?? [] },
            replayed: true,
          };
        await delay(LOOK_AGAIN_MS);
      }
    },
    /** Drops answers that are past their time. */
    async sweep(): Promise<void> {
      await pool.query(`delete from requests.answers where claimed_at < now() - interval '${KEPT}'`);
    },
  };
}
