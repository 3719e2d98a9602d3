import { afterEach, beforeEach, expect, test } from "vitest";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore, type PostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import type { Rows } from "#projections/projection.ts";
import { integer, jsonb, table, text } from "#projections/table.ts";
import { command, freshStream } from "#testing/contracts/event-store-parts.ts";
import { decodePlainly } from "#testing/follower/tallies.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { applyBatch, followedModel } from "../apply-batch.ts";
import type { AnyProjection } from "../model.ts";
import { modelMigrations } from "../model-migrations.ts";
import { rebuildModel } from "./rebuild.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const tables = {
  readings: table(
    { id: text(), station: text(), level: integer(), seen: jsonb<readonly number[]>() },
    { key: ["id"], indexes: [{ on: ["station"] }, { on: ["level", "id"], unique: true }, { on: ["level"] }] },
  ),
  stations: table({ station: text(), count: integer() }, { key: ["station"] }),
};
/** Adds rows, changes old ones, searches by an index, and removes. */
const gauges: AnyProjection = {
  name: "gauges",
  version: 1,
  tables,
  on: {
    Tallied(rows: Rows<typeof tables>, { id, data }: LoggedEvent) {
      const { n, text: name } = data as { n: number; text: string };
      const station = `${name}${n % 40}`;
      rows.readings.put({ id, station, level: n, seen: [] });
      rows.stations.put({ station, count: (rows.stations.get(station)?.count ?? 0) + 1 });
      if (n % 50 === 0) rows.readings.patch({ station }, ({ seen }) => ({ seen: [...seen, n] }));
      if (n % 90 === 0) rows.readings.remove({ station });
    },
  },
};

let db: FreshDatabase;
let store: PostgresEventStore;
beforeEach(async () => {
  db = await testDatabase();
  db.pool.on("connect", (client) => client.on("error", () => undefined));
  await migrate(db.pool, [...logMigrations, ...modelMigrations]);
  store = createPostgresEventStore({ pool: db.pool, log: silent });
});
afterEach(async () => {
  await store.close();
  await db.drop();
});

const options = () => ({ store, decode: decodePlainly, pool: db.pool, log: silent, batchSize: 100 });

async function record(count: number): Promise<void> {
  for (let from = 0; from < count; from += 100) {
    const stream = freshStream();
    const events = Array.from({ length: Math.min(100, count - from) }, (_, n) => ({
      ...{ type: "Tallied", schemaVersion: 1 },
      data: { stream, n: from + n, text: "gauge" },
    }));
    const result = await store.appendToStream(stream, events, { expectedRevision: NO_STREAM, context: command() });
    if (!result.ok) throw new Error(result.reason);
  }
}

/** The rows of the live tables, and their indexes. */
async function built(): Promise<unknown> {
  const rowsOf = async (sql: string) => (await db.pool.query<{ row: string }>(sql)).rows.map(({ row }) => row);
  return {
    readings: await rowsOf("SELECT t::text AS row FROM model_gauges.readings t ORDER BY 1"),
    stations: await rowsOf("SELECT t::text AS row FROM model_gauges.stations t ORDER BY 1"),
    indexes: await rowsOf("SELECT indexdef AS row FROM pg_indexes WHERE schemaname = 'model_gauges' ORDER BY 1"),
  };
}

/** The connection that inserts this level breaks, with rows before and behind it on their way. */
async function cutInTheMiddleOfCopy(table: string, level: number): Promise<void> {
  await db.pool.query(`
    CREATE FUNCTION public.cut() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.level = ${level} THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER cut BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION public.cut()`);
}

test("a rebuild that is stopped, or whose connection breaks, and starts again ends with the rows and indexes of an undisturbed one", async () => {
  await record(1_500);
  await rebuildModel(gauges, options());
  const undisturbed = (await built()) as { readings: string[]; indexes: string[] };
  expect(undisturbed.readings.length).toBeGreaterThan(500);
  expect(undisturbed.indexes).toHaveLength(5);
  await db.pool.query("UPDATE model_gauges.readings SET level = -level - 1");

  const stopped = new AbortController();
  let batches = 0;
  const decode = async (events: Parameters<typeof decodePlainly>[0]) => {
    batches += 1;
    if (batches === 8) stopped.abort();
    return decodePlainly(events);
  };
  await expect(rebuildModel(gauges, { ...options(), decode, signal: stopped.signal })).rejects.toThrow(/aborted/);
  const { rows } = await db.pool.query<{ count: number }>("SELECT count(*)::int FROM model_gauges_next.readings");
  expect(rows[0]!.count).toBeGreaterThan(100);

  batches = 0;
  const cut = async (events: Parameters<typeof decodePlainly>[0]) => {
    batches += 1;
    if (batches === 3) await cutInTheMiddleOfCopy("model_gauges_next.readings", 1_177);
    return decodePlainly(events);
  };
  await expect(rebuildModel(gauges, { ...options(), decode: cut })).rejects.toThrow(/terminat/);
  await db.pool.query("DROP FUNCTION public.cut CASCADE");

  const replayed = await rebuildCounted();
  expect(await built()).toEqual(undisturbed);
  expect(replayed).toBeLessThanOrEqual(900);
});

