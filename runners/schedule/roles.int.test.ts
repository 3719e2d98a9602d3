import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { makeTables } from "#testing/postgres/make-tables.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type MovableClock, movableClock } from "#testing/time/clock.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { freePort } from "#testing/servers/free-port.ts";
import { startServerProcess } from "#testing/server-process.ts";
import { ringSchedule, roundOfSchedule } from "#testing/schedule.ts";

const HOUR = 3_600_000;
const SECRET = "secret-of-the-roles-under-test-0123456789012345";
const WITHIN_MS = 40_000;

let db: FreshDatabase;
let clock: MovableClock;
let upstream: TestServer;
let dataDir: string;
let web: Product;
let ana: Person;
const processes: ChildProcess[] = [];
/** Answers of the API that are held back. */
let held: (() => void)[] | null = null;

beforeAll(async () => {
  db = await testDatabase();
  await makeTables(db.url);
  clock = await movableClock(db.url);
  dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-roles-"));
  upstream = await httpServer((_request, response) => {
    const answer = () => void response.setHeader("content-type", "application/json").end('[{"id":1}]');
    if (held) held.push(answer);
    else answer();
  });
  role("follower", await freePort());
  web = await startProduct({
    databaseUrl: db.url,
    dataDir,
    upstreams: [upstream.port],
    env: { ROLE: "web", APP_SECRET: SECRET },
  });
  await clock.stampEvents();
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((each) => ended(each, "SIGKILL")));
  await web?.remove();
  await upstream?.close();
  await rm(dataDir, { recursive: true, force: true });
  await db?.drop();
});

/** A process of the installation without pages. */
function role(name: "follower" | "runner", port: number): ChildProcess {
  const { process: child } = startServerProcess({
    PORT: String(port),
    ROLE: name,
    DATABASE_URL: db.url,
    DATA_DIR: dataDir,
    APP_SECRET: SECRET,
    OUTBOUND_ALLOW: `127.0.0.1:${upstream.port}`,
  });
  processes.push(child);
  return child;
}

/** Stops a process: returns its exit status, or the signal that ended it. */
async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | string | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode;
  const exit = new Promise<number | string | null>((resolve) => child.once("exit", (code, by) => resolve(code ?? by)));
  child.kill(signal);
  return exit;
}

async function connected(title: string, dsl: object = {}, auth_data: object = {}): Promise<string> {
  const definition = {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "items", url: `http://127.0.0.1:${upstream.port}/items` }],
    ...dsl,
  };
  const connector = await ana.post("/api/connectors/upload", { title, is_public: true, dsl: definition });
  expect([connector.status, connector.text]).toEqual([201, expect.any(String)]);
  const instance = await ana.post("/api/connectors/activate", {
    connector_id: connector.json.id,
    auth_data,
    refresh_interval: 60,
  });
  expect([instance.status, instance.text]).toEqual([201, expect.any(String)]);
  return instance.json.id;
}

type Line = { readonly trigger: string; readonly status: string; readonly error: string | null };
const runs = async (id: string): Promise<Line[]> => (await ana.get(`/api/connectors/instance/${id}/runs`)).json;
const haveRun = (ids: readonly string[]) => async () => {
  const all = await Promise.all(ids.map(runs));
  return all.every(([newest]) => newest && newest.status !== "running") && all;
};
const figures = async () =>
  (await web.call("GET", "/metrics")).text.split("\n").filter((line) => /^tributary_(runs|schedule_slots)/.test(line));

test(
  "a runner rings the schedule, a web process does not; runs and skipped slots are counted; SIGTERM during a round loses nothing",
  { timeout: 180_000 },
  async () => {
    const runner = role("runner", await freePort());
    // The verification mail is sent by a runner too.
    ana = await web.person("Ana", 3);
    expect(await ended(runner, "SIGTERM")).toBe(0);
    await db.pool.query("DELETE FROM agenda_jobs");

    const signIn = {
      type: "oauth2",
      authorization_url: `http://127.0.0.1:${upstream.port}/authorize`,
      token_url: `http://127.0.0.1:${upstream.port}/token`,
    };
    const [open, closed] = [
      await connected("Open"),
      await connected("Not signed in", { auth: signIn }, { client_id: "app", client_secret: "secret of the app" }),
    ];
    await clock.move(3 * HOUR);
    expect((await db.pool.query("SELECT name FROM agenda_jobs")).rows).toEqual([]);

    const first = role("runner", await freePort());
    await roundOfSchedule(db.pool);
    const [[good], [bad]] = (await eventually(haveRun([open, closed]), WITHIN_MS, "Nothing ran by itself")) as [
      [Line],
      [Line],
    ];
    expect(good).toMatchObject({ trigger: "schedule", status: "success" });
    expect(bad).toMatchObject({
      trigger: "schedule",
      status: "failed",
      error: `Sign in to 127.0.0.1:${upstream.port} first.`,
    });
    expect((await ana.post(`/api/connectors/run/${open}`)).json).toMatchObject({ status: "success" });
    // Each schedule has missed two of three slots.
    await eventually(async () => (await figures()).length === 4, 10_000, "Not everything was counted");
    expect(await figures()).toEqual([
      'tributary_runs_total{trigger="manual",status="success"} 1',
      'tributary_runs_total{trigger="schedule",status="failed"} 1',
      'tributary_runs_total{trigger="schedule",status="success"} 1',
      "tributary_schedule_slots_skipped_total 4",
    ]);

    const many: string[] = [];
    for (let at = 0; at < 30; at += 1) many.push(await connected(`Of many ${at}`));
    held = [];
    await clock.move(HOUR);
    await ringSchedule(db.pool);
    await eventually(async () => (held?.length ?? 0) > 0, WITHIN_MS, "No round began");
    const ending = ended(first, "SIGTERM");
    const waiting = held;
    held = null;
    for (const answer of waiting) answer();
    expect(await ending).toBe(0);
    role("runner", await freePort());
    await ringSchedule(db.pool);
    const all = await eventually(haveRun(many), WITHIN_MS, "Not every connection has run");
    expect(all).toEqual(many.map(() => [expect.objectContaining({ trigger: "schedule", status: "success" })]));
  },
);
