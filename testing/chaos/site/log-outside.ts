import type pg from "pg";
import type { Position } from "#domain/core/event-store.ts";
import { createEventStoreDb, type EventStoreDb } from "#infra/event-store/eventstoredb/eventstoredb-event-store.ts";
import type { Site } from "./site.ts";

const PAGE = 500;

/** The log in an EventStoreDB, to read. */
export function openLogOutside(url: string): EventStoreDb {
  return createEventStoreDb({ url, clock: { now: async () => new Date() }, log: { warn: () => undefined } });
}

/**
 * Connections to a database whose log is elsewhere, in an EventStoreDB: the checks read `log.events`, which is empty there,
 * so what is new in the log is copied into it before each statement.
 */
export function logOutside({ withDatabase }: Pick<Site, "withDatabase">, url: string): Site["withDatabase"] {
  return (use) =>
    withDatabase(async (pool) => {
      const store = openLogOutside(url);
      const query = pool.query.bind(pool) as (...args: readonly unknown[]) => Promise<unknown>;
      let [copied, copying] = [await copiedPosition(pool), Promise.resolve()];
      const copyNew = async (): Promise<void> => {
        for (let page = await store.readAll(copied, PAGE); page.length > 0; page = await store.readAll(copied, PAGE)) {
          await query(COPY, [JSON.stringify(page)]);
          copied = page.at(-1)!.position;
        }
      };
      const asked = async (...args: readonly unknown[]): Promise<unknown> => {
        copying = copying.then(copyNew);
        await copying;
        return query(...args);
      };
      try {
        return await use(Object.assign(pool, { query: asked }));
      } finally {
        await store.close();
      }
    });
}

/** Its positions are numbers there: those of EventStoreDB, whose second part is always zero. */
const COPY = `INSERT INTO log.events (id, position, stream, revision, type, schema_version, recorded_at, actor, command_id, correlation_id, causation_id, prev_hash, hash, data)
  SELECT (e->>'id')::uuid, split_part(e->>'position', '/', 1)::bigint, e->>'stream', (e->>'revision')::int, e->>'type', (e->>'schemaVersion')::int, (e->>'recordedAt')::timestamptz,
    e->'actor', e->>'commandId', e->>'correlationId', e->>'causationId', e->>'prevHash', e->>'hash', e->'data'
  FROM json_array_elements($1::json) e`;

async function copiedPosition(pool: pg.Pool): Promise<Position | null> {
  const { rows } = await pool.query<{ last: string | null }>("SELECT max(position)::text AS last FROM log.events");
  return rows[0]!.last === null ? null : `${rows[0]!.last.padStart(20, "0")}/${"0".repeat(20)}`;
}
