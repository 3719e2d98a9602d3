import type { Pool } from "pg";
import type { StoredAnswer } from "#domain/core/ports/ports.ts";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import { deleteRows } from "../clean-up/delete-rows.ts";
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
  // Whose claim it is: a process given up as dead must not answer for its successor.
  { id: "idempotency-002-owner", sql: "alter table requests.answers add column owner uuid" },
  { id: "idempotency-003-by-time", sql: "create index answers_claimed_at on requests.answers (claimed_at)" },
  // Whose call it was: the answers of a deleted account go with it.
  {
    id: "idempotency-004-user",
    sql: "alter table requests.answers add column user_id text; create index answers_user_id on requests.answers (user_id)",
  },
];

/** Channel for claims that were answered or given up. */
export const ANSWERS_CHANNEL = "tributary_answers";

/** A claim stored under a key. `stale`: its process has not renewed it for so long that another may take over. */
export type StoredClaim = {
  readonly fingerprint: string;
  readonly stale: boolean;
  /** Null while the work is in progress. */
  readonly answer: StoredAnswer | null;
};

type Row = {
  fingerprint: string;
  stale: boolean;
  status: number | null;
  body: string | null;
  headers: [string, string][] | null;
};

/**
 * A process that has not renewed its claim for so long counts as dead. If it is alive all the same, nothing happens
 * twice, because the command ids follow from the key.
 */
const CLAIM_LIFETIME = "6 seconds";
const ANSWER_LIFETIME = "24 hours";

export type StoredAnswers = ReturnType<typeof createStoredAnswers>;

/** Claims and answers by request key, in one table; bodies are encrypted, because they may hold a new key. */
export function createStoredAnswers(pool: Pool, secrets: readonly [Secret, ...Secret[]]) {
  const sealing = answerSealing(secrets);
  return {
    /** Claims the key for this owner if it is free, expired or its process is dead. */
    async claim(key: string, fingerprint: string, owner: string, userId: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        `insert into requests.answers (key, fingerprint, owner, user_id) values ($1, $2, $3, $4)
         on conflict (key) do update
         set claimed_at = now(), fingerprint = excluded.fingerprint, owner = excluded.owner, status = null, body = null, headers = null
         where answers.claimed_at < now() - interval '${ANSWER_LIFETIME}' or (answers.status is null and answers.claimed_at < now() - interval '${CLAIM_LIFETIME}' and answers.fingerprint = excluded.fingerprint)`,
        [key, fingerprint, owner, userId],
      );
      return rowCount === 1;
    },
    async find(key: string): Promise<StoredClaim | null> {
      const { rows } = await pool.query<Row>(
        `select fingerprint, status, body, headers, status is null and claimed_at < now() - interval '${CLAIM_LIFETIME}' as stale from requests.answers where key = $1`,
        [key],
      );
      const row = rows[0];
      if (!row) return null;
      const { fingerprint, stale, status, body, headers } = row;
      const answered = status !== null && body !== null;
      return {
        fingerprint,
        stale,
        answer: answered ? { status, body: sealing.open(key, body), headers: headers ?? [] } : null,
      };
    },
    /** Records that the owner is still working on its claim. */
    async renew(key: string, owner: string): Promise<void> {
      await pool.query(
        "update requests.answers set claimed_at = now() where key = $1 and owner = $2 and status is null",
        [key, owner],
      );
    },
    async keep(key: string, owner: string, answer: StoredAnswer): Promise<void> {
      await pool.query(
        `with kept as (update requests.answers set status = $2, body = $3, headers = $4 where key = $1 and owner = $5 returning 1)
         select pg_notify('${ANSWERS_CHANNEL}', '') from kept`,
        [key, answer.status, sealing.seal(key, answer.body), JSON.stringify(answer.headers), owner],
      );
    },
    async giveUp(key: string, owner: string): Promise<void> {
      await pool.query(
        `with given_up as (delete from requests.answers where key = $1 and owner = $2 and status is null returning 1)
         select pg_notify('${ANSWERS_CHANNEL}', '') from given_up`,
        [key, owner],
      );
    },
    /** Removes expired answers. */
    sweep: (until: AbortSignal): Promise<Swept> =>
      deleteRows(
        pool,
        { table: "requests.answers", where: `claimed_at < now() - interval '${ANSWER_LIFETIME}'` },
        until,
      ),
  };
}

/** Encrypts with the first secret, decrypts with any of them. */
function answerSealing(secrets: readonly [Secret, ...Secret[]]) {
  const [first, ...older] = secrets;
  const sealingKey = derivedKey(first, "idempotency");
  const keys = [sealingKey, ...older.map((secret) => derivedKey(secret, "idempotency"))];
  return {
    seal: (key: string, body: string): string => seal(sealingKey, [key], body).toString("base64"),
    open(key: string, body: string): string {
      for (const each of keys) {
        try {
          return unseal(each, [key], Buffer.from(body, "base64")).toString("utf8");
        } catch {
          continue;
        }
      }
      throw new Error("An answer was kept under a secret that is no longer configured");
    },
  };
}
