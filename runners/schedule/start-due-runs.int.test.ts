import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
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
import type { PlanId } from "#domain/user/plan.ts";
import { listenTo } from "#infra/event-store/wake-up.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { createLog } from "#infra/observability/logger.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type MovableClock, movableClock } from "#testing/time/clock.ts";
import { allProjections, openQueries, type Queries } from "#projections/all.ts";
import { startFollower } from "../follower/follower.ts";
import { MODELS_CHANNEL, prepareModels } from "../follower/model.ts";
import { modelMigrations } from "../follower/model-migrations.ts";
import { createReadModels } from "../follower/read-models.ts";
import { type SchedulePorts, startDueRuns } from "./start-due-runs.ts";
import { activateConnector } from "#domain/use-cases/connecting/activate-connector.ts";
import { removeInstance } from "#domain/use-cases/connecting/remove-instance.ts";
import { settleRun } from "#testing/settle-work.ts";

const HOUR = 3_600_000;

let db: FreshDatabase;
let pool: pg.Pool;
let clock: MovableClock;
let ports: ProcessPorts;
let queries: Queries;
let author: string;
let models: ReturnType<typeof createReadModels>;
const closing: (() => Promise<unknown>)[] = [];
/** Instances of the current test, with their owners. */
const made = new Map<string, string>();

beforeAll(async () => {
  db = await testDatabase();
  clock = await movableClock(db.url);
  pool = new pg.Pool({ connectionString: db.url, max: 12 });
  // The database may be dropped before the last connection is closed.
  pool.on("connect", (client) => client.on("error", () => undefined));
  ports = await processPorts(pool);
  await clock.stampEvents();
  await migrate(pool, [...processMigrations, ...modelMigrations]);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await prepareModels(kysely, allProjections);
  queries = openQueries(kysely);
  const log = createLog("silent");
  const wakeUp = listenTo(pool, MODELS_CHANNEL, log);
  const follower = startFollower({
    store: ports.store,
    decode: ports.log.decode,
    pool,
    projections: allProjections,
    log,
  });
  models = createReadModels({ pool, store: ports.store, projections: allProjections, wakeUp });
  closing.push(
    () => follower.stop(),
    () => wakeUp.stop(),
    () => ports.store.close(),
    () => pool.end(),
  );
  author = await person(ports);
});
afterAll(async () => {
  for (const close of closing) await close();
  await db?.drop();
});
beforeEach(async () => {
  for (const [instanceId, owner] of made) await removeInstance(ports, { instanceId, by: owner }, causeOf());
  made.clear();
});

async function personOn(plan: PlanId): Promise<string> {
  const userId = await person(ports);
  await choosePlan(ports, userId, plan);
  return userId;
}

const definition = {
  protocol: "rest",
  auth: { type: "none" },
  operations: [{ id: "items", url: "https://api.example.org/items" }],
};
const connectors: string[] = [];

/** The connector with this number: nobody is connected to one twice. */
async function connectorAt(at: number): Promise<string> {
  const known = connectors[at];
  if (known !== undefined) return known;
  return (connectors[at] = await publishedConnector(ports, definition, author));
}

/** An instance that runs every hour. */
async function connected(owner: string, at = 0): Promise<string> {
  const rootId = await connectorAt(at);
  const { instanceId } = await valueOf(
    activateConnector(ports, { rootId, connectorId: rootId, changes: { refreshInterval: 60 }, by: owner }, causeOf()),
  );
  made.set(instanceId, owner);
  return instanceId;
}

async function several(count: number, owner: string): Promise<string[]> {
  const instances: string[] = [];
  for (let at = 0; at < count; at += 1) instances.push(await connected(owner, at));
  return instances;
}

/** Waits until the models have applied the whole log. */
async function upToDate(): Promise<void> {
  expect(await models.reached((await ports.store.head())!, 20_000)).toBe(true);
}

/**
 * One round with up-to-date models: the instances whose runs it started, the errors that it reported, and the streams
 * that it read.
 */
