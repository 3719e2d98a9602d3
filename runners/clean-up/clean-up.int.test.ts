import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  causeOf,
  person,
  type ProcessPorts,
  processMigrations,
  processPorts,
  publishedConnector,
  valueOf,
} from "#testing/use-case-ports.ts";
import { startRun } from "#domain/use-cases/running/start-run.ts";
import { listenTo } from "#infra/event-store/wake-up.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { createLog } from "#infra/observability/logger.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { removableOrphans } from "#infra/tables/orphans.ts";
import { physicalName, registeredTables, registerTable } from "#infra/tables/registry.ts";
import { HOLD_REMOVALS_SQL, unlessHeld } from "#infra/files/held-removals.ts";
import { dropTable, sweepUnregistered } from "#infra/tables/remove-tables.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { allProjections, openQueries, type Queries } from "#projections/all.ts";
import { type Follower, startFollower } from "../follower/follower.ts";
import { logBehindModels } from "../follower/log-behind-models.ts";
import { MODELS_CHANNEL, prepareModels } from "../follower/model.ts";
import { modelMigrations } from "../follower/model-migrations.ts";
import { createReadModels } from "../follower/read-models.ts";
import { cleanUp, type CleanUpPorts } from "./clean-up.ts";
import { modelsSettled } from "./models-settled.ts";
import { activateConnector } from "#domain/use-cases/connecting/activate-connector.ts";
import { removeInstance } from "#domain/use-cases/connecting/remove-instance.ts";
import { configPrefix, INSTANCE_SECRETS } from "#domain/use-cases/api-access/instance-config.ts";
import { uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import { deleteDataset } from "#domain/use-cases/datasets/delete-dataset.ts";
import { settleLoad, settleRun } from "#testing/settle-work.ts";

let db: FreshDatabase;
let ports: ProcessPorts;
let queries: Queries;
let models: ReturnType<typeof createReadModels>;
let follower: Follower;
let author: string;
let close: () => Promise<unknown>;
const faults: [unknown, string][] = [];
const tables: { readonly removed: number; readonly done: boolean }[] = [];

beforeAll(async () => {
  db = await testDatabase();
  db.pool.on("connect", (client) => client.on("error", () => undefined));
  ports = await processPorts(db.pool);
  await migrate(db.pool, [...processMigrations, ...tableMigrations, ...modelMigrations]);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) });
  await prepareModels(kysely, allProjections);
  queries = openQueries(kysely);
  const wakeUp = listenTo(db.pool, MODELS_CHANNEL, createLog("silent"));
  models = createReadModels({ pool: db.pool, store: ports.store, projections: allProjections, wakeUp });
  follower = follow();
  close = () => wakeUp.stop();
  author = await person(ports, "Author");
});
afterEach(() => void faults.splice(0));
afterAll(async () => {
  await follower?.stop();
  await close?.();
  await ports?.store.close();
  await db?.drop();
});

const follow = () =>
  startFollower({
    store: ports.store,
    decode: ports.log.decode,
    pool: db.pool,
    projections: allProjections,
    log: createLog("silent"),
  });

function cleanUpPorts(changes: Partial<CleanUpPorts> = {}): CleanUpPorts {
  return {
    ...ports,
    queries,
    keep: { dataset: 1, output: 2 },
    tables: {
      registered: (after, limit) => registeredTables(db.pool, after, limit),
      existing: async (names) =>
        (
          await db.pool.query<{ physical: string }>("SELECT physical FROM registry.tables WHERE physical = ANY ($1)", [
            names,
          ])
        ).rows.map(({ physical }) => physical),
      drop: (physical) => unlessHeld(db.pool, () => dropTable(db.pool, physical)),
      removable: (versions) => removableOrphans(db.pool, "version", versions),
    },
    modelsSettled: () => modelsSettled(ports.store, models),
    secretsAfter: (instanceId) => ports.vault.itemsUnder(INSTANCE_SECRETS, instanceId),
    sweptTables: { next: "" },
    report: (round) => {
      const swept = round.get("tables");
      if (swept) tables.push(swept);
    },
    sweeps: [],
    modelSweeps: [{ name: "unregistered tables", run: (until) => sweepUnregistered(db.pool, until) }],
    reportError: (error, sweep) => void faults.push([error, sweep]),
    ...changes,
  };
}

