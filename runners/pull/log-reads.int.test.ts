import { tmpdir } from "node:os";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aggregate } from "#domain/core/aggregate.ts";
import { connector } from "#domain/connector/decider.ts";
import { activateConnector } from "#domain/use-cases/connecting/activate-connector.ts";
import { startRun } from "#domain/use-cases/running/start-run.ts";
import { step } from "#domain/use-cases/step.ts";
import { createRunRecords } from "#infra/beside-log/run-records.ts";
import { runRecordMigrations } from "#infra/beside-log/run-record-migrations.ts";
import { openCalls } from "#infra/egress/open-calls.ts";
import { createExclusiveWork } from "#infra/postgres/exclusive-work.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { openPull } from "#infra/tables/pull/pull-table.ts";
import { physicalName } from "#infra/tables/registry.ts";
import { dropTable } from "#infra/tables/remove-tables.ts";
import { tableMigrations } from "#infra/tables/table-migrations.ts";
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
import { executeRun } from "./execute-run.ts";
import { measureOutputs } from "./measure-outputs.ts";
import type { PullPorts } from "./pull-ports.ts";

let db: FreshDatabase;
let api: TestServer;
let exclusive: ReturnType<typeof createExclusiveWork>;
let ports: ProcessPorts & PullPorts;
let ada: string;
/** Streams that were read, and how much was read of connectors: events, and characters of snapshots. */
const read = { streams: [] as string[], connectorEvents: 0, snapshotCharacters: 0 };

beforeAll(async () => {
  db = await testDatabase();
  const base = await processPorts(db.pool);
  await migrate(db.pool, [...processMigrations, ...tableMigrations, ...runRecordMigrations]);
  api = await httpServer(
    (_request, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify([{ id: 1 }])),
  );
  exclusive = createExclusiveWork(db.pool);
  const { log } = base;
  ports = {
    ...base,
    log: {
      ...log,
      async read(stream, range) {
        // Counted when asked for: a run may end while its watch still waits for the answer.
        read.streams.push(stream);
        const events = await log.read(stream, range);
        if (stream.startsWith("connector-")) read.connectorEvents += events.length;
        return events;
      },
      snapshots: {
        keep: log.snapshots!.keep,
        async find(stream, version) {
          const found = await log.snapshots!.find(stream, version);
          if (stream.startsWith("connector-")) read.snapshotCharacters += JSON.stringify(found).length;
          return found;
        },
      },
    },
    records: createRunRecords(db.pool),
    tables: {
      open: ({ runId, key, profile }) =>
        openPull({ pool: db.pool, folder: tmpdir(), physical: physicalName(), runId, key, profile }),
      forget: () => Promise.resolve(),
      drop: (physical) => dropTable(db.pool, physical),
      emptyShares: () => Promise.resolve(null),
      refusalOf: () => null,
    },
    openCalls: openCalls(outboundTo([api])),
    exclusive,
    readModels: { state: () => Promise.resolve(""), reached: () => Promise.resolve(true), until: (ask) => ask() },
    outputs: { find: () => Promise.resolve(null), storedOutput: () => Promise.resolve(null) },
    turn: () => Promise.resolve(),
    runTimeoutMs: 30_000,
    reportError: (error) => {
      throw error;
    },
  };
});
afterAll(async () => {
  await exclusive?.close();
  await api?.close();
  await db?.drop();
});
beforeEach(async () => {
  ada = await person(ports);
  await choosePlan(ports, ada, 3);
});

async function connected(rootId: string): Promise<string> {
  const request = { rootId, connectorId: rootId, changes: {}, by: ada };
  return (await valueOf(activateConnector(ports, request, causeOf()))).instanceId;
}

async function published(): Promise<string> {
  const definition = {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "items", url: `http://api.test:${api.port}/items` }],
  };
  return publishedConnector(ports, definition, await person(ports));
}

/** A whole run, from Run Now until its statistics are asked for. */
async function ran(instanceId: string, knownNumber: number): Promise<void> {
  Object.assign(read, { streams: [], connectorEvents: 0, snapshotCharacters: 0 });
  const request = { instanceId, by: ada, override: null, settings: null, trigger: "manual", slot: null } as const;
  const { runId } = await valueOf(startRun(ports, { ...request, knownNumber }, causeOf()));
  expect(await executeRun(ports, runId, new AbortController().signal)).toBe("done");
  await measureOutputs(ports, runId);
  expect((await db.pool.query("select 1 from log.events where stream = $1", [`run-${runId}`])).rowCount).toBe(1);
}

test("a run's stream is read once a command: when it is started, executed, watched for its end and measured", async () => {
  const instanceId = await connected(await published());
  const own = (number: number) => read.streams.filter((stream) => stream === `run-${instanceId}-${number}`).length;
  await ran(instanceId, 0);
  expect(own(1)).toBe(4);
  await ran(instanceId, 1);
  expect([own(1), own(2)]).toEqual([1, 4]);
});

test("what a run reads of a connector does not grow with what others did to it", async () => {
  const rootId = await published();
  const instanceId = await connected(rootId);
  await ran(instanceId, 0);
  await ran(instanceId, 1);
  const alone = { ...read };
  const connectors = aggregate(ports.log, connector);
  for (let number = 0; number < 120; number += 1) {
    const subscription = { connectorId: rootId, instanceId: `other-${number}`, userId: `user-${number}` };
    await connectors.handle(rootId, { type: "subscribe", ...subscription }, step(causeOf(), "subscribe"));
  }
  await ran(instanceId, 2);
  await ran(instanceId, 3);
  expect(read.connectorEvents).toBeLessThanOrEqual(alone.connectorEvents + 10);
  expect(read.snapshotCharacters).toBeLessThan(alone.snapshotCharacters + 1_000);
});
