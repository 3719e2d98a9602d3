import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type MovableClock, movableClock } from "#testing/time/clock.ts";
import { connector } from "../../connector/decider.ts";
import type { LoggedEvent } from "../../core/event-log.ts";
import { isoWeek } from "../../quota/iso-week.ts";
import { NO_RUNS, type WeeklyUse } from "../../quota/weekly-runs.ts";
import {
  causeOf,
  choosePlan,
  person,
  type ProcessPorts,
  processPorts,
  publishedConnector,
  valueOf,
} from "#testing/use-case-ports.ts";
import { startRun } from "./start-run.ts";
import { step } from "../step.ts";
import { aggregate } from "../../core/aggregate.ts";
import { activateConnector } from "../connecting/activate-connector.ts";
import { configureInstance } from "../connecting/configure-instance.ts";
import { removeInstance } from "../connecting/remove-instance.ts";
import { startScheduledRun } from "./start-scheduled-run.ts";
import { settleRun } from "#testing/settle-work.ts";
import { readRun } from "./read-run.ts";
import { instance } from "../../instance/decider.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WEEK = 7 * 24 * HOUR;

let db: FreshDatabase;
let clock: MovableClock;
let ports: ProcessPorts;
let ada: string;
const pools: pg.Pool[] = [];

/** A pool with its own database sessions, like another process. */
function poolOf(): pg.Pool {
  const pool = new pg.Pool({ connectionString: db.url, max: 4 });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  pools.push(pool);
  return pool;
}

beforeAll(async () => {
  db = await testDatabase();
  clock = await movableClock(db.url);
  ports = await processPorts(poolOf());
  await clock.stampEvents();
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await db?.drop();
});
beforeEach(async () => {
  // Each test starts a new week, so that weekly counts do not reset in its middle.
  const now = await ports.clock.now();
  await clock.move(isoWeek(now).resetsAt.getTime() - now.getTime());
  ada = await person(ports);
  await choosePlan(ports, ada, 3);
});

const definition = {
  protocol: "rest",
  auth: { type: "none" },
  operations: [{ id: "items", url: "https://api.example.org/items" }],
};
const published = () => publishedConnector(ports, definition, ada);

/** An instance with a schedule. */
async function connected(refreshInterval = 60): Promise<string> {
  const rootId = await published();
  return (
    await valueOf(
      activateConnector(ports, { rootId, connectorId: rootId, changes: { refreshInterval }, by: ada }, causeOf()),
    )
  ).instanceId;
}

const startDue = (instanceId: string, on: ProcessPorts = ports, knownNumber = 0) =>
  startScheduledRun(on, { instanceId, knownNumber });
const startByHand = (instanceId: string) =>
  startRun(
    ports,
    { instanceId, by: ada, override: null, settings: null, trigger: "manual", slot: null, knownNumber: 0 },
    causeOf(),
  );
const succeed = (runId: string, on: ProcessPorts = ports) =>
  settleRun(
    on,
    runId,
    { status: "success", pages: 1, rowCount: 0, warnings: [], outputs: [], operations: [] },
    causeOf(),
  );
const refusedAs = (code: string) => ({ ok: false, refusal: { code } });

/** The runs that have started, by number. */
async function runsOf(instanceId: string): Promise<{ trigger: string; slot: string | null }[]> {
  const started: { trigger: string; slot: string | null }[] = [];
  for (;;) {
    const { state } = await readRun(ports, `${instanceId}-${started.length + 1}`);
    if (state.status === "absent") return started;
    started.push({ trigger: state.start.trigger, slot: state.start.slot });
  }
}

async function counted(): Promise<WeeklyUse> {
  const { name } = isoWeek(await ports.clock.now());
  return (await ports.runs.usedIn(ada, name)) ?? NO_RUNS;
}

/** How many minutes after the interval was set a slot lies. */
async function minutesOf(instanceId: string, slot: string | null | undefined): Promise<number> {
  const events = (await ports.log.read(instance.stream(instanceId))) as LoggedEvent[];
  return (Date.parse(slot ?? "") - Date.parse(events[0]?.recordedAt ?? "")) / MINUTE;
}

/** Starts what is due and ends it. */
async function runDue(instanceId: string): Promise<void> {
  const { runId } = await valueOf(startDue(instanceId));
  await succeed(runId);
}

