import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { isoWeek } from "#domain/quota/iso-week.ts";
import { run } from "#domain/run/decider.ts";
import { activateConnector } from "#domain/use-cases/connecting/activate-connector.ts";
import { removeInstance } from "#domain/use-cases/connecting/remove-instance.ts";
import { cancelRun } from "#domain/use-cases/running/cancel-run.ts";
import { readRun } from "#domain/use-cases/running/read-run.ts";
import { startRun } from "#domain/use-cases/running/start-run.ts";
import { createRunRecords } from "#infra/beside-log/run-records.ts";
import { runRecordMigrations } from "#infra/beside-log/run-record-migrations.ts";
import { loadConfig } from "#infra/config/config.ts";
import { openCalls } from "#infra/egress/open-calls.ts";
import { openFileStores } from "#infra/files/open-file-stores.ts";
import { createLog } from "#infra/observability/logger.ts";
import { createDiskRoom } from "#infra/platform/disk-room.ts";
import { openData } from "#infra/platform/open-data.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
import { uploadMigrations } from "#infra/uploads/upload-migrations.ts";
import { command } from "#testing/contracts/event-store-parts.ts";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { httpServer, outboundTo, type TestServer } from "#testing/servers/outbound-servers.ts";
import {
  causeOf,
  choosePlan,
  person,
  type ProcessPorts,
  processMigrations,
  processPorts,
  publishedConnector,
  valueOf,
} from "#testing/use-case-ports.ts";
import { type MovableClock, movableClock } from "#testing/time/clock.ts";
import { takeOver } from "../take-over.ts";
import { executeRun } from "./execute-run.ts";
import type { PullPorts } from "./pull-ports.ts";

/** Processes that die, or wake up late, at each moment between the claim of a run and the end of it. */
let db: FreshDatabase;
let api: TestServer;
let clock: MovableClock;
let folder: string;
let ports: ProcessPorts & PullPorts;
let ada: string;
let instanceId: string;
let known = 0;
/** Answers of the API wait for this. */
let open = Promise.resolve();
let calls = 0;

beforeAll(async () => {
  db = await testDatabase();
  clock = await movableClock(db.url);
  const base = await processPorts(db.pool);
  await clock.stampEvents();
  await migrate(db.pool, [...processMigrations, ...tableMigrations, ...uploadMigrations, ...runRecordMigrations]);
  folder = await mkdtemp(path.join(tmpdir(), "tributary-claims-"));
  api = await httpServer((_request, response) => {
    calls += 1;
    void open.then(() => response.writeHead(200, { "content-type": "application/json" }).end('[{"id":1}]'));
  });
  const read = loadConfig({
    DATABASE_URL: db.url,
    APP_SECRET: "secret-of-the-claims-0123456789abcdef",
    DATA_DIR: folder,
  });
  if (!read.ok) throw new Error(read.faults.join(" "));
  const log = createLog("silent");
  const room = createDiskRoom({ folder, pool: db.pool, minFreeBytes: 1 });
  const pools = { pool: db.pool, workPool: db.pool, previewPool: db.pool, streamPool: db.pool };
  const files = await openFileStores(read.config, room, log);
  ports = {
    ...base,
    records: createRunRecords(db.pool),
    tables: (await openData({ config: read.config, log, ...pools, room, files })).pullTables,
    openCalls: openCalls(outboundTo([api])),
    // Each attempt is a process whose lock the database has given to the next one.
    exclusive: { run: async (_key, work) => (await work(), "done" as const) },
    readModels: { state: async () => "", reached: async () => true, until: () => new Promise(() => undefined) },
    outputs: { find: () => Promise.resolve(null), storedOutput: () => Promise.resolve(null) },
    turn: () => Promise.resolve(),
    runTimeoutMs: 30_000,
    reportError: () => undefined,
  };
  ada = await person(ports);
  await choosePlan(ports, ada, 3);
}, 60_000);
afterAll(async () => {
  await api?.close();
  await ports?.store.close();
  await rm(folder, { recursive: true, force: true });
  await db?.drop();
});
beforeEach(async () => {
  [open, calls, known] = [Promise.resolve(), 0, 0];
  const operations = [{ id: "items", url: `http://api.test:${api.port}/items` }];
  const rootId = await publishedConnector(ports, { protocol: "rest", auth: { type: "none" }, operations }, ada);
  const request = { rootId, connectorId: rootId, changes: {}, by: ada };
  instanceId = (await valueOf(activateConnector(ports, request, causeOf()))).instanceId;
});

