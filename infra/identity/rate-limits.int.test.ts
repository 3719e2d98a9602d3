import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { identityMigrations } from "./migrations.ts";
import { rateLimits } from "./rate-limits.ts";
import { sweepIdentity } from "./sweep.ts";

const FIGURES = { login: { points: 10, seconds: 900 }, forgot: { points: 3, seconds: 3_600 } };
let db: FreshDatabase;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, identityMigrations);
});
afterAll(() => db.drop());

describe("rate limits", () => {
  test("let exactly as many through as they say, of 40 at once in two processes", async () => {
    const one = rateLimits(db.pool, FIGURES);
    const two = rateLimits(db.pool, FIGURES);
    const subject = { account: "ada@example.org", address: "203.0.113.1" };
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? one : two).consume("login", subject)),
    );
    expect(answers.filter((answer) => answer.allowed)).toHaveLength(10);
    expect(answers.map(({ state }) => state.remaining).filter((left) => left > 0)).toHaveLength(9);
    const refused = await one.consume("login", subject);
    expect(refused).toMatchObject({ allowed: false, state: { limit: 10, remaining: 0 } });
    const wait = refused.allowed === false ? refused.retryAfterSeconds : 0;
    expect(wait).toBeGreaterThan(800);
    expect(wait).toBeLessThanOrEqual(900);
  });

  test("count account and address together, each name for itself", async () => {
    const limits = rateLimits(db.pool, { ...FIGURES, login: { points: 1, seconds: 900 } });
    const account = "bea@example.org";
    expect(await limits.consume("login", { account, address: "203.0.113.1" })).toMatchObject({ allowed: true });
    expect(await limits.consume("login", { account: " BEA@example.org", address: "::ffff:203.0.113.1" })).toMatchObject(
      { allowed: false },
    );
    expect(await limits.consume("login", { account, address: "203.0.113.2" })).toMatchObject({ allowed: true });
    expect(await limits.consume("login", { address: "203.0.113.1" })).toMatchObject({ allowed: true });
    expect(await limits.consume("forgot", { account, address: "203.0.113.1" })).toMatchObject({ allowed: true });
  });

  test("are forgotten after a success, and by time", async () => {
    const limits = rateLimits(db.pool, { login: { points: 1, seconds: 900 } });
    const subject = { account: "cid@example.org", address: "2001:db8::1" };
    await limits.consume("login", subject);
    expect((await limits.consume("login", subject)).allowed).toBe(false);
    await limits.reset("login", subject);
    expect((await limits.consume("login", subject)).allowed).toBe(true);
    await db.pool.query(`update identity.rate_limits set expire = 0`);
    expect((await limits.consume("login", subject)).allowed).toBe(true);
    await db.pool.query(`update identity.rate_limits set expire = 0`);
    await sweepIdentity(db.pool, { keyCallsKeptDays: 90 }, AbortSignal.timeout(60_000));
    expect((await db.pool.query(`select 1 from identity.rate_limits`)).rowCount).toBe(0);
  });

  test("take an attempt back where it is not to count", async () => {
    const limits = rateLimits(db.pool, { login: { points: 2, seconds: 900 } });
    const subject = { address: "203.0.113.9" };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect((await limits.consume("login", subject)).allowed).toBe(true);
      await limits.giveBack("login", subject);
    }
    expect([
      (await limits.consume("login", subject)).allowed,
      (await limits.consume("login", subject)).allowed,
      (await limits.consume("login", subject)).allowed,
    ]).toEqual([true, true, false]);
  });

  test("do not wait for the disk, each time that a user changes something", async () => {
    const sent: pg.QueryConfig[] = [];
    const pool = { query: (asked: pg.QueryConfig) => (sent.push(asked), db.pool.query(asked)) } as unknown as pg.Pool;
    const limits = rateLimits(pool, { login: { points: 1, seconds: 900 } });
    const subject = { account: "eve@example.org" };
    expect((await limits.consume("login", subject)).allowed).toBe(true);
    expect((await limits.consume("login", subject)).allowed).toBe(false);
    expect(sent).toHaveLength(2);
    const client = await db.pool.connect();
    for (const { text, values } of sent) {
      await client.query("begin; set local synchronous_commit to on");
      await client.query({ text, values: values! });
      const { rows } = await client.query<{ synchronous_commit: string }>("show synchronous_commit");
      await client.query("rollback");
      expect(rows).toEqual([{ synchronous_commit: "off" }]);
    }
    client.release();
  });

  test("keep no e-mail and no address", async () => {
    await rateLimits(db.pool, FIGURES).consume("forgot", {
      account: `${"canary".repeat(200)}@example.org`,
      address: "198.51.100.77",
    });
    const { rows } = await db.pool.query<{ row: string }>(`select r::text as row from identity.rate_limits r`);
    expect(rows.map(({ row }) => row).join()).not.toMatch(/canary|198\.51/);
  });

  test("throw when the database does not answer, rather than let everybody in", async () => {
    const elsewhere = await testDatabase();
    const limits = rateLimits(elsewhere.pool, FIGURES);
    await expect(limits.consume("login", { account: "ada" })).rejects.toThrow(/identity/);
    await elsewhere.drop();
  });
});