async function round(changes: Partial<CleanUpPorts> = {}): Promise<void> {
  expect(await models.reached((await ports.store.head())!, 20_000)).toBe(true);
  await cleanUp(
    { sweep: async () => ({ removed: 0, done: true }) },
    cleanUpPorts(changes),
    new AbortController().signal,
  );
}

const columns = [{ name: "a", label: "A", type: "bigint" as const }];

/** A table with its rows; in the registry only if `registered`. */
async function table(registered = true): Promise<string> {
  const physical = physicalName();
  await db.pool.query(`CREATE TABLE data.${physical} (a bigint)`);
  if (registered) await register(physical);
  return physical;
}
async function register(physical: string): Promise<void> {
  const client = await db.pool.connect();
  await registerTable(client, { physical, kind: "pull", layout: "columns", columns, rows: 0, contentHash: "0" }, null);
  client.release();
}
const there = async (...names: string[]) => {
  const { rows } = await db.pool.query<{ tablename: string }>(
    "SELECT tablename FROM pg_tables WHERE schemaname = 'data' AND tablename = ANY ($1)",
    [names],
  );
  return names.map((name) => rows.some(({ tablename }) => tablename === name));
};
const aDayLater = () => db.pool.query("UPDATE registry.orphans SET seen_at = seen_at - interval '25 hours'");

async function dataset(physical: string): Promise<string> {
  const datasetId = ports.ids.fresh();
  const card = {
    title: "Rivers",
    description: "",
    category: "Other",
    keywords: [],
    isPublic: true,
    license: "none",
    onRequest: false,
    fileName: "rivers.csv",
  };
  await valueOf(uploadDataset(ports, { ...card, datasetId, by: author }, causeOf()));
  await valueOf(
    settleLoad(ports, datasetId, { table: { physical, columns, rows: 0, contentHash: "0" }, rejected: 0 }, causeOf()),
  );
  return datasetId;
}

/** An instance whose runs have made these tables, one after the other. */
async function instance(tables: readonly string[]): Promise<{ readonly instanceId: string; readonly owner: string }> {
  const owner = await person(ports);
  const definition = {
    protocol: "rest",
    auth: { type: "bearer" },
    operations: [{ id: "items", url: "https://api.example.org/items" }],
  };
  const rootId = await publishedConnector(ports, definition, author);
  const { instanceId, tableName } = await valueOf(
    activateConnector(ports, { rootId, connectorId: rootId, changes: { auth: { token: "t" } }, by: owner }, causeOf()),
  );
  for (const [knownNumber, physical] of tables.entries()) {
    const { runId } = await valueOf(
      startRun(
        ports,
        { instanceId, by: owner, override: null, settings: null, trigger: "manual", slot: null, knownNumber },
        causeOf(),
      ),
    );
    const outputs = [{ operation: "items", tableName, table: { physical, columns, rows: 0, contentHash: "0" } }];
    await valueOf(
      settleRun(
        ports,
        runId,
        { status: "success", outputs, operations: [], pages: 1, rowCount: 0, warnings: [] },
        causeOf(),
      ),
    );
  }
  return { instanceId, owner };
}

test("a restore that makes tables before it fills the registry loses none", async () => {
  const [restored, stray] = [await table(false), await table(false)];
  await round();
  await aDayLater();
  // What was aborted a day ago is removed; what was registered meanwhile is referenced, and its time starts again if it
  // is ever lost.
  await register(restored);
  await dataset(restored);
  await round();
  expect(await there(restored, stray)).toEqual([true, false]);
  await db.pool.query("DELETE FROM registry.tables WHERE physical = $1", [restored]);
  await round();
  expect(await there(restored)).toEqual([true]);
});

test("versions that nobody reads go, but not where the newer ones are missing", async () => {
  const [whole, cut] = [
    [await table(), await table(), await table()],
    [await table(), await table(), physicalName()],
  ];
  await instance(whole);
  await instance(cut);
  await round();
  expect(await there(...whole)).toEqual([false, true, true]);
  expect(await there(...cut)).toEqual([true, true, false]);
});

