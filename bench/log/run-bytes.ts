import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { run, type RunState } from "#domain/run/decider.ts";
import { type RunStart, runIdOf } from "#domain/run/events.ts";
import { allEvents, type KnownEvent, type ProductLog } from "#domain/use-cases/all-events.ts";
import { createEventLog } from "#infra/event-store/event-log.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { createIds } from "#infra/platform/ids.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { createVault } from "#infra/vault/vault.ts";
import { vaultMigrations } from "#infra/vault/vault-migrations.ts";
import { prepareModels } from "#runners/follower/model.ts";
import { startFollower } from "#runners/follower/follower.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { allProjections } from "#projections/all.ts";
import { eventually } from "#testing/eventually.ts";
import type { Bench, Measured } from "../benchmark.ts";

const CONNECTIONS = 200;
const RUNS_EACH = 20;
const AT_ONCE = 50;
const HOUR_MS = 3_600_000;
/** The SHA-256 of an entry in the tree over the log. */
const LEAF_BYTES = 32;
const TABLES = ["log.events", "model_history.entries", "model_instances.runs"];

/**
 * What a run of an hourly schedule that changes nothing leaves for ever, of `run-bytes=<connections>` connections that run in
 * turn, table by table with its indexes; compared with the data of its event.
 */
export async function runBytes(bench: Bench): Promise<Measured[]> {
  const db = await bench.database();
  const { pool } = db;
  pool.on("connect", (client) => client.on("error", () => undefined));
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const store = createPostgresEventStore({ pool, log });
  try {
    await migrate(pool, [...logMigrations, ...vaultMigrations, ...modelMigrations]);
    const vault = createVault({ pool, masterSecrets: ["secret-of-the-benchmark-0123456789abcdef"] });
    const eventLog = createEventLog({ store, catalog: allEvents, vault });
    await prepareModels(new Kysely({ dialect: new PostgresDialect({ pool }) }), allProjections);
    const options = { store, decode: eventLog.decode, pool, projections: allProjections, log };
    const follower = startFollower(options);
    try {
      const instances = await activate(eventLog, bench.count ?? CONNECTIONS);
      await followed(pool);
      const before = await sizes(pool);
      for (let number = 1; number <= RUNS_EACH; number += 1) await runAll(eventLog, instances, number);
      await followed(pool);
      const after = await sizes(pool);
      const runs = instances.length * RUNS_EACH;
      const { rows } = await pool.query<{ bytes: number }>(
        "SELECT avg(length(data::text))::float8 AS bytes FROM log.events WHERE stream LIKE 'run-%'",
      );
      const measured = (name: string, figure: number): Measured => ({
        ...{ name: `a run leaves in ${name}`, unit: "bytes", kind: "cost", against: "the data of its event" },
        samples: [{ figure, baseline: rows[0]!.bytes }],
      });
      const tables = TABLES.map((table) => measured(table, (after.get(table)! - before.get(table)!) / runs));
      const sum = tables.reduce((total, { samples }) => total + samples[0]!.figure, LEAF_BYTES);
      return [...tables, measured("all, with its leaf", sum)];
    } finally {
      await follower.stop();
    }
  } finally {
    await store.close();
    await db.drop();
  }
}

type Connection = Pick<RunStart, "instanceId" | "ownerId" | "connectorId">;

/** Connections, each of a user and to a connector of its own. */
async function activate(log: ProductLog, count: number): Promise<readonly Connection[]> {
  const ids = createIds();
  const connections = Array.from({ length: count }, (_, at) => ({
    instanceId: ids.derive(String(at), "instance"),
    ownerId: ids.derive(String(at), "owner"),
    connectorId: ids.derive(String(at), "connector"),
  }));
  await inTurns(connections, ({ instanceId, ownerId, connectorId }) => {
    const setup = {
      ...{ config: "c", settingKeys: [], secretKeys: [], headerNames: [], method: null, hasBody: false },
      ...{ refreshInterval: 60, override: true },
    };
    const owner = { kind: "user", id: ownerId };
    const data = {
      instanceId,
      owner,
      rootId: connectorId,
      connectorId,
      tableName: `t_${instanceId}`,
      setup,
      consent: { version: 2 },
    };
    return write(log, `instance-${instanceId}`, { type: "InstanceActivated", data } as never, instanceId);
  });
  return connections;
}

/** One run of each of them, which ends as that of a runner does. */
async function runAll(log: ProductLog, connections: readonly Connection[], number: number): Promise<void> {
  const slot = new Date(HOUR_MS * (480_000 + number)).toISOString();
  await inTurns(connections, async (connection) => {
    const runId = runIdOf(connection.instanceId, number);
    const start: RunStart = {
      ...{ ...connection, runId, number, trigger: "schedule", slot, lastSlot: null, override: true, settings: null },
      ...{ settingKeys: [], incremental: [], failuresBefore: 0 },
    };
    const state: RunState = { status: "running", start, claimedAt: slot, deadline: "2100-01-01T00:00:00.000Z" };
    const rows = {
      operation: "rows",
      status: "success",
      disposition: "replace",
      requests: 1,
      pages: 1,
      rows: 1,
    } as const;
    const outcome = {
      ...({ status: "success", pages: 1, rowCount: 1, warnings: [], outputs: [] } as const),
      operations: [{ ...rows, failure: null, from: null, reached: null }],
      kept: [{ operation: "rows", storedBy: runIdOf(connection.instanceId, 1) }],
    } as const;
    const decision = run.decide(state, { type: "settle", outcome, now: slot });
    if (!decision.ok) throw new Error(decision.refusal.code);
    await write(log, run.stream(runId), decision.value[0]!, connection.instanceId, `end/${runId}/1`);
  });
}

async function write(
  log: ProductLog,
  stream: string,
  event: KnownEvent,
  correlationId: string,
  commandId = stream,
): Promise<void> {
  const context = { actor: { kind: "system", name: "runner" }, commandId, correlationId, causationId: null } as const;
  const result = await log.append(stream, [event], { expectedRevision: NO_STREAM, context });
  if (!result.ok) throw new Error(result.reason);
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE)
    await Promise.all(items.slice(from, from + AT_ONCE).map(work));
}

/** Waits until the read models know the whole log. */
async function followed(pool: Pool): Promise<void> {
  await eventually(async () => {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM models.checkpoints
       WHERE position::bigint IS DISTINCT FROM (SELECT max(position) FROM log.events)`,
    );
    return rows[0]!.n === 0;
  }, 300_000);
}

async function sizes(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ name: string; bytes: number }>(
    "SELECT name, pg_total_relation_size(name::regclass)::float8 AS bytes FROM unnest($1::text[]) name",
    [TABLES],
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}
