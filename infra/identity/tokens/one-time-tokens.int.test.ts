import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { identityMigrations } from "../migrations.ts";
import { type MailTokens, oneTimeTokens } from "./one-time-tokens.ts";

let db: FreshDatabase;
let tokens: MailTokens;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, identityMigrations);
  tokens = oneTimeTokens(db.pool);
});
afterAll(() => db.drop());

describe("one-time tokens", () => {
  test("confirm an address as often as the link is opened", async () => {
    const token = await tokens.issue("verify-email", "ada");
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await tokens.redeem("verify-email", token)).toEqual({ userId: "ada", data: {} });
    expect(await tokens.redeem("verify-email", token)).toEqual({ userId: "ada", data: {} });
  });

  test.each(["reset-password", "set-password"] as const)("let one of 20 at once through: %s", async (kind) => {
    const token = await tokens.issue(kind, "bea", { note: "x" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => tokens.redeem(kind, token)));
    expect(answers.filter((answer) => answer !== null)).toEqual([{ userId: "bea", data: { note: "x" } }]);
    expect(await tokens.peek(kind, token)).toBeNull();
  });

  test("can be looked at without being used up", async () => {
    const token = await tokens.issue("reset-password", "cid");
    expect(await tokens.peek("reset-password", token)).toEqual({ userId: "cid", data: {} });
    expect(await tokens.redeem("reset-password", token)).not.toBeNull();
  });

  test("are good for their own kind only", async () => {
    const token = await tokens.issue("verify-email", "dee");
    expect(await tokens.redeem("reset-password", token)).toBeNull();
    expect(await tokens.peek("set-password", token)).toBeNull();
  });

  test("end with their time", async () => {
    const token = await tokens.issue("verify-email", "eve", {}, -1);
    expect(await tokens.redeem("verify-email", token)).toBeNull();
    await tokens.issue("reset-password", "eve");
    const { rows } = await db.pool.query<{ minutes: number }>(
      `select round(extract(epoch from expires - created) / 60)::int as minutes from identity.one_time_tokens where user_id = 'eve' and kind = 'reset-password'`,
    );
    expect(rows).toEqual([{ minutes: 30 }]);
  });

  test("are revoked for a user, by kind or all", async () => {
    const verify = await tokens.issue("verify-email", "fay");
    const reset = await tokens.issue("reset-password", "fay");
    const others = await tokens.issue("reset-password", "gus");
    await tokens.revokeAll("fay", "reset-password");
    expect(await tokens.peek("reset-password", reset)).toBeNull();
    expect(await tokens.peek("verify-email", verify)).not.toBeNull();
    await tokens.revokeAll("fay");
    expect(await tokens.peek("verify-email", verify)).toBeNull();
    expect(await tokens.peek("reset-password", others)).not.toBeNull();
  });

  test("leave neither themselves nor what they carry readable in the table", async () => {
    const data = { email: "canary@example.org" };
    const token = await tokens.issue("change-email", "hal", data);
    const { rows } = await db.pool.query<{ row: string; data: Buffer }>(
      `select t::text as row, data from identity.one_time_tokens t where user_id = 'hal'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.data.toString("latin1")).not.toContain("canary");
    expect(await tokens.redeem("change-email", token)).toEqual({ userId: "hal", data });
  });

  test.each([
    "",
    "x",
    "\0",
    "é".repeat(43),
    "A".repeat(43),
    "'; drop table identity.sessions --",
    "A".repeat(1_000_000),
  ])("answers null for junk", async (junk) => {
    expect(await tokens.redeem("verify-email", junk)).toBeNull();
  });
});
