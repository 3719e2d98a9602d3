import { randomUUID } from "node:crypto";
import { chmod, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { startEmbeddedPostgres } from "#infra/embedded-postgres/embedded-postgres.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { createIds } from "#infra/platform/ids.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { type Bench, type Measured, repeated, type Sample } from "../benchmark.ts";

const SECONDS = 1.5;
export const MANY = 12;
export const DATA = {
  instanceId: randomUUID(),
  ownerId: randomUUID(),
  pages: 4,
  rowCount: 312,
  warnings: ["The column wind_gust held text in 2 rows."],
};

/**
 * Appends of one event each, by writers with a stream each, compared with inserts of the same columns by as many
 * connections.
 */
export async function append(bench: Bench): Promise<Measured[]> {
  const db = await bench.database();
  try {
    return [...(await appendBy(db.pool.options, 1, "")), ...(await appendBy(db.pool.options, MANY, ""))];
  } finally {
    await db.drop();
  }
}

/** The same on a cluster that syncs to disk at each commit, as an installation does. */
export async function appendToDisk(bench: Bench): Promise<Measured[]> {
  const dataDir = await mkdtemp(path.join(bench.folder, "cluster-"));
  // Started by root, Postgres runs as another account and needs access.
  await chmod(dataDir, 0o711);
  const cluster = await startEmbeddedPostgres({
    dataDir,
    outside: path.join(bench.folder, "programs"),
    log: () => undefined,
  });
  try {
    const options = { connectionString: cluster.url };
    return [...(await appendBy(options, 1, ", on disk")), ...(await appendBy(options, MANY, ", on disk"))];
  } finally {
    await cluster.stop();
  }
}

async function appendBy(options: pg.PoolConfig, writers: number, suffix: string): Promise<Measured[]> {
  const pool = new pg.Pool({ ...options, max: writers, min: writers });
  // Connections are cut when the database is dropped.
  pool.on("error", () => undefined);
  try {
    await migrate(pool, logMigrations);
    await pool.query(`CREATE TABLE IF NOT EXISTS public.bare (
      position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text NOT NULL, revision integer NOT NULL, type text NOT NULL,
      actor json NOT NULL, command_id text NOT NULL, recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(), data json NOT NULL)`);
    const samples = await repeated(async (): Promise<Sample> => ({
      baseline: await inserts(pool, writers),
      figure: await appends(pool, writers),
    }));
    return [
      {
        name: `append, ${writers === 1 ? "1 writer" : `${writers} writers`}${suffix}`,
        unit: "events/s",
        kind: "rate",
        against: "INSERT … RETURNING",
        samples,
      },
    ];
  } finally {
    await pool.end();
  }
}

async function appends(pool: pg.Pool, writers: number): Promise<number> {
  const store = createPostgresEventStore({ pool, log: { warn: console.warn } });
  const ids = createIds();
  try {
    return await rateOf(writers, () => {
      const stream = `bench-${ids.fresh()}`;
      return async (n) => {
        const context = {
          actor: { kind: "user" as const, id: "bench" },
          commandId: ids.fresh(),
          correlationId: "bench",
          causationId: null,
        };
        const result = await store.appendToStream(stream, [{ type: "RunSucceeded", schemaVersion: 1, data: DATA }], {
          expectedRevision: n === 0 ? NO_STREAM : n - 1,
          context,
        });
        if (!result.ok) throw new Error(result.reason);
      };
    });
  } finally {
    await store.close();
  }
}

function inserts(pool: pg.Pool, writers: number): Promise<number> {
  return rateOf(writers, () => {
    const stream = `bare-${randomUUID()}`;
    return async (n) => {
      await pool.query(
        "INSERT INTO public.bare (stream, revision, type, actor, command_id, data) VALUES ($1, $2, $3, $4, $5, $6) RETURNING position",
        [stream, n, "RunSucceeded", '{"kind":"user","id":"bench"}', randomUUID(), JSON.stringify(DATA)],
      );
    };
  });
}

/** How often per second the writers' work was done, after a warm-up. */
export async function rateOf(writers: number, writer: () => (n: number) => Promise<void>): Promise<number> {
  let done = 0;
  let stopped = false;
  const all = Array.from({ length: writers }, async () => {
    const work = writer();
    for (let n = 0; !stopped; n += 1) {
      await work(n);
      done += 1;
    }
  });
  const working = Promise.all(all);
  try {
    await Promise.race([pause(300), working]);
    const before = done;
    const began = performance.now();
    await Promise.race([pause(SECONDS * 1000), working]);
    return ((done - before) * 1000) / (performance.now() - began);
  } finally {
    stopped = true;
    await working;
  }
}