async function round(changes: Partial<SchedulePorts> = {}, stopping = new AbortController()) {
  await upToDate();
  const woken: string[] = [];
  const errors: [string, unknown][] = [];
  const read: string[] = [];
  const log = changes.log ?? ports.log;
  const watched: SchedulePorts = {
    ...ports,
    queries,
    jobs: { wake: (job, runId) => Promise.resolve(void woken.push(`${job} ${runId}`)) },
    reportError: (error, instanceId) => void errors.push([instanceId, error]),
    ...changes,
    log: { ...log, read: (stream, ...rest) => (read.push(stream), log.read(stream, ...rest)) },
  };
  await startDueRuns(watched, stopping.signal);
  return { woken, errors, read };
}

const firstRun = (instanceId: string) => `pull ${instanceId}-1`;
const succeed = (runId: string) =>
  settleRun(
    ports,
    runId,
    { status: "success", pages: 1, rowCount: 0, warnings: [], outputs: [], operations: [] },
    causeOf(),
  );

test("nothing of somebody who rests is read, and everybody else's connections run", async () => {
  const [ada, ben] = [await personOn(2), await personOn(2)];
  const [resting, other] = [await several(12, ada), await connected(ben)];
  await choosePlan(ports, ada, 1);
  await clock.move(HOUR);
  const { woken, read } = await round();
  expect(woken).toEqual([firstRun(other)]);
  expect(read.filter((stream) => stream.includes(ada) || resting.some((id) => stream.includes(id)))).toEqual([]);
  await choosePlan(ports, ada, 2);
  expect((await round()).woken.toSorted()).toEqual(resting.map(firstRun).toSorted());
});

test("an error at one connection keeps no other from running, and the next round tries it again", async () => {
  const [broken, ...others] = await several(9, await personOn(3));
  await clock.move(HOUR);
  const runs: SchedulePorts["runs"] = {
    ...ports.runs,
    claim: (claim, counted) =>
      claim.start.instanceId === broken ? Promise.reject(new Error("out of order")) : ports.runs.claim(claim, counted),
  };
  const { woken, errors } = await round({ runs });
  expect(woken.toSorted()).toEqual(others.map(firstRun).toSorted());
  expect(errors).toEqual([[broken, new Error("out of order")]]);
  expect((await round()).woken).toEqual([firstRun(broken!)]);
});

test(
  "at most a hundred runs are open, and twenty of one owner, who keeps nobody else from running",
  { timeout: 90_000 },
  async () => {
    const [ada, ben] = [await personOn(3), await personOn(3)];
    const many = await several(21, ada);
    await clock.move(HOUR);
    const { woken } = await round();
    expect(woken).toHaveLength(20);
    const late = await connected(ben);
    await clock.move(HOUR);
    expect((await round()).woken).toEqual([firstRun(late)]);
    await succeed(woken[0]!.slice("pull ".length));
    const waiting = many.filter((id) => !woken.includes(firstRun(id)));
    // An owner who has run has no slot again before the next hour.
    expect((await round()).woken).toEqual(waiting.map(firstRun));

    for (let other = 0; other < 4; other += 1) await several(20, await personOn(3));
    await clock.move(HOUR);
    expect((await round()).woken).toHaveLength(79);
    await upToDate();
    expect([...(await queries.schedules.openByOwner()).values()].reduce((sum, count) => sum + count, 0)).toBe(100);
  },
);

test("a process that ends starts no further run, and leaves the rest due", async () => {
  const all = await several(20, await personOn(3));
  await clock.move(HOUR);
  const stopping = new AbortController();
  const woken: string[] = [];
  const jobs: SchedulePorts["jobs"] = {
    async wake(job, runId) {
      woken.push(`${job} ${runId}`);
      stopping.abort();
    },
  };
  await round({ jobs }, stopping);
  // Those in progress were finished.
  expect(woken.length).toBeLessThanOrEqual(4);
  const left = all.map(firstRun).filter((run) => !woken.includes(run));
  expect((await round()).woken.toSorted()).toEqual(left.toSorted());
});
