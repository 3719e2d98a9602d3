import pg from "pg";
import type { ExclusiveWork } from "#domain/core/ports/work-ports.ts";

/** One connection for all locks of the process. */
type Session = {
  readonly client: pg.Client;
  readonly ready: Promise<unknown>;
  last: Promise<unknown>;
};

const LOCK = "select pg_try_advisory_lock(hashtextextended($1, 7)) as done";
const UNLOCK = "select pg_advisory_unlock(hashtextextended($1, 7)) as done";

/**
 * Session advisory locks of Postgres, all of a process on one connection beside `pool`, with its settings: if a process
 * dies its locks are free at once, if its host vanishes after 25 s. Work that lost the connection must find out from
 * the log that its result is too late.
 */
export function createExclusiveWork(pool: Pick<pg.Pool, "options">): ExclusiveWork & { close(): Promise<void> } {
  /** The server lets one session take a lock twice, so the keys of this process are tracked here. */
  const held = new Set<string>();
  let current: Session | null = null;

  const open = (): Session => {
    const client = new ((pool.options.Client ?? pg.Client) as typeof pg.Client)(pool.options);
    const ready: Promise<unknown> = client.connect();
    const session: Session = { client, ready, last: ready };
    const forget = (): void => {
      if (current === session) current = null;
    };
    client.on("error", forget);
    client.on("end", forget);
    ready.catch(forget);
    return session;
  };

  const queryLock = (session: Session, sql: string, key: string): Promise<boolean> => {
    const answer = session.last
      .then(() => session.ready)
      .then(() => session.client.query<{ done: boolean }>(sql, [key]))
      .then(({ rows }) => rows[0]?.done === true);
    session.last = answer.catch(() => undefined);
    return answer;
  };

  return {
    async run(key, work) {
      if (held.has(key)) return "busy";
      held.add(key);
      try {
        const session = (current ??= open());
        if (!(await queryLock(session, LOCK, key))) return "busy";
        try {
          await work();
          return "done";
        } finally {
          // A lock that cannot be released ends with its connection.
          await queryLock(session, UNLOCK, key).catch(() => session.client.end());
        }
      } finally {
        held.delete(key);
      }
    },
    async close() {
      await current?.client.end().catch(() => undefined);
    },
  };
}