const asked = { override: null, settings: null, trigger: "manual", slot: null } as const;
const claim = (cause = causeOf()) => startRun(ports, { instanceId, by: ada, ...asked, knownNumber: known }, cause);
const claimed = async () => (await valueOf(claim())).runId;
const execute = (runId: string, by: PullPorts = ports) => executeRun(by, runId, new AbortController().signal);
const typesOf = async (runId: string) => (await ports.log.read(run.stream(runId))).map(({ type }) => type);
const used = async () => (await db.pool.query("SELECT sum(runs)::int AS n FROM runs.weeks")).rows[0].n as number;

/** Holds the answers of the API until what it returns is called. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  open = promise;
  return resolve;
}

/** The tables that attempts at a run have left, and whether those that its end names are there. */
async function tablesOf(runId: string) {
  const { rows } = await db.pool.query<{ physical: string; state: string; there: boolean }>(
    "SELECT physical, state, to_regclass('data.' || physical) IS NOT NULL AS there FROM registry.tables WHERE run_id = $1",
    [runId],
  );
  const [end] = await ports.log.read(run.stream(runId));
  const outputs = (end?.data as { outputs?: { table: { physical: string } }[] }).outputs ?? [];
  return { named: outputs.map(({ table }) => table.physical), rows };
}

/** One round of taking over; the jobs that it has woken. */
async function roundOfTakeOver(openRuns: readonly { id: string; deadline: string }[]): Promise<string[]> {
  const woken: string[] = [];
  const jobs = {
    asked: () => Promise.resolve(new Set<string>()),
    wake: (job: string, id: string) => Promise.resolve(void woken.push(`${job} ${id}`)),
  };
  const queries = {
    instances: { openRuns: () => Promise.resolve(openRuns) },
    catalogue: { datasetsLoading: () => Promise.resolve([]) },
  };
  await takeOver(jobs as never, { ...ports, queries } as never);
  return woken;
}

describe("a process that died", () => {
  test("between the claim and the job leaves a run that is taken over, runs once, and is one event", async () => {
    const before = await used();
    const runId = await claimed();
    const { deadline } = (await ports.runs.find(runId))!;
    expect(await claim()).toMatchObject({ ok: false, refusal: { code: "run-in-progress", runId } });
    expect(await roundOfTakeOver([{ id: runId, deadline }])).toEqual([`pull ${runId}`]);
    expect(await execute(runId)).toBe("done");
    expect([await typesOf(runId), calls, (await used()) - before]).toEqual([["RunSucceeded"], 1, 1]);
  });

  test("in the pull leaves a run that another one does from the start, with one result", async () => {
    const runId = await claimed();
    const dying: PullPorts = { ...ports, clock: { now: () => Promise.reject(new Error("died")) } };
    await expect(execute(runId, dying)).rejects.toThrow("died");
    expect((await readRun(ports, runId)).state.status).toBe("running");
    expect(await execute(runId)).toBe("done");
    const { named, rows } = await tablesOf(runId);
    expect(await typesOf(runId)).toEqual(["RunSucceeded"]);
    // The table of the first attempt was finished, and is dropped once the end names another one.
    expect(rows).toEqual([{ physical: named[0], state: "ready", there: true }]);
  });

  test("after the end leaves a claim that hinders nobody, and is released", async () => {
    const runId = await claimed();
    await execute(runId);
    expect(await ports.runs.open()).toContain(runId);
    expect((await readRun(ports, runId)).state.status).toBe("success");
    known = 1;
    const next = await claimed();
    expect(next).toBe(`${instanceId}-2`);
    await roundOfTakeOver([]);
    expect(await ports.runs.open()).not.toContain(runId);
    expect(await ports.runs.open()).toContain(next);
    await execute(next);
    await roundOfTakeOver([]);
    // The newest one stays, so that nobody who has read the log before claims its number again.
    expect(
      (await db.pool.query("SELECT number, ended FROM runs.claims WHERE instance_id = $1", [instanceId])).rows,
    ).toEqual([{ number: 2, ended: true }]);
    expect(await ports.runs.claim((await ports.runs.find(next))!, countsNothing(next))).toEqual({ outcome: "taken" });
    expect(await ports.runs.claim(claimOfNumber(1, next), countsNothing(next))).toEqual({ outcome: "taken" });
  });

  const countsNothing = (runId: string) => ({
    ...{ runId, userId: ada, week: "2000-W01", scheduled: false, commandId: null },
    ...{ refusal: () => null, before: { runs: 0, scheduled: 0 } },
  });
  const claimOfNumber = (number: number, like: string) => ({
    ...{ at: "2026-01-01T00:00:00.000Z", deadline: "2026-01-01T06:00:00.000Z", commandId: null, after: null },
    correlationId: like,
    start: {
      ...{
        runId: `${instanceId}-${number}`,
        instanceId,
        ownerId: ada,
        number,
        connectorId: "c",
        trigger: "manual" as const,
      },
      ...{
        slot: null,
        lastSlot: null,
        override: true,
        settings: null,
        settingKeys: [],
        incremental: [],
        failuresBefore: 0,
      },
    },
  });
});

