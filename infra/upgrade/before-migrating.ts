import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Config } from "../config/config.ts";
import { StartRefused } from "../platform/start-refused.ts";
import type { Migration, SchemaState } from "../postgres/migrations.ts";
import { upgradeNotice, whyNotNow } from "./upgrade-notice.ts";

/** The sessions of a process that was just stopped may still be there. */
const ENDING_MS = 5_000;
const POLL_MS = 250;
const COMMENTS = /--[^\n]*|\/\*[\s\S]*?\*\//g;
/** Names behind the words that come before a table in a statement; other names are no tables and count nothing. */
const TABLES =
  /\b(?:table(?:\s+if\s+exists)?|update|into|from|on)(?:\s+only)?\s+([a-z_][\w.]*|"[^"]+"(?:\."[^"]+")?)/gi;

/**
 * Looks around before steps are made on a database with data, and returns what to tell. Throws `StartRefused` if a step
 * would break processes that serve now.
 */
export async function beforeMigrating(
  client: pg.Pool | pg.ClientBase,
  state: SchemaState,
  config: Pick<Config, "dataDir" | "databaseUrl">,
): Promise<readonly string[]> {
  const until = performance.now() + ENDING_MS;
  let others = await otherProcesses(client);
  while (whyNotNow(state, others) !== null && performance.now() < until) {
    await sleep(POLL_MS);
    others = await otherProcesses(client);
  }
  const fault = whyNotNow(state, others);
  if (fault !== null) throw new StartRefused(fault);
  return upgradeNotice(state, {
    others,
    bytes: await changedBytes(client, state.due),
    free: config.databaseUrl ? null : await freeBytes(config.dataDir),
  });
}

/**
 * How many other processes of Tributary serve this database: those whose sessions are named as `openPools` names them.
 * One that is still in its start, and tools, are not counted.
 */
async function otherProcesses(client: pg.Pool | pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ others: number }>(`
    SELECT count(DISTINCT split_part(application_name, ' ', 4))::int AS others FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ '^tributary [a-z]+ [a-z]+ [0-9a-f]+$'
      AND split_part(application_name, ' ', 3) <> 'schema'
      AND split_part(application_name, ' ', 4) <> split_part(current_setting('application_name'), ' ', 4)`);
  return rows[0]?.others ?? 0;
}

/**
 * Bytes of the tables that these steps name and that exist already, with their indexes: at most that much is written
 * anew while they are changed.
 */
async function changedBytes(client: pg.Pool | pg.ClientBase, due: readonly Migration[]): Promise<number> {
  const names = new Set(
    due.flatMap(({ sql }) => [...sql.replaceAll(COMMENTS, "").matchAll(TABLES)].map(([, name]) => name)),
  );
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes FROM pg_class
     WHERE relkind IN ('r', 'p') AND oid IN (SELECT to_regclass(name) FROM unnest($1::text[]) AS name)`,
    [[...names]],
  );
  return Number(rows[0]?.bytes ?? 0);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
