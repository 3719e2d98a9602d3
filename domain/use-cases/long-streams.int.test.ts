import { beforeAll, beforeEach, expect, test } from "vitest";
import { NO_RUNS } from "../quota/weekly-runs.ts";
import { isoWeek } from "../quota/iso-week.ts";
import {
  activated,
  causeOf,
  choosePlan,
  datasetWithRows,
  person,
  type ProcessPorts,
  publishedConnector,
  useCasePorts,
  valueOf,
} from "#testing/use-case-ports.ts";
import { publishOutput } from "./datasets/publish-output.ts";
import { startRun } from "./running/start-run.ts";
import { configureInstance } from "./connecting/configure-instance.ts";
import { deleteDataset } from "./datasets/delete-dataset.ts";
import { takeAccess } from "./datasets/take-access.ts";
import { startScheduledRun } from "./running/start-scheduled-run.ts";
import { replaceStreamingKey } from "./accounts/replace-streaming-key.ts";

/** What a command reads does not grow with its user's history. */
const MANY = 250;
/** Two streams up to their next snapshot, and some more. */
const FEW = 2 * 101 + 20;

const { db, ports } = await useCasePorts();
let ada: string;
let counting: ProcessPorts;
const asked = { events: 0, reads: 0, removals: 0 };

beforeAll(async () => {
  const counted =
    (read: ProcessPorts["log"]["read"]): ProcessPorts["log"]["read"] =>
    async (...args) => {
      const events = await read(...args);
      asked.reads += 1;
      asked.events += events.length;
      return events;
    };
  counting = {
    ...ports,
    log: { ...ports.log, read: counted(ports.log.read) },
    accessKeys: {
      ...ports.accessKeys,
      remove: (...args) => {
        asked.removals += 1;
        return ports.accessKeys.remove(...args);
      },
    },
  };
});
beforeEach(async () => {
  ada = await person(ports);
  await choosePlan(ports, ada, 3);
  Object.assign(asked, { events: 0, reads: 0, removals: 0 });
});

async function connected(): Promise<string> {
  const rootId = await publishedConnector(
    ports,
    { protocol: "rest", auth: { type: "none" }, operations: [{ id: "items", url: "https://api.example.org/items" }] },
    ada,
  );
  return activated(ports, rootId, { refreshInterval: 60 }, ada);
}

test("replacing a streaming key", async () => {
  for (let count = 0; count < MANY; count += 1) await valueOf(replaceStreamingKey(ports, ada, causeOf()));
  const before = await ports.accessKeys.listOf(ada);
  const { key } = await valueOf(replaceStreamingKey(counting, ada, causeOf()));
  expect(asked.removals).toBe(1);
  expect(await ports.accessKeys.listOf(ada)).toHaveLength(1);
  expect(await ports.accessKeys.find(key)).toMatchObject({ userId: ada });
  expect(before).toHaveLength(1);
});

test("replacing a streaming key takes away what a process that died has left", async () => {
  const dying: ProcessPorts = {
    ...ports,
    accessKeys: { ...ports.accessKeys, remove: () => Promise.reject(new Error("died")) },
  };
  await valueOf(replaceStreamingKey(ports, ada, causeOf()));
  await expect(replaceStreamingKey(dying, ada, causeOf())).rejects.toThrow("died");
  expect(await ports.accessKeys.listOf(ada)).toHaveLength(2);
  await valueOf(replaceStreamingKey(ports, ada, causeOf()));
  expect(await ports.accessKeys.listOf(ada)).toHaveLength(1);
  const { rows } = await db.pool.query(
    "select name from vault.secrets where owner = $1 and name like 'streaming-key/%'",
    [ada],
  );
  expect(rows).toHaveLength(1);
});