describe("a process that was stopped and goes on after another one has taken its run over", () => {
  test("while the other one pulls: it records nothing, and the rows of the other one are read", async () => {
    const runId = await claimed();
    const letLate = hold();
    const late = execute(runId);
    await eventually(() => Promise.resolve(calls === 1));
    const letSecond = hold();
    const second = execute(runId);
    await eventually(() => Promise.resolve(calls === 2));
    letLate();
    await late;
    expect(await typesOf(runId)).toEqual([]);
    letSecond();
    expect(await second).toBe("done");
    expect(await typesOf(runId)).toEqual(["RunSucceeded"]);
    const { named, rows } = await tablesOf(runId);
    expect(rows).toEqual([{ physical: named[0], state: "ready", there: true }]);
  });

  test("after the other one has ended: its end is refused, and its table is gone", async () => {
    const runId = await claimed();
    const letLate = hold();
    const late = execute(runId);
    await eventually(() => Promise.resolve(calls === 1));
    open = Promise.resolve();
    await execute(runId);
    const { named } = await tablesOf(runId);
    letLate();
    await late;
    expect(await typesOf(runId)).toEqual(["RunSucceeded"]);
    expect(await tablesOf(runId)).toEqual({ named, rows: [{ physical: named[0], state: "ready", there: true }] });
  });

  test("between its look at the claim and its event: whoever comes first ends the run, with tables that are there", async () => {
    const runId = await claimed();
    const letLate = Promise.withResolvers<void>();
    let looked = false;
    const slow: PullPorts = {
      ...ports,
      clock: { now: async () => ((looked = true), await letLate.promise, ports.clock.now()) },
    };
    const late = execute(runId, slow);
    await eventually(() => Promise.resolve(looked));
    const letSecond = hold();
    const second = execute(runId);
    await eventually(() => Promise.resolve(calls === 2));
    letLate.resolve();
    await late;
    letSecond();
    await second;
    expect(await typesOf(runId)).toEqual(["RunSucceeded"]);
    const { named, rows } = await tablesOf(runId);
    expect(rows).toEqual([{ physical: named[0], state: "ready", there: true }]);
  });
});

test("a run that nobody takes is given up at its deadline, tells how it began, and the next one runs", async () => {
  const runId = await claimed();
  const { deadline } = (await ports.runs.find(runId))!;
  await clock.move(7 * 3_600_000);
  await roundOfTakeOver([{ id: runId, deadline }]);
  const [end] = await ports.log.read(run.stream(runId));
  expect(end).toMatchObject({ type: "RunAbandoned", data: { runId, start: { number: 1, trigger: "manual" } } });
  known = 1;
  expect(await claimed()).toBe(`${instanceId}-2`);
});

