import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { knownLogins } from "./known-logins.ts";
import { identityMigrations } from "./migrations.ts";
import { sweepIdentity } from "./sweep.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, identityMigrations);
});
afterAll(() => db?.drop());

test("knows an account again at its address and network, and for 90 days", async () => {
  const logins = knownLogins(db.pool, (kind, value) => Promise.resolve(`${kind} ${value}`));
  const ada = "ada@example.org";
  for (let time = 0; time < 2; time += 1) await logins.note(" ADA@example.org", "2001:db8::1");
  expect(await logins.has(ada, "2001:db8::2")).toBe(true);
  expect(await logins.has(ada, "2001:db8:1::1")).toBe(false);
  expect(await logins.has("ben@example.org", "2001:db8::1")).toBe(false);

  const age = (days: number) =>
    db.pool.query("update identity.known_logins set seen = now() - $1 * interval '1 day'", [days]);
  await age(89);
  await sweepIdentity(db.pool, { keyCallsKeptDays: 90 }, AbortSignal.timeout(60_000));
  expect(await logins.has(ada, "2001:db8::1")).toBe(true);
  await age(91);
  await sweepIdentity(db.pool, { keyCallsKeptDays: 90 }, AbortSignal.timeout(60_000));
  expect(await logins.has(ada, "2001:db8::1")).toBe(false);
});
