import { afterAll, beforeAll, expect, test } from "vitest";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { type MovableClock, movableClock } from "#testing/time/clock.ts";
import { runTool } from "#testing/command/run-tool.ts";
import { command } from "#testing/contracts/event-store-parts.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { createEventLog } from "../event-store/event-log.ts";
import { logMigrations } from "../event-store/postgres/log-migrations.ts";
import { createPostgresEventStore } from "../event-store/postgres/postgres-event-store.ts";
import { migrate } from "../postgres/migrations.ts";
import { transparencyMigrations } from "../transparency/transparency-migrations.ts";
import { createVault } from "../vault/vault.ts";
import { vaultMigrations } from "../vault/vault-migrations.ts";

const SECRET = "secret-of-the-tools-test-0123456789-0123456789";
const DAY = 86_400_000;

let db: FreshDatabase;
let clock: MovableClock;
let log: ReturnType<typeof createEventLog<typeof allEvents>>;
let users = 0;
beforeAll(async () => {
  db = await testDatabase();
  clock = await movableClock(db.url);
  await migrate(db.pool, [...logMigrations, ...vaultMigrations, ...transparencyMigrations, ...modelMigrations]);
  await clock.stampEvents();
  const store = createPostgresEventStore({ pool: db.pool, log: { warn: () => undefined } });
  const vault = createVault({ pool: db.pool, masterSecrets: [SECRET] });
  log = createEventLog({ store, catalog: allEvents, vault });
});
afterAll(() => db?.drop());

async function append(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const userId = `user${(users += 1)}`;
    const data = { userId, name: `Name of ${userId}`, email: `${userId}@example.org` };
    await log.append(`user-${userId}`, [{ type: "UserRegistered", data }], {
      ...{ expectedRevision: NO_STREAM, context: command() },
    });
  }
}
const verify = (...args: string[]) => runTool("verify-log", args, { DATABASE_URL: db.url, APP_SECRET: SECRET });

test("a jump of the clock is said once, acknowledged in the log, and no fault from then on", async () => {
  await append(4);
  await clock.move(DAY);
  await append(3);
  await clock.move(-DAY);
  await append(20);
  const red = await verify();
  expect([red.status, red.faults.trim().split("\n")]).toEqual([
    1,
    [
      expect.stringMatching(
        /^The clock was ahead and came back before position 0+8: from .+ to .+\. 3 events before it are dated too late\./,
      ),
    ],
  ]);
  const position = /position (\d+)/.exec(red.faults)![1]!;
  const why = ["--reason", "The time server was a day ahead"];
  expect(await verify("--acknowledge-jump", "0000000000000003", ...why)).toMatchObject({
    status: 1,
    faults: "At this position the clock has not jumped. Run verify-log without arguments to see where it has.\n",
  });
  expect(await verify("--acknowledge-jump", position)).toMatchObject({
    status: 1,
    faults: "Say how the clock came to be ahead, with --reason.\n",
  });
  expect(await verify("--acknowledge-jump", position, ...why)).toMatchObject({ status: 0 });
  expect(await verify("--acknowledge-jump", position, ...why)).toMatchObject({ status: 0 });
  const green = await verify();
  expect([green.status, green.faults]).toEqual([0, ""]);
  expect(green.out).toMatch(/It is acknowledged\.\n28 events in 28 streams, 0 faults/);
});

test("an event that is dated back among steady ones is no jump, and cannot be acknowledged", async () => {
  await append(3);
  await clock.move(-DAY / 2);
  await append(1);
  await clock.move(DAY / 2);
  await append(5);
  const red = await verify();
  const [line, ...more] = red.faults.trim().split("\n");
  expect([red.status, more]).toEqual([1, []]);
  expect(line).toMatch(/: it is dated back: an event before it is of .+\.$/);
  const position = /position (\d+)/.exec(line!)![1]!;
  expect(await verify("--acknowledge-jump", position, "--reason", "It is ours")).toMatchObject({ status: 1 });
  expect((await verify()).status).toBe(1);
});

test("an acknowledged jump hides no change of a date", async () => {
  await db.pool.query(
    "BEGIN; ALTER TABLE log.events DISABLE TRIGGER events_are_final; UPDATE log.events SET recorded_at = recorded_at - interval '1 minute' WHERE position = 6; ALTER TABLE log.events ENABLE ALWAYS TRIGGER events_are_final; COMMIT",
  );
  expect((await verify()).faults).toMatch(/position 0+6\): its content does not match its hash/);
});