test("the run of a connection that was removed is taken over too, and ends", async () => {
  const runId = await claimed();
  await removeInstance(ports, { instanceId, by: ada }, causeOf());
  // Models know neither the connection nor its run.
  expect(await roundOfTakeOver([])).toContain(`pull ${runId}`);
  expect([await execute(runId), calls, await typesOf(runId)]).toEqual(["done", 0, ["RunFailed"]]);
});

test("a run that is cancelled while it waits is one event, and its number is never claimed again", async () => {
  const runId = await claimed();
  expect(await cancelRun(ports, { instanceId, runId, by: ada }, causeOf())).toMatchObject({ ok: true });
  expect(await cancelRun(ports, { instanceId, runId, by: ada }, causeOf())).toMatchObject({ ok: true });
  expect([await execute(runId), calls, await typesOf(runId)]).toEqual(["done", 0, ["RunCancelled"]]);
});

test("a command that is repeated within a day returns its run, also when that has ended and others came after it", async () => {
  const cause = causeOf(crypto.randomUUID());
  const before = await used();
  const same = await Promise.all(Array.from({ length: 8 }, () => claim(cause)));
  const ids = same.map((each) => (each.ok ? each.value.runId : each.refusal.code));
  expect(new Set(ids)).toEqual(new Set([`${instanceId}-1`]));
  await execute(`${instanceId}-1`);
  known = 1;
  await execute(await claimed());
  expect(await claim(cause)).toMatchObject({ ok: true, value: { runId: `${instanceId}-1` } });
  expect((await used()) - before).toBe(2);
});

describe("a run that a version before claims has begun", () => {
  const begun = async (deadline: string) => {
    const runId = `${instanceId}-1`;
    const told = { settings: null, settingKeys: [], incremental: [], failuresBefore: 0, override: true };
    const data = {
      runId,
      instanceId,
      ownerId: ada,
      number: 1,
      connectorId: "c",
      trigger: "manual",
      slot: null,
      lastSlot: null,
    };
    const events = [{ type: "RunStarted", schemaVersion: 2, data: { ...data, ...told, deadline } }];
    await ports.store.appendToStream(run.stream(runId), events, { expectedRevision: NO_STREAM, context: command() });
    return runId;
  };

  test("is executed, and ends in its stream", async () => {
    const runId = await begun("2100-01-01T00:00:00.000Z");
    expect(await claim()).toMatchObject({ ok: false, refusal: { code: "run-in-progress", runId } });
    expect(await execute(runId)).toBe("done");
    // The version of its connector is unknown here.
    expect(await typesOf(runId)).toEqual(["RunStarted", "RunFailed"]);
    known = 1;
    expect(await claimed()).toBe(`${instanceId}-2`);
  });

  test("is given up after its deadline by the run after it", async () => {
    const runId = await begun("2020-01-01T00:00:00.000Z");
    expect(await claimed()).toBe(`${instanceId}-2`);
    expect(await typesOf(runId)).toEqual(["RunStarted", "RunAbandoned"]);
  });
});

test("runs that versions before claims have counted in this week count on", async () => {
  const ben = await person(ports);
  await choosePlan(ports, ben, 1);
  const week = isoWeek(await ports.clock.now()).name;
  for (let at = 0; at < 5; at += 1) {
    const data = { userId: ben, week, runId: `old-${at}`, scheduled: false };
    const expectedRevision = at === 0 ? NO_STREAM : at - 1;
    await ports.log.append(`runs-${ben}-${week}`, [{ type: "RunCounted", data }], {
      expectedRevision,
      context: command(),
    });
  }
  const operations = [{ id: "items", url: `http://api.test:${api.port}/items` }];
  const rootId = await publishedConnector(ports, { protocol: "rest", auth: { type: "none" }, operations }, ada);
  const request = { rootId, connectorId: rootId, changes: {}, by: ben };
  const { instanceId: bens } = await valueOf(activateConnector(ports, request, causeOf()));
  expect(await startRun(ports, { instanceId: bens, by: ben, ...asked, knownNumber: 0 }, causeOf())).toMatchObject({
    refusal: { code: "runs-used-up", used: 5, limit: 5 },
  });
});
