import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import type { EventStore } from "#domain/core/event-store.ts";
import { StartRefused } from "../platform/start-refused.ts";

/** The name of its installation that a log outside of Postgres carries, beside its events. */
export type LogMark = {
  /** null: it has none. */
  read(): Promise<string | null>;
  /** Once for each log. */
  write(id: string): Promise<void>;
};

/** In place of a mark: the next start takes the log as it is. */
const ACCEPT = "accept";
const LOSES = "and lose what only the other one has (logins, personal data, tables, files that it names)";

/**
 * Refuses a log that does not belong to this database. Logins, keys of personal data and tables are in Postgres only: an
 * empty or foreign one would show erased names, lock everybody out and let addresses be registered again. The first start
 * marks both. Logs of before are known by the claim of their first command. Runs under the start lock, before claims are
 * completed.
 */
export async function checkLogMark(
  pool: Pick<Pool, "query">,
  { mark, readAll }: { readonly mark: LogMark } & Pick<EventStore, "readAll">,
): Promise<void> {
  const expected = await markOf(pool);
  const found = await mark.read();
  if (expected === null) await refuseUnknown(pool, (await readAll(null, 1))[0]?.commandId ?? null, found);
  else if (expected === found) return;
  else if (expected !== ACCEPT)
    throw new StartRefused(
      `EVENTSTORE_URL: the log ${found === null ? "has no mark of an installation" : "belongs to another installation"}, so it is not the one that this database was used with. ` +
        `Set EVENTSTORE_URL to that log, or DATABASE_URL to the database of this one. To go on with both as they are, ${LOSES}, run "update log.mark set id = '${ACCEPT}'" in the database.`,
    );
  const id = found ?? randomUUID();
  if (found === null) await mark.write(id);
  await pool.query("INSERT INTO log.mark (id) VALUES ($1) ON CONFLICT (only_row) DO UPDATE SET id = excluded.id", [id]);
}

/** Refuses to keep the log in Postgres when it is elsewhere: EVENTSTORE_URL was forgotten. */
export async function refuseOtherLog(pool: Pick<Pool, "query">): Promise<void> {
  if ((await markOf(pool)) === null) return;
  throw new StartRefused(
    `EVENTSTORE_URL must be set: the log of this database is in EventStoreDB. To begin with an empty log here, run "delete from log.mark" in the database.`,
  );
}

/** Of a database without a mark: it may be new with an empty log, or the one in which the log's commands are claimed. */
async function refuseUnknown(pool: Pick<Pool, "query">, first: string | null, found: string | null): Promise<void> {
  if (first === null) {
    const { rowCount } = await pool.query("SELECT FROM log.events LIMIT 1");
    if (rowCount === 0) return;
    throw new StartRefused(
      "EVENTSTORE_URL: this log is empty, and that of this database is in its own tables. Start without EVENTSTORE_URL, or set DATABASE_URL to an empty database.",
    );
  }
  const { rowCount } = await pool.query("SELECT FROM log.commands WHERE id = $1", [first]);
  if (rowCount !== 0) return;
  throw new StartRefused(
    `DATABASE_URL: this database does not know the log at EVENTSTORE_URL, which ${found === null ? "holds events" : "is that of an installation"} already. Restore the database that belongs to it. ` +
      `To go on with this one, ${LOSES}, run "insert into log.mark (id) values ('${ACCEPT}')" in it.`,
  );
}

async function markOf(pool: Pick<Pool, "query">): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM log.mark");
  return rows[0]?.id ?? null;
}