test("tables of deleted items go; those of items that only the model does not know stay a day", async () => {
  const [deleted, unknown, removed] = [await table(), await table(), await table()];
  const gone = await dataset(deleted);
  const lost = await dataset(unknown);
  const { instanceId, owner } = await instance([removed]);
  await valueOf(deleteDataset(ports, { datasetId: gone, by: author }, causeOf()));
  await valueOf(removeInstance(ports, { instanceId, by: owner }, causeOf()));
  expect(await models.reached((await ports.store.head())!, 20_000)).toBe(true);
  await db.pool.query("DELETE FROM model_tables.tables WHERE item_id = $1", [lost]);
  await round();
  await aDayLater();
  await round();
  expect(await there(deleted, unknown, removed)).toEqual([false, true, false]);
});

test("a table whose event was never written goes after a day, and one whose event comes late stays", async () => {
  const [never, late] = [await table(), await table()];
  await round();
  expect(await there(never, late)).toEqual([true, true]);
  await dataset(late);
  await aDayLater();
  await round();
  expect(await there(never, late)).toEqual([false, true]);
});

test("secrets of a connection that the log does not know stay for a day", async () => {
  const secrets = async (instanceId: string) =>
    (await db.pool.query("SELECT FROM vault.secrets WHERE name LIKE $1", [`${configPrefix(instanceId)}%`])).rowCount;
  await ports.vault.put(author, `${configPrefix("unknown")}1`, "{}");
  const age = (hours: number) =>
    db.pool.query(
      "UPDATE vault.secrets SET stored_at = clock_timestamp() - $1 * interval '1 hour' WHERE name LIKE $2",
      [hours, `${configPrefix("unknown")}%`],
    );
  await age(23);
  await round();
  expect(await secrets("unknown")).toBe(1);
  await age(25);
  await round();
  expect(await secrets("unknown")).toBe(0);
});

test("a model that lags behind removes nothing, and a sweep that fails holds up no other", async () => {
  const stray = await table(false);
  await round();
  await aDayLater();
  const swept: string[] = [];
  const sweeps = [
    { name: "broken", run: () => Promise.reject(new Error("broken")) },
    { name: "whole", run: async () => void swept.push("whole") },
  ];
  await follower.stop();
  await dataset(await table());
  await cleanUp(
    { sweep: () => Promise.reject(new Error("no jobs")) },
    cleanUpPorts({
      sweeps,
      modelsSettled: () =>
        modelsSettled(ports.store, { ...models, reached: (position) => models.reached(position, 100) }),
    }),
    new AbortController().signal,
  );
  expect([swept, faults.map(([, sweep]) => sweep)]).toEqual([["whole"], ["jobs", "broken"]]);
  expect(await there(stray)).toEqual([true]);
  follower = follow();
  await round();
  expect(await there(stray)).toEqual([false]);
});

test("a log that ends before a read model does is told apart from one that is newer, and nothing is removed by it", async () => {
  const stray = await table(false);
  await round();
  await aDayLater();
  const head = (await ports.store.head())!;
  expect(await logBehindModels(db.pool, ports.store, allProjections)).toBeNull();
  const older = { head: async () => "0".repeat(head.length) };
  expect(await logBehindModels(db.pool, older, allProjections)).toContain(`users (at ${head})`);
  expect(await logBehindModels(db.pool, { head: async () => null }, allProjections)).toMatch(
    /^The log ends before its first event, but .*npm run rebuild -- all/,
  );
  expect(await modelsSettled(older, models)).toBe(false);
  await round({ modelsSettled: () => modelsSettled(older, models) });
  expect(await there(stray)).toEqual([true]);
});

test(
  "versions of the past cost a round nothing: only tables that exist are asked about",
  { timeout: 60_000 },
  async () => {
    const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) });
    await sql`INSERT INTO model_tables.versions (physical, item_id, version, at, mode, rows, column_count, rejected)
        SELECT 't_' || md5(n::text), 'past-' || n % 1000, n, now(), 'run', 1, 1, 0 FROM generate_series(1, 200000) n`.execute(
      kysely,
    );
    await sql`ANALYZE model_tables.versions`.execute(kysely);
    const names = Array.from({ length: 500 }, () => physicalName());
    const compiled: string[] = [];
    const watched = openQueries(
      new Kysely<unknown>({
        dialect: new PostgresDialect({ pool: db.pool }),
        log: ({ query }) => void compiled.push(query.sql),
      }),
    );
    await watched.tables.needs(names, { dataset: 1, output: 2 });
    const { rows } = await db.pool.query<{ "QUERY PLAN": string }>(`EXPLAIN ${compiled[0]}`, [names]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/versions_physical/);
    expect(plan).not.toMatch(/Seq Scan on versions/);
  },
);

