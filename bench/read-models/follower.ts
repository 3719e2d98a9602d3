import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { Position } from "#domain/core/event-store.ts";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { createEventLog, type DecodingEventLog } from "#infra/event-store/event-log.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore, type PostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { listenTo } from "#infra/event-store/wake-up.ts";
import { createIds } from "#infra/platform/ids.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { createVault } from "#infra/vault/vault.ts";
import { vaultMigrations } from "#infra/vault/vault-migrations.ts";
import { allProjections } from "#projections/all.ts";
import { startFollower } from "#runners/follower/follower.ts";
import { MODELS_CHANNEL, prepareModels } from "#runners/follower/model.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { createReadModels } from "#runners/follower/read-models.ts";
import { REPLAY_BATCH } from "#runners/follower/rebuild/replay.ts";
import { type Bench, type Measured, repeated, timed } from "../benchmark.ts";
import { writeHistory } from "../history.ts";

const PEOPLE = 1_000;
const BATCH = REPLAY_BATCH;
const LONGEST_MS = 60_000;
const log = { info: () => undefined, warn: console.warn, error: console.error };

/** A follower that applies a whole log to all read models, compared with only reading and decrypting that log. */
export async function follower(bench: Bench): Promise<Measured[]> {
  const db = await bench.database();
  const { pool } = db;
  // An idle connection that is cut reports it nowhere else.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const store = createPostgresEventStore({ pool, log });
  try {
    await migrate(pool, [...logMigrations, ...vaultMigrations, ...modelMigrations]);
    const eventLog = createEventLog({
      store,
      catalog: allEvents,
      vault: createVault({ pool, masterSecrets: ["secret-of-the-benchmark-0123456789abcdef"] }),
    });
    const events = await writeHistory(eventLog, createIds(), PEOPLE);
    const head = await store.head();
    if (head === null) throw new Error("The log is empty");
    await pool.query("ANALYZE");
    const rounds = await repeated(async () => ({
      bare: events / (await bareRead(pool)),
      read: events / (await decodedRead(store, eventLog)),
      applied: events / (await follow(pool, store, eventLog, head)),
    }));
    return [
      {
        name: "log, read and unsealed",
        unit: "events/s",
        kind: "rate",
        against: "SELECT in batches",
        samples: rounds.map(({ read, bare }) => ({ figure: read, baseline: bare })),
      },
      {
        name: "follower, all read models",
        unit: "events/s",
        kind: "rate",
        against: "read and unsealed",
        samples: rounds.map(({ applied, read }) => ({ figure: applied, baseline: read })),
      },
    ];
  } finally {
    await store.close();
    await db.drop();
  }
}

async function bareRead(pool: Pool): Promise<number> {
  const { seconds } = await timed(async () => {
    for (let at = "0"; ;) {
      const { rows } = await pool.query<{ position: string }>(
        "SELECT * FROM log.events WHERE position > $1 ORDER BY position LIMIT $2",
        [at, BATCH],
      );
      const last = rows.at(-1);
      if (!last) return;
      at = last.position;
    }
  });
  return seconds;
}

async function decodedRead(store: PostgresEventStore, eventLog: DecodingEventLog): Promise<number> {
  const { seconds } = await timed(async () => {
    for (let at: Position | null = null; ;) {
      const events = await eventLog.decode(await store.readAll(at, BATCH));
      const last = events.at(-1);
      if (!last) return;
      at = last.position;
    }
  });
  return seconds;
}

/** Seconds until every model has reached the head, from empty tables on. */
async function follow(
  pool: Pool,
  store: PostgresEventStore,
  { decode }: DecodingEventLog,
  head: Position,
): Promise<number> {
  await pool.query("DELETE FROM models.checkpoints");
  await prepareModels(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), allProjections);
  const wakeUp = listenTo(pool, MODELS_CHANNEL, log);
  const readModels = createReadModels({ pool, store, projections: allProjections, wakeUp });
  const began = performance.now();
  const following = startFollower({ store, decode, projections: allProjections, pool, log });
  try {
    if (!(await readModels.reached(head, LONGEST_MS)))
      throw new Error(`The read models did not reach the head within ${LONGEST_MS / 1000} s`);
    return (performance.now() - began) / 1000;
  } finally {
    await following.stop();
    await wakeUp.stop();
  }
}
