import pg from "pg";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { logMigrations } from "#infra/event-store/log-migrations.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres-event-store.ts";
import { createIds } from "#infra/ids.ts";
import { migrate } from "#infra/migrations.ts";
import { startTestingCluster } from "#infra/testing-cluster.ts";

/** Appends of one event a second by 12 writers, and events read a second: `node bench/append.ts [seconds]`. The disk is not waited for. */
const seconds = Number(process.argv[2] ?? 5);
const cluster = await startTestingCluster();
const pool = new pg.Pool({ connectionString: cluster.url, max: 14 });
// Connections are cut off when the cluster stops.
pool.on("error", () => undefined);
await migrate(pool, logMigrations);
const store = createPostgresEventStore({ pool, log: { warn: console.warn } });
const ids = createIds();

const end = performance.now() + seconds * 1000;
const counts = await Promise.all(
  Array.from({ length: 12 }, async (_, writer) => {
    let n = 0;
    for (; performance.now() < end; n += 1) {
      const context = { actor: { kind: "user" as const, id: "bench" }, commandId: ids.fresh(), correlationId: "bench", causationId: null };
      const result = await store.appendToStream(`bench-${writer}`, [{ type: "counted", schemaVersion: 1, data: { n } }], {
        expectedRevision: n === 0 ? NO_STREAM : n - 1,
        context,
      });
      if (!result.ok) throw new Error(result.reason);
    }
    return n;
  }),
);
const appended = counts.reduce((sum, count) => sum + count, 0);

const began = performance.now();
let read = 0;
for (let at: string | null = null; ; ) {
  const batch = await store.readAll(at, 500);
  const last = batch.at(-1);
  if (!last) break;
  read += batch.length;
  at = last.position;
}
const readSeconds = (performance.now() - began) / 1000;
console.log(`${Math.round(appended / seconds)} appends a second by 12 writers, ${Math.round(read / readSeconds)} events read a second (${read} events)`);

await store.close();
await pool.end();
await cluster.stop();