describe("a slot", () => {
  test("starts one run when it has come, not before, and not again", async () => {
    const instanceId = await connected();
    await clock.move(59 * MINUTE);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("not-due"));
    await clock.move(MINUTE);
    await runDue(instanceId);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("not-due"));
    expect(await runsOf(instanceId)).toHaveLength(1);
    expect(await minutesOf(instanceId, (await runsOf(instanceId))[0]?.slot)).toBe(60);
  });

  test("is run once by eight racing runners, fifty times in a row, and each run counts once", async () => {
    const instanceId = await connected(5);
    const runners = await Promise.all(Array.from({ length: 8 }, () => processPorts(poolOf())));
    let over = false;
    let done = 0;
    const race = async (runner: ProcessPorts) => {
      while (!over) {
        // Each has seen another part of the past, as read models that lag do.
        const started = await startDue(instanceId, runner, Math.floor(Math.random() * (done + 1)));
        if (!started.ok) continue;
        // The second call returns the same run, as for any repeated command.
        const ended = await succeed(started.value.runId, runner);
        if (ended.ok) done += 1;
      }
    };
    const racing = Promise.all(runners.map(race));
    try {
      for (let slot = 1; slot <= 50; slot += 1) {
        await clock.move(5 * MINUTE);
        await expect.poll(() => done, { timeout: 10_000, interval: 5 }).toBe(slot);
      }
    } finally {
      over = true;
      await racing;
    }
    const runs = await runsOf(instanceId);
    expect(runs).toHaveLength(50);
    expect(runs.every(({ trigger }) => trigger === "schedule")).toBe(true);
    expect(new Set(runs.map(({ slot }) => slot)).size).toBe(50);
    expect(runs.map(({ slot }) => slot)).toEqual(runs.map(({ slot }) => slot).toSorted());
    expect(await counted()).toEqual({ runs: 50, scheduled: 50 });
  });

  test("is not run again after the clock was set back, and the schedule goes on when it has caught up", async () => {
    const instanceId = await connected();
    await clock.move(2.5 * HOUR);
    await runDue(instanceId);
    await clock.move(-2 * HOUR);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("not-due"));
    await clock.move(2 * HOUR);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("not-due"));
    await clock.move(0.5 * HOUR);
    await runDue(instanceId);
    const slots = await Promise.all((await runsOf(instanceId)).map(({ slot }) => minutesOf(instanceId, slot)));
    expect(slots).toEqual([60, 180]);
  });
});

describe("slots that were missed", () => {
  test("become one run, and the next slot is the next of the grid", async () => {
    const instanceId = await connected();
    await clock.move(7.5 * HOUR);
    await runDue(instanceId);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("not-due"));
    await clock.move(HOUR / 2);
    await runDue(instanceId);
    const runs = await runsOf(instanceId);
    expect(await Promise.all(runs.map(({ slot }) => minutesOf(instanceId, slot)))).toEqual([60, 480]);
    expect(await counted()).toEqual({ runs: 2, scheduled: 2 });
  });

  test("because a run was going on are skipped, also when a user started it", async () => {
    const instanceId = await connected();
    const manual = await startByHand(instanceId);
    await clock.move(61 * MINUTE);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("run-in-progress"));
    if (manual.ok) await succeed(manual.value.runId);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("not-due"));
    await clock.move(59 * MINUTE);
    expect(await startDue(instanceId)).toMatchObject({ ok: true });
    expect((await runsOf(instanceId)).map(({ trigger }) => trigger)).toEqual(["manual", "schedule"]);
  });

  test("are not made up for after a run by hand that came later", async () => {
    const instanceId = await connected();
    await clock.move(90 * MINUTE);
    const manual = await startByHand(instanceId);
    if (manual.ok) await succeed(manual.value.runId);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("not-due"));
  });

  test("because the week was used up become one run in the next week", async () => {
    await choosePlan(ports, ada, 2);
    const instanceId = await connected(1);
    // From the start of a week, so that all of it happens in one.
    await clock.move(
      isoWeek(await ports.clock.now()).resetsAt.getTime() - (await ports.clock.now()).getTime() + MINUTE,
    );
    for (let run = 0; run < 50; run += 1) {
      await runDue(instanceId);
      await clock.move(MINUTE);
    }
    expect(await startDue(instanceId)).toMatchObject(refusedAs("scheduled-runs-used-up"));
    await clock.move(WEEK - HOUR - HOUR);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("scheduled-runs-used-up"));
    await clock.move(2 * HOUR);
    await runDue(instanceId);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("not-due"));
    expect(await runsOf(instanceId)).toHaveLength(51);
    expect(await counted()).toEqual({ runs: 1, scheduled: 1 });
  });

  test("because the plan was lowered become one run after the upgrade", async () => {
    const instanceId = await connected();
    await choosePlan(ports, ada, 1);
    await clock.move(5.5 * HOUR);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("scheduled-runs-used-up"));
    const { runId } = await valueOf(startByHand(instanceId));
    await succeed(runId);
    await clock.move(3 * HOUR);
    await choosePlan(ports, ada, 2);
    await runDue(instanceId);
    expect((await runsOf(instanceId)).map(({ trigger }) => trigger)).toEqual(["manual", "schedule"]);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("not-due"));
  });
});

