import { afterAll, beforeAll, expect, test } from "vitest";
import { finding } from "#domain/core/findings/finding.ts";
import { causeOf, choosePlan, person, type ProcessPorts, processPorts, valueOf } from "#testing/use-case-ports.ts";
import { migrateInstance } from "#domain/use-cases/connecting/migrate-instance.ts";
import { publishConnector } from "#domain/use-cases/authoring/publish-connector.ts";
import { publishOutput } from "#domain/use-cases/datasets/publish-output.ts";
import { startRun } from "#domain/use-cases/running/start-run.ts";
import { runClaimMigrations } from "#infra/beside-log/runs/run-claim-migrations.ts";
import { snapshotMigrations } from "#infra/beside-log/snapshot-store.ts";
import { textMigrations } from "#infra/beside-log/text-store.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { listenTo } from "#infra/event-store/wake-up.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { identityMigrations } from "#infra/identity/migrations.ts";
import { createLog } from "#infra/observability/logger.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type MovableClock, movableClock } from "#testing/time/clock.ts";
import { vaultMigrations } from "#infra/vault/vault-migrations.ts";
import { compareRebuild } from "#testing/follower/compare-rebuild.ts";
import { startFollower } from "#runners/follower/follower.ts";
import { MODELS_CHANNEL, prepareModels } from "#runners/follower/model.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { createReadModels } from "#runners/follower/read-models.ts";
import { rebuildModel } from "#runners/follower/rebuild/rebuild.ts";
import { Kysely, PostgresDialect } from "kysely";
import { allProjections, openQueries } from "./all.ts";
import { activateConnector } from "#domain/use-cases/connecting/activate-connector.ts";
import { configureInstance } from "#domain/use-cases/connecting/configure-instance.ts";
import { removeInstance } from "#domain/use-cases/connecting/remove-instance.ts";
import { uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import { deleteDataset } from "#domain/use-cases/datasets/delete-dataset.ts";
import { removeAccess } from "#domain/use-cases/datasets/remove-access.ts";
import { settleLoad, settleRun } from "#testing/settle-work.ts";
import { shareDataset } from "#domain/use-cases/datasets/share-dataset.ts";
import { takeAccess } from "#domain/use-cases/datasets/take-access.ts";
import { openDraftOf } from "#domain/use-cases/authoring/open-draft-of.ts";
import { publishDraft } from "#domain/use-cases/authoring/publish-draft.ts";
import { saveDraft } from "#domain/use-cases/authoring/save-draft.ts";
import { startScheduledRun } from "#domain/use-cases/running/start-scheduled-run.ts";
import { replaceStreamingKey } from "#domain/use-cases/accounts/replace-streaming-key.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { instance } from "#domain/instance/decider.ts";
import { step } from "#domain/use-cases/step.ts";
import { dataset } from "#domain/dataset/decider.ts";

const LISTED = { categories: [], changedSince: null, sort: "newest" } as const;

let db: FreshDatabase;
let clock: MovableClock;
let ports: ProcessPorts;
beforeAll(async () => {
  db = await testDatabase();
  clock = await movableClock(db.url);
  ports = await processPorts(db.pool);
  await clock.stampEvents();
  await migrate(db.pool, [
    ...logMigrations,
    ...vaultMigrations,
    ...identityMigrations,
    ...textMigrations,
    ...snapshotMigrations,
    ...runClaimMigrations,
    ...modelMigrations,
  ]);
});
afterAll(() => db?.drop());

const HOUR = 3_600_000;
const definition = {
  protocol: "rest",
  auth: { type: "bearer" },
  operations: [{ id: "items", url: "https://api.example.org/items" }],
};
const table = (physical: string) => ({
  physical,
  columns: [{ name: "a", label: "A", type: "bigint" as const }],
  rows: 2,
  contentHash: "0",
});

/**
 * A history in which every kind of thing is made, changed and removed. Returns a user with access to what others
 * publish.
 */
async function live(): Promise<string> {
  const [author, ada, ben] = [await person(ports, "Author"), await person(ports, "Ada"), await person(ports, "Ben")];
  const card = { title: "Weather", description: "", category: "API", apiDocUrl: null, isPublic: true };
  const { rootId } = await valueOf(publishConnector(ports, { ...card, definition, by: author }, causeOf()));
  const changes = { auth: { token: "t" } };
  const { instanceId, tableName } = await valueOf(
    activateConnector(ports, { rootId, connectorId: rootId, changes, by: ada }, causeOf()),
  );
  const other = await valueOf(activateConnector(ports, { rootId, connectorId: rootId, changes, by: ben }, causeOf()));
  await valueOf(configureInstance(ports, { instanceId, changes: { headers: { "X-A": "b" } }, by: ada }, causeOf()));
  const run = {
    instanceId,
    by: ada,
    override: null,
    settings: null,
    trigger: "manual",
    slot: null,
    knownNumber: 0,
  } as const;
  const first = await valueOf(startRun(ports, run, causeOf()));
  const outputs = ["items", "more"].map((operation, index) => ({
    operation,
    tableName: index === 0 ? tableName : `${tableName}_more`,
    table: table(`t_${index}`),
  }));
  const operations = [
    {
      operation: "items",
      status: "success",
      disposition: "merge",
      requests: 1,
      pages: 1,
      rows: 4,
      failure: null,
      reached: { basis: "b", cursor: "4" },
    },
  ] as const;
  await valueOf(
    settleRun(
      ports,
      first.runId,
      { status: "success", outputs, operations, pages: 1, rowCount: 4, warnings: [] },
      causeOf(),
    ),
  );
  const second = await valueOf(startRun(ports, run, causeOf()));
  await valueOf(
    settleRun(
      ports,
      second.runId,
      {
        status: "failed",
        failure: { code: "api", facts: { finding: finding("no-answer", {}) } },
        operations: [],
        pages: 1,
        rowCount: 0,
        warnings: [finding("merge-without-key", {})],
      },
      causeOf(),
    ),
  );
  const { draftId } = await valueOf(openDraftOf(ports, { rootId, connectorId: rootId, by: author }, causeOf()));
  await valueOf(saveDraft(ports, { draftId, written: { title: "Weather 2" }, by: author }, causeOf()));
  const next = await valueOf(publishDraft(ports, { draftId, by: author }, causeOf()));
  await valueOf(migrateInstance(ports, { instanceId, toConnectorId: next.connectorId, by: ada }, causeOf()));
  const live = {
    title: "Live",
    description: "",
    category: "API",
    keywords: ["air"],
    isPublic: true,
    license: "none",
    onRequest: false,
  };
  const bens = await valueOf(startRun(ports, { ...run, instanceId: other.instanceId, by: ben }, causeOf()));
  const brought = [{ operation: "items", tableName: other.tableName, table: table("t_ben") }];
  await valueOf(
    settleRun(
      ports,
      bens.runId,
      { status: "success", operations: [], outputs: brought, pages: 1, rowCount: 2, warnings: [] },
      causeOf(),
    ),
  );
  await valueOf(
    publishOutput(
      ports,
      {
        source: { instanceId: other.instanceId, operation: "items" },
        card: { ...live, title: "No longer live" },
        by: ben,
      },
      causeOf(),
    ),
  );
  for (const operation of ["items", "more"]) {
    const { datasetId } = await valueOf(
      publishOutput(
        ports,
        { source: { instanceId, operation }, card: { ...live, title: `Live ${operation}`, isPublic: false }, by: ada },
        causeOf(),
      ),
    );
    await valueOf(shareDataset(ports, { datasetId, email: "ben@example.org", by: ada }, causeOf()));
    if (operation === "more") await valueOf(deleteDataset(ports, { datasetId, by: ada }, causeOf()));
  }
  const third = await valueOf(startRun(ports, { ...run, knownNumber: 2 }, causeOf()));
  const newer = outputs.map((output, index) => ({ ...output, table: { ...table(`t_3_${index}`), rows: 5 } }));
  await valueOf(
    settleRun(
      ports,
      third.runId,
      { status: "success", operations: [], outputs: newer, pages: 1, rowCount: 10, warnings: [] },
      causeOf(),
    ),
  );
  await valueOf(removeInstance(ports, { instanceId: other.instanceId, by: ben }, causeOf()));
  await valueOf(openDraftOf(ports, { rootId, connectorId: next.connectorId, by: author }, causeOf()));
  for (const [index, datasetId] of [ports.ids.fresh(), ports.ids.fresh(), ports.ids.fresh()].entries()) {
    const about = {
      title: `Levels ${index}`,
      description: "",
      category: "Other",
      keywords: ["river"],
      isPublic: true,
      license: "CC-BY-4.0",
      onRequest: false,
      fileName: "l.csv",
      datasetId,
    };
    await valueOf(uploadDataset(ports, { ...about, by: author }, causeOf()));
    await valueOf(settleLoad(ports, datasetId, { table: table(`t_d${index}`), rejected: index }, causeOf()));
    await valueOf(
      aggregate(ports.log, dataset).handle(
        datasetId,
        { type: "edit", by: author, card: { title: `Gauges ${index}` } },
        step(causeOf(), "edit"),
      ),
    );
    await valueOf(takeAccess(ports, { datasetId, userId: ada }, causeOf()));
    if (index > 0) await valueOf(deleteDataset(ports, { datasetId, by: author }, causeOf()));
    if (index > 1) await valueOf(removeAccess(ports, { datasetId, userId: ada, by: ada }, causeOf()));
  }
  await valueOf(replaceStreamingKey(ports, ada, causeOf()));
  return ben;
}

/**
 * Three instances that run every hour: one has run and is due again, one now has another interval, and the run of the
 * last one is in progress.
 */
async function liveBySchedule() {
  const card = { title: "By itself", description: "", category: "API", apiDocUrl: null, isPublic: false };
  const instances: { owner: string; instanceId: string }[] = [];
  for (const name of ["Cleo", "Dora", "Emil"]) {
    const owner = await person(ports, name);
    await choosePlan(ports, owner, 2);
    const { rootId } = await valueOf(publishConnector(ports, { ...card, definition, by: owner }, causeOf()));
    const changes = { auth: { token: "t" }, refreshInterval: 60 };
    instances.push({
      owner,
      ...(await valueOf(activateConnector(ports, { rootId, connectorId: rootId, changes, by: owner }, causeOf()))),
    });
  }
  const [again, changed, running] = instances as [(typeof instances)[0], (typeof instances)[0], (typeof instances)[0]];
  await clock.move(2.5 * HOUR);
  const { runId } = await valueOf(startScheduledRun(ports, { instanceId: again.instanceId, knownNumber: 0 }));
  await valueOf(
    settleRun(
      ports,
      runId,
      { status: "success", operations: [], outputs: [], pages: 1, rowCount: 0, warnings: [] },
      causeOf(),
    ),
  );
  await valueOf(
    configureInstance(
      ports,
      { instanceId: changed.instanceId, changes: { refreshInterval: 30 }, by: changed.owner },
      causeOf(),
    ),
  );
  await valueOf(startScheduledRun(ports, { instanceId: running.instanceId, knownNumber: 0 }));
  await clock.move(0.6 * HOUR);
  return { again: again.instanceId, changed: changed.instanceId };
}

test("gives every read model row for row what following gave", { timeout: 60_000 }, async () => {
  const log = createLog("silent");
  const options = { store: ports.store, decode: ports.log.decode, pool: db.pool };
  await prepareModels(new Kysely({ dialect: new PostgresDialect({ pool: db.pool }) }), allProjections);
  const wakeUp = listenTo(db.pool, MODELS_CHANNEL, log);
  const follower = startFollower({ ...options, projections: allProjections, log, batchSize: 7 });
  try {
    const ben = await live();
    const scheduled = await liveBySchedule();
    const models = createReadModels({ pool: db.pool, store: ports.store, projections: allProjections, wakeUp });
    expect(await models.reached((await ports.store.head())!, 20_000)).toBe(true);
    expect((await models.status()).map(({ state }) => state)).toEqual(allProjections.map(() => "following"));
    const queries = openQueries(new Kysely({ dialect: new PostgresDialect({ pool: db.pool }) }));
    const listed = async (kind: "dataset" | "connector", viewer: string | null) =>
      (await queries.catalogue.itemsOf(viewer, { ...LISTED, kind, q: "" }, { at: "first" }, 100)).items;
    expect((await listed("dataset", null)).map(({ title }) => title)).toEqual(["Gauges 0", "No longer live"]);
    const bens = (await listed("dataset", ben)).filter(({ title }) => / live|Live /.test(title));
    expect(bens.map(({ title, rows, status, live: isLive }) => [title, Number(rows), status, isLive])).toEqual([
      ["Live more", 2, "hidden", false],
      ["Live items", 5, "ready", true],
      ["No longer live", 2, "ready", false],
    ]);
    const { rows: agreed } = await db.pool.query("SELECT id, consent FROM model_instances.instances");
    for (const { id, consent } of agreed)
      expect(await aggregate(ports.log, instance).load(id)).toMatchObject({ consent });
    expect(agreed.length).toBe(4);
    // Only what no reader has any more: an old version, and a deleted dataset's. Versions that others share stay.
    const versions = (
      await db.pool.query<{ physical: string }>("SELECT DISTINCT physical FROM model_tables.versions")
    ).rows.map(({ physical }) => physical);
    const needs = await queries.tables.needs(versions, { dataset: 1, output: 1 });
    expect(versions.filter((physical) => needs.get(physical)?.needed === false).toSorted()).toEqual(["t_0", "t_d2"]);
    expect((await listed("connector", null)).map(({ title, version }) => [title, version])).toEqual([["Weather 2", 2]]);
    expect((await queries.schedules.due(await clock.now())).map(({ instanceId }) => instanceId).toSorted()).toEqual(
      Object.values(scheduled).toSorted(),
    );
    expect([...(await queries.schedules.openByOwner()).values()]).toEqual([1]);
    expect(
      (await queries.schedules.totals()).map(({ trigger, outcome, count }) => [trigger, outcome, Number(count)]),
    ).toEqual([
      ["manual", "failed", 1],
      ["manual", "success", 3],
      // Those before the run that goes on are counted when it ends.
      ["schedule", "skipped", 3],
      ["schedule", "success", 1],
    ]);
    expect(await compareRebuild(allProjections, options)).toEqual([]);
    await db.pool.query("update model_catalogue.datasets set title = 'damaged'");
    expect((await compareRebuild(allProjections, options)).map(({ model, table: name }) => [model, name])).toEqual([
      ["catalogue", "datasets"],
    ]);
    for (const projection of allProjections) await rebuildModel(projection, { ...options, log });
    expect(await compareRebuild(allProjections, options)).toEqual([]);
    expect((await listed("dataset", null)).map(({ title }) => title)).toEqual(["Gauges 0", "No longer live"]);
  } finally {
    await follower.stop();
    await wakeUp.stop();
    await ports.store.close();
  }
});