/** The number of events that a rebuild reads, but for those that arrive during its end. */
async function rebuildCounted(more: Partial<Parameters<typeof rebuildModel>[1]> = {}, of = gauges): Promise<number> {
  let replayed = 0;
  const decode = async (events: Parameters<typeof decodePlainly>[0]) => {
    replayed += events.length;
    return decodePlainly(events);
  };
  await rebuildModel(of, { ...options(), decode, ...more });
  return replayed;
}

/** Stops a rebuild after some batches of 100 events. */
async function cutAfter(count: number, of = gauges): Promise<void> {
  const stopped = new AbortController();
  let batches = 0;
  const decode = async (events: Parameters<typeof decodePlainly>[0]) => {
    batches += 1;
    if (batches === count) stopped.abort();
    return decodePlainly(events);
  };
  await expect(rebuildModel(of, { ...options(), decode, signal: stopped.signal })).rejects.toThrow(/aborted/);
}

test("cut again and again at any moment, a rebuild ends, and its rows are those of an undisturbed one", async () => {
  await record(1_500);
  await rebuildModel(gauges, options());
  const undisturbed = await built();
  for (let cut = 0; cut < 4; cut += 1) await cutAfter(3);
  expect(await rebuildCounted()).toBeLessThanOrEqual(900);
  expect(await built()).toEqual(undisturbed);
  expect(await rebuildCounted()).toBe(1_500);
});

test("a rebuild begins anew if asked to, if the tables have another shape, or if an event is to be skipped", async () => {
  await record(500);
  await cutAfter(3);
  expect(await rebuildCounted({ afresh: true })).toBe(500);
  await cutAfter(3);
  expect(await rebuildCounted({}, { ...gauges, version: 2 })).toBe(500);
  await cutAfter(3, { ...gauges, version: 2 });
  await db.pool.query("UPDATE models.checkpoints SET next_made_as = next_made_as || 'other events'");
  expect(await rebuildCounted({}, { ...gauges, version: 2 })).toBe(500);
});

test("an index that no handler searches by is made of all rows, a unique one row by row: it tells the event that cannot be applied", async () => {
  await record(300);
  const seen = new Set<string>();
  const decode = async (events: Parameters<typeof decodePlainly>[0]) => {
    const { rows } = await db.pool.query<{ indexname: string }>(
      "SELECT indexname FROM pg_indexes WHERE schemaname = 'model_gauges_next' AND tablename = 'readings'",
    );
    for (const { indexname } of rows) seen.add(indexname);
    return decodePlainly(events);
  };
  await rebuildModel(gauges, { ...options(), decode });
  expect([...seen].sort()).toEqual(["readings_level_id_idx", "readings_pkey"]);
  const sameLevels: AnyProjection = {
    ...gauges,
    tables: { readings: { ...tables.readings, indexes: [{ on: ["level"], unique: true }] } },
    on: {
      Tallied: (rows: Rows<typeof tables>, { id, data }: LoggedEvent) =>
        rows.readings.put({ id, station: "", level: (data as { n: number }).n % 250, seen: [] }),
    },
  };
  const position = (await store.readAll(null, 251))[250]!.position;
  await expect(rebuildModel(sameLevels, options())).rejects.toMatchObject({ haltedAt: position });
});

test("a follower drops what it knows of rows when a rebuild swaps other tables in, at the same position too", async () => {
  await record(100);
  const position = await rebuildModel(gauges, options());
  await db.pool.query("UPDATE model_gauges.stations SET count = 1000");
  const before = followedModel(gauges, { position, generation: 1 }, { has: () => false });
  await record(1);
  const [first, ...none] = await decodePlainly(await store.readAll(position, 10));
  expect(none).toEqual([]);
  await applyBatch(db.pool, [before], [first!], silent);
  // The follower now knows the damaged count. The rebuild ends where the follower is.
  expect(await rebuildModel(gauges, options())).toBe(first!.position);
  await record(1);
  const [second] = await decodePlainly(await store.readAll(first!.position, 10));
  await expect(applyBatch(db.pool, [before], [second!], silent)).rejects.toThrow("gauges");
  const { rows } = await db.pool.query("SELECT max(count) AS max FROM model_gauges.stations");
  expect(rows).toEqual([{ max: 4 }]);
});
