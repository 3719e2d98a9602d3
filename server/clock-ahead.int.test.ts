import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabaseTime } from "#infra/time/database-time.ts";
import { bringNearer } from "#infra/time/bring-nearer.ts";
import { eventually } from "#testing/eventually.ts";
import { installedDatabase } from "#testing/installed-database.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { watchRoles } from "./operations/absent-roles.ts";

const DAY_S = 86_400;

let db: FreshDatabase & { readonly installation: { readonly databaseUrl: string } };
let product: Product | undefined;
beforeAll(async () => {
  db = await installedDatabase();
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const figure = async (name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, "m").exec((await product!.call("GET", "/metrics")).text)?.[1]);
const recurring = async () =>
  (
    await db.pool.query<{ name: string; near: boolean }>(
      `SELECT name, next_run_at <= now() + interval '601 seconds' AS near FROM agenda_jobs WHERE type = 'single' ORDER BY name`,
    )
  ).rows;

test("a server whose clock is a day ahead stores no time of tomorrow, and says how far its clock is off", async () => {
  product = await startProduct({ ...db.installation, clockAheadSeconds: DAY_S });
  const rounds = await eventually(
    async () => (await figure("tributary_schedule_round_timestamp_seconds")) || null,
    60_000,
  );
  expect(Math.abs(rounds - Date.now() / 1_000)).toBeLessThan(DAY_S / 2);
  expect(await figure("tributary_clock_offset_seconds")).toBeCloseTo(DAY_S, -2);
  expect(await figure("tributary_follower_lag_seconds")).toBeLessThan(DAY_S / 2);
  const ana = await product.person("Ana", 3);
  expect((await ana.upload("id\n1\n", { title: "One" })).status).toBe(201);
  const jobs = await recurring();
  expect(jobs.length).toBeGreaterThan(4);
  expect(jobs.filter(({ near }) => !near)).toEqual([]);
  const { rows } = await db.pool.query("SELECT name FROM agenda_jobs WHERE locked_at > now() + interval '1 hour'");
  expect(rows).toEqual([]);
});

test("what was stored while the clock of the database was ahead is due again at the next start", async () => {
  await product!.stop("SIGKILL");
  await db.pool.query(
    `UPDATE agenda_jobs SET next_run_at = now() + interval '1 day', last_finished_at = now() - interval '1 hour'`,
  );
  await db.pool.query(
    `INSERT INTO mail.queue (id, sealed, next_attempt) VALUES (gen_random_uuid(), '\\x00', now() + interval '1 day')`,
  );
  product = await startProduct({ ...db.installation, dataDir: product!.dataDir });
  const hourAgo = Date.now() / 1_000 - 1_800;
  await eventually(
    async () => (await figure("tributary_schedule_round_timestamp_seconds")) > hourAgo,
    60_000,
    "No round came",
  );
  expect((await recurring()).filter(({ near }) => !near)).toEqual([]);
  const waiting = async () =>
    (await db.pool.query("SELECT FROM mail.queue WHERE next_attempt > now() + interval '2 hours'")).rowCount === 0;
  expect(await waiting()).toBe(true);
});

test("retries, leases and claims of the future are brought nearer, and right ones stay", async () => {
  const said: object[] = [];
  const log = { warn: (facts: object) => void said.push(facts) };
  await db.pool.query(`
    INSERT INTO webhooks.endpoints (webhook_id, user_id, due, leased_until) VALUES
      ('ahead', 'ana', now() + interval '1 day', now() + interval '1 day'), ('right', 'ana', now() + interval '3 hours', NULL);
    INSERT INTO webhooks.deliveries (webhook_id, user_id, message_id, kind, about_id, body, attempts, next_attempt) VALUES
      ('ahead', 'ana', '1', 'test', '', '{}', 0, now() + interval '1 day'),
      ('right', 'ana', '1', 'test', '', '{}', 5, now() + interval '3 hours')`);
  await bringNearer(db.pool, log);
  const { rows } = await db.pool.query<{ id: string; due: boolean; free: boolean }>(
    "SELECT webhook_id AS id, due <= now() AS due, leased_until IS NULL AS free FROM webhooks.endpoints WHERE user_id = 'ana' ORDER BY 1",
  );
  expect(rows).toEqual([
    { id: "ahead", due: true, free: true },
    { id: "right", due: false, free: true },
  ]);
  expect(said).toEqual([
    { name: "webhooks.deliveries", count: 1 },
    { name: "webhooks.endpoints", count: 1 },
  ]);
  said.length = 0;
  await bringNearer(db.pool, log);
  expect(said).toEqual([]);
});

test("a process says that nobody follows the log, or that nobody does the jobs, and is quiet when somebody does", async () => {
  const time = await openDatabaseTime(db.pool);
  let [oldest, round, due]: [Date | null, Date | null, Date | null] = [null, null, null];
  const ago = (seconds: number) => new Date(time.now() - seconds * 1_000);
  const warnings = watchRoles({
    time,
    readModels: { oldestWaiting: async () => oldest },
    jobs: {
      lastRound: async () => round,
      admin: { kinds: async () => [{ name: "pull", failed: 0, running: 0, waiting: 1, dueAt: due }] } as never,
    },
    patienceMs: 0,
  });
  const words = async () => (await warnings()).map((sentence) => sentence.slice(0, sentence.indexOf(":")));
  expect(await words()).toEqual([]);
  [oldest, round, due] = [ago(90), ago(5_000), ago(70)];
  expect(await words()).toEqual(["Nobody follows the log", "Nobody does the jobs"]);
  // A runner that is behind is no runner that is absent.
  [oldest, round, due] = [null, ago(-1), ago(5_000)];
  expect(await words()).toEqual([]);
  [round, due] = [ago(5_000), ago(-30)];
  expect(await words()).toEqual([]);
  time.stop();
});