test("replacing a streaming key takes away one that a process made and could not record, after ten minutes", async () => {
  const dying: ProcessPorts = { ...ports, log: { ...ports.log, append: () => Promise.reject(new Error("died")) } };
  await expect(replaceStreamingKey(dying, ada, causeOf())).rejects.toThrow("died");
  const { id: table } = await ports.accessKeys.create({ userId: ada, kind: "table", tables: ["t"] });
  await valueOf(replaceStreamingKey(ports, ada, causeOf()));
  expect(await ports.accessKeys.listOf(ada)).toHaveLength(3);
  const later: ProcessPorts = {
    ...ports,
    clock: { now: async () => new Date((await ports.clock.now()).getTime() + 11 * 60_000) },
  };
  await valueOf(replaceStreamingKey(later, ada, causeOf()));
  const left = await ports.accessKeys.listOf(ada);
  expect(left.map(({ kind }) => kind).toSorted()).toEqual(["streaming", "table"]);
  expect(left.map(({ id }) => id)).toContain(table);
});

test("taking a place in a plan that was changed often", async () => {
  const datasetId = await datasetWithRows(ports, await person(ports));
  for (let count = 0; count < MANY; count += 1) await choosePlan(ports, ada, count % 2 === 0 ? 1 : 3);
  await valueOf(takeAccess(ports, { datasetId, userId: ada }, causeOf()));
  const other = await datasetWithRows(ports, await person(ports));
  asked.events = 0;
  await valueOf(takeAccess(counting, { datasetId: other, userId: ada }, causeOf()));
  expect(asked.events).toBeLessThan(FEW);
});

test("starting a run in a week of many", async () => {
  const instanceId = await connected();
  const week = isoWeek(await ports.clock.now()).name;
  for (let number = 0; number < MANY; number += 1)
    await ports.runs.count({
      ...{ runId: `other-${number}`, userId: ada, week, scheduled: false, commandId: null },
      ...{ refusal: () => null, before: NO_RUNS },
    });
  const cause = causeOf(crypto.randomUUID());
  const start = (by: ProcessPorts) =>
    startRun(
      by,
      { instanceId, by: ada, override: null, settings: null, trigger: "manual", slot: null, knownNumber: 0 },
      cause,
    );
  const first = await start(counting);
  expect(first).toMatchObject({ ok: true });
  expect(asked.events).toBeLessThan(FEW);
  expect(await start(ports)).toEqual(first);
});

test("looking whether a connection that was changed often is due", async () => {
  const instanceId = await connected();
  for (let number = 0; number < MANY; number += 1)
    await valueOf(
      configureInstance(
        ports,
        { instanceId, changes: { headers: { "X-Number": String(number) } }, by: ada },
        causeOf(),
      ),
    );
  expect(await startScheduledRun(ports, { instanceId, knownNumber: 0 })).toEqual({
    ok: false,
    refusal: { code: "not-due" },
  });
  expect(await startScheduledRun(counting, { instanceId, knownNumber: 0 })).toEqual({
    ok: false,
    refusal: { code: "not-due" },
  });
  expect(asked.events).toBeLessThan(FEW);
});

test("publishing an output that was published and deleted often", async () => {
  const instanceId = await connected();
  const card = {
    title: "Items",
    description: "",
    category: "API",
    keywords: [],
    isPublic: false,
    license: "none",
    onRequest: false,
  };
  const publish = (by: ProcessPorts, cause = causeOf()) =>
    publishOutput(by, { source: { instanceId, operation: "items" }, card, by: ada }, cause);
  const causes = Array.from({ length: 60 }, () => causeOf());
  const made = [];
  for (const cause of causes) {
    const { datasetId } = await valueOf(publish(ports, cause));
    made.push(datasetId);
    await deleteDataset(ports, { datasetId, by: ada }, causeOf());
  }
  asked.reads = 0;
  const { datasetId } = await valueOf(publish(counting));
  expect(made).not.toContain(datasetId);
  expect(asked.reads).toBeLessThan(40);
  expect(await publish(ports)).toMatchObject({ ok: false, refusal: { code: "output-published" } });
  // The same command again, after its dataset was deleted.
  expect(await valueOf(publish(ports, causes.at(-1)))).toMatchObject({ datasetId: made.at(-1) });
}, 60_000);