test("a table that very many versions of an item share is told once for the item", async () => {
  const shared = physicalName();
  await db.pool.query(
    `INSERT INTO model_tables.versions (physical, item_id, version, at, mode, rows, column_count, rejected)
     SELECT $1, 'shared-' || n % 2, n, now(), 'run', 1, 1, 0 FROM generate_series(1, 1000) n`,
    [shared],
  );
  const { missingItems, ...need } = (await queries.tables.needs([shared], { dataset: 1, output: 2 })).get(shared)!;
  expect([need, missingItems.toSorted()]).toEqual([{ needed: false, replacedBy: [] }, ["shared-0", "shared-1"]]);
});

describe("of very many tables that nothing needs", () => {
  /** Old versions of one connection: tables in the registry, and versions in the model. */
  async function oldVersions(count: number): Promise<void> {
    const { instanceId } = await instance([await table(), await table()]);
    expect(await models.reached((await ports.store.head())!, 20_000)).toBe(true);
    await db.pool.query(
      `DO $$ BEGIN FOR n IN 1..${count} LOOP
         EXECUTE format('CREATE TABLE data.t_%s (a bigint)', md5('${instanceId}' || n));
         IF n % 500 = 0 THEN COMMIT; END IF;
       END LOOP; END $$`,
    );
    await db.pool.query(
      `INSERT INTO registry.tables (physical, kind, layout, columns, row_count, bytes, content_hash, state, ready_at, stored_in)
       SELECT 't_' || md5($1 || n), 'pull', 'columns', '[]', 0, 0, '0', 'ready', now(), 't_' || md5($1 || n) FROM generate_series(1, ${count}) n`,
      [instanceId],
    );
    await db.pool.query(
      `INSERT INTO model_tables.versions (physical, item_id, version, at, mode, rows, column_count, rejected)
       SELECT 't_' || md5($1 || n), $1, -n, now(), 'run', 0, 0, 0 FROM generate_series(1, ${count}) n`,
      [instanceId],
    );
  }

  test("one round removes all, however many there are", { timeout: 60_000 }, async () => {
    await round();
    tables.splice(0);
    await oldVersions(1_300);
    await round();
    expect(tables).toEqual([{ removed: 1_300, done: true }]);
  });

  test("a round that is over goes on where it was in the next one", { timeout: 60_000 }, async () => {
    await oldVersions(700);
    const over = new AbortController();
    const sweptTables = { next: "" };
    const { tables: port } = cleanUpPorts();
    let dropped = 0;
    const asked: string[] = [];
    const stepping = {
      ...port,
      registered: (after: string, limit: number) => (asked.push(after), port.registered(after, limit)),
      drop: async (physical: string) => {
        dropped += 1;
        if (dropped === 600) over.abort();
        return port.drop(physical);
      },
    };
    tables.splice(0);
    await cleanUp(
      { sweep: async () => ({ removed: 0, done: true }) },
      cleanUpPorts({ tables: stepping, sweptTables }),
      over.signal,
    );
    expect(tables).toEqual([{ removed: 600, done: false }]);
    const place = sweptTables.next;
    expect(place).not.toBe("");
    await round({ tables: stepping, sweptTables });
    expect(tables).toEqual([expect.anything(), { removed: 100, done: true }]);
    expect(asked.filter((after) => after === place)).toHaveLength(2);
  });

  test("no table goes, and none is counted, while a backup is being made", { timeout: 60_000 }, async () => {
    await round();
    await oldVersions(3);
    tables.splice(0);
    const backup = await db.pool.connect();
    try {
      await backup.query(`BEGIN; ${HOLD_REMOVALS_SQL}`);
      await round();
      expect(tables).toEqual([{ removed: 0, done: false }]);
    } finally {
      backup.release(true);
    }
    await round();
    expect(tables).toEqual([expect.anything(), { removed: 3, done: true }]);
  });
});
