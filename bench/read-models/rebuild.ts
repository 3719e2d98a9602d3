import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Pool } from "pg";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { createEventLog } from "#infra/event-store/event-log.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { createIds } from "#infra/platform/ids.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { createVault } from "#infra/vault/vault.ts";
import { vaultMigrations } from "#infra/vault/vault-migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import type { Bench, Measured, Sample } from "../benchmark.ts";
import { writeHistory } from "../history.ts";

const EVENTS = 100_000;
const PEOPLE = 400;
export const SECRET = "secret-of-the-benchmark-0123456789abcdef";

/** What a process that rebuilds reports. */
export type Rebuilt = {
  readonly events: number;
  readonly readSeconds: number;
  readonly rebuildSeconds: number;
  readonly models: number;
  readonly peakBytes: number;
};

/**
 * The read models with the most rows rebuilt from a log of `rebuild=<events>` events, in a process of its own, and from
 * a tenth of it: the speed compared with reading and decrypting the log as often, and the memory with that of the tenth.
 */
export async function rebuild(bench: Bench): Promise<Measured[]> {
  const events = bench.count ?? EVENTS;
  const db = await bench.database();
  const { pool } = db;
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await migrate(pool, [...logMigrations, ...vaultMigrations, ...modelMigrations]);
    const log = { info: () => undefined, warn: console.warn, error: console.error };
    const store = createPostgresEventStore({ pool, log });
    const eventLog = createEventLog({
      store,
      catalog: allEvents,
      vault: createVault({ pool, masterSecrets: [SECRET] }),
    });
    const lived = await writeHistory(eventLog, createIds(), PEOPLE);
    await multiply(pool, lived, events / 10);
    const tenth = await rebuildInProcess(bench, db.url);
    await multiply(pool, lived, events);
    const whole = await rebuildInProcess(bench, db.url);
    const rates = ({ events, models, rebuildSeconds, readSeconds }: Rebuilt): Sample => ({
      figure: (events * models) / rebuildSeconds,
      baseline: events / readSeconds,
    });
    return [
      ...[tenth, whole].map((each) => ({
        name: `rebuild, ${each.events.toLocaleString("en")} events`,
        ...{ unit: "events/s", kind: "rate" as const, against: "read and unsealed", samples: [rates(each)] },
      })),
      {
        name: "rebuild, peak memory",
        ...{ unit: "MB", kind: "cost", against: "a tenth of the log" },
        samples: [{ figure: whole.peakBytes / 1e6, baseline: tenth.peakBytes / 1e6 }],
      },
    ];
  } finally {
    await db.drop();
  }
}

/** Repeats the lives in the log with other ids and names until it has so many events. */
async function multiply(pool: Pool, lived: number, events: number): Promise<void> {
  const { rows } = await pool.query<{ last: string }>("SELECT max(position) AS last FROM log.events");
  for (let copy = Math.round(Number(rows[0]!.last) / lived); copy * lived < events; copy += 1)
    await pool.query(
      `INSERT INTO log.events
         SELECT gen_random_uuid(), position + $1, log_copy(stream), revision, type, schema_version, recorded_at, actor, command_id,
           correlation_id, causation_id, prev_hash, hash, log_copy(data::text)::json
         FROM log.events WHERE position <= $2`.replace(
        /log_copy\(([^()]+)\)/g,
        // The third group of each id, which is 7… in the log, and the number at the end of each name of a table.
        String.raw`regexp_replace(regexp_replace($1, '([0-9a-f]{8}-[0-9a-f]{4})-[0-9a-f]{4}-', '\1-${(0x8000 + copy).toString(16)}-', 'g'), '(river_levels|weather)_(\d+)', '\1_\2_${copy}', 'g')`,
      ),
      [copy * lived, lived],
    );
  await pool.query("ANALYZE log.events");
}

async function rebuildInProcess(bench: Bench, url: string): Promise<Rebuilt> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, "rebuild-once.ts"), [url], { signal: bench.signal });
  child.on("error", () => undefined);
  const answer = Promise.race([once(child, "message"), once(child, "exit")]);
  const [rebuilt] = (await answer) as [Rebuilt | number | null];
  if (typeof rebuilt !== "object" || rebuilt === null) throw new Error("The rebuild failed");
  return rebuilt;
}