describe("no run", () => {
  test("of a connection without interval, or that is removed", async () => {
    const [byHand, removed] = [await connected(0), await connected()];
    await removeInstance(ports, { instanceId: removed, by: ada }, causeOf());
    await clock.move(2 * HOUR);
    expect(await startDue(byHand)).toMatchObject(refusedAs("not-due"));
    expect(await startDue(removed)).toMatchObject(refusedAs("not-due"));
  });

  test("of a connection whose version was made inactive", async () => {
    const rootId = await published();
    const outcome = await activateConnector(
      ports,
      { rootId, connectorId: rootId, changes: { refreshInterval: 60 }, by: ada },
      causeOf(),
    );
    const instanceId = outcome.ok ? outcome.value.instanceId : "";
    const command = { type: "deactivate-version", connectorId: rootId, by: ada } as const;
    await aggregate(ports.log, connector).handle(rootId, command, step(causeOf(), "deactivate"));
    await clock.move(2 * HOUR);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("connector-inactive"));
  });

  test("too many when twenty connections are due at once and the week has room for three", async () => {
    await choosePlan(ports, ada, 2);
    await clock.move(isoWeek(await ports.clock.now()).resetsAt.getTime() - (await ports.clock.now()).getTime());
    const byHand = await connected(0);
    for (let run = 0; run < 47; run += 1) {
      const started = await startByHand(byHand);
      if (started.ok) await succeed(started.value.runId);
    }
    await removeInstance(ports, { instanceId: byHand, by: ada }, causeOf());
    const instances: string[] = [];
    for (let count = 0; count < 20; count += 1) instances.push(await connected());
    await clock.move(HOUR);
    const answers = await Promise.all(instances.flatMap((instanceId) => [startDue(instanceId), startDue(instanceId)]));
    const started = new Set(answers.flatMap((answer) => (answer.ok ? [answer.value.runId] : [])));
    expect(started.size).toBe(3);
    expect(await counted()).toEqual({ runs: 50, scheduled: 3 });
    expect(await startByHand(instances[0] ?? "")).toMatchObject({ ok: false });
  });
});

describe("a process that died", () => {
  /** It has claimed its number, and has not counted the run. */
  const dying = (): ProcessPorts => ({
    ...ports,
    runs: {
      ...ports.runs,
      claim: (claim, counted) =>
        ports.runs.claim(claim, {
          ...counted,
          refusal() {
            throw new Error("died");
          },
        }),
    },
  });

  test("between claiming and counting leaves nothing: another one starts the run, which counts once", async () => {
    const instanceId = await connected();
    await clock.move(HOUR);
    await expect(startDue(instanceId, dying())).rejects.toThrow("died");
    await runDue(instanceId);
    expect(await counted()).toEqual({ runs: 1, scheduled: 1 });
  });

  test("as a week ended keeps nobody from starting it in the next one", async () => {
    const instanceId = await connected();
    const now = await ports.clock.now();
    await clock.move(isoWeek(now).resetsAt.getTime() - now.getTime() + WEEK - MINUTE);
    await expect(startDue(instanceId, dying())).rejects.toThrow("died");
    await clock.move(2 * MINUTE);
    await runDue(instanceId);
    expect(await counted()).toEqual({ runs: 1, scheduled: 1 });
  });
});

describe("an interval", () => {
  const change = (instanceId: string, refreshInterval: number) =>
    configureInstance(ports, { instanceId, changes: { refreshInterval }, by: ada }, causeOf());

  test("set anew begins a new grid; the same one again keeps its slots", async () => {
    const instanceId = await connected();
    await clock.move(40 * MINUTE);
    await change(instanceId, 60);
    await clock.move(20 * MINUTE);
    await runDue(instanceId);
    await clock.move(40 * MINUTE);
    await change(instanceId, 30);
    await clock.move(29 * MINUTE);
    expect(await startDue(instanceId)).toMatchObject(refusedAs("not-due"));
    await clock.move(MINUTE);
    await runDue(instanceId);
  });

  test("is not given on the free plan, nor in a week that is used up; one that is there may stay, or be ended", async () => {
    const instanceId = await connected();
    await choosePlan(ports, ada, 1);
    expect(await change(instanceId, 30)).toMatchObject(refusedAs("schedule-not-in-plan"));
    expect(await change(instanceId, 60)).toMatchObject({ ok: true });
    await choosePlan(ports, ada, 2);
    for (let run = 0; run < 50; run += 1) {
      const started = await startByHand(instanceId);
      if (started.ok) await succeed(started.value.runId);
    }
    expect(await change(instanceId, 30)).toMatchObject(refusedAs("scheduled-runs-used-up"));
    expect(await change(instanceId, 60)).toMatchObject({ ok: true });
    expect(await change(instanceId, 0)).toMatchObject({ ok: true });
    await choosePlan(ports, ada, 3);
    expect(await change(instanceId, 30)).toMatchObject({ ok: true });
  });
});
