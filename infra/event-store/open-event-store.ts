import type { EventStore } from "#domain/core/event-store.ts";
import type { Clock } from "#domain/core/ports/ports.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import { createCommandClaims } from "../beside-log/command-claims.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Log } from "../observability/logger.ts";
import { DatabasePool } from "../postgres/database-pool.ts";
import { checkLogMark, refuseOtherLog } from "./log-mark.ts";
import { logRoles } from "./postgres/log-roles.ts";
import { createPostgresEventStore } from "./postgres/postgres-event-store.ts";

export type OpenedEventStore = {
  readonly store: EventStore;
  /** A warning for the operator at start, or null. */
  readonly warning: string | null;
  /** Its connections, if it is on Postgres. */
  readonly pool: DatabasePool;
  close(): Promise<void>;
};

/**
 * The log of this installation: EventStoreDB if `eventStoreUrl` is set, otherwise Postgres over connections of its own
 * that can only read and append. Throws `StartRefused` if it is not the log of this database. `pool` has the settings and the size for it, on a migrated database; `clock` stamps
 * events in EventStoreDB.
 */
export async function openEventStore({
  eventStoreUrl,
  pool,
  clock,
  log,
  archive,
}: {
  eventStoreUrl: Secret | undefined;
  pool: DatabasePool;
  clock: Clock;
  log: Pick<Log, "warn">;
  /** Where archive files of a log in Postgres are. */
  archive?: Pick<FileStore, "open">;
}): Promise<OpenedEventStore> {
  if (eventStoreUrl) {
    const { createEventStoreDb } = await import("./eventstoredb/eventstoredb-event-store.ts");
    const store = createEventStoreDb({ url: eventStoreUrl, clock, log, claims: createCommandClaims(pool) });
    try {
      await checkLogMark(pool, store);
    } catch (error) {
      await store.close();
      throw error;
    }
    // If the log goes away meanwhile, appends complete them later.
    await store.complete().catch((err: unknown) => log.warn({ err }, "The claims of commands are not complete yet"));
    return { store, warning: null, pool, close: () => store.close() };
  }
  await refuseOtherLog(pool);
  const restricted = await restrictedPool(pool, log);
  const store = createPostgresEventStore({ pool: restricted.pool ?? pool, log, archive });
  return {
    store,
    warning: restricted.warning,
    pool: restricted.pool ?? pool,
    async close() {
      await Promise.all([store.close(), restricted.pool?.close()]);
    },
  };
}

type Restricted =
  { readonly pool: DatabasePool; readonly warning: null } | { readonly pool: null; readonly warning: string };

async function restrictedPool(pool: DatabasePool, log: Pick<Log, "warn">): Promise<Restricted> {
  const roles = await logRoles(pool);
  if (!roles.ok) return { pool: null, warning: roles.warning };
  const restricted = new DatabasePool({ ...pool.options, options: `-c role=${roles.writer}` });
  restricted.on("error", (err) => log.warn({ err }, "An idle connection of the log was lost"));
  try {
    await restricted.query("SELECT 1 FROM log.events LIMIT 1");
    return { pool: restricted, warning: null };
  } catch (error) {
    await restricted.close();
    const reason = error instanceof Error ? error.message : String(error);
    return {
      pool: null,
      warning: `The database does not let connections begin in a role (${reason}): the log is protected by its trigger alone. A connection pooler in between is the usual cause.`,
    };
  }
}
