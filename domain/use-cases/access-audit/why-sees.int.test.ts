import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { connectorCases, DATASET, datasetCases, OWNER, VIEWERS } from "#testing/contracts/who-sees.ts";
import { catalogueOf } from "#testing/follower/catalogue-of.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { useCasePorts } from "#testing/use-case-ports.ts";
import { NO_STREAM } from "../../core/event-store.ts";
import type { KnownEvent } from "../all-events.ts";
import { whySees } from "./why-sees.ts";

const ADMIN = "root";
const EVERYBODY = [...VIEWERS, ADMIN];
const people: readonly KnownEvent[] = [
  ...EVERYBODY.map((userId): KnownEvent => ({
    type: "UserRegistered",
    data: { userId, name: userId, email: `${userId}@a.test` },
  })),
  { type: "RoleGranted", data: { userId: ADMIN, role: "admin" } },
];
const { ports } = await useCasePorts();
/** The read model of one case at a time. */
let db: FreshDatabase;
let commands = 0;

async function append(stream: string, events: readonly KnownEvent[]): Promise<void> {
  commands += 1;
  const context = {
    actor: { kind: "user", id: OWNER },
    commandId: `c${commands}`,
    correlationId: "c",
    causationId: null,
  } as const;
  const done = await ports.log.append(stream, events, { expectedRevision: NO_STREAM, context });
  expect(done.ok).toBe(true);
}

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, modelMigrations);
  for (const id of EVERYBODY)
    await append(
      `user-${id}`,
      people.filter(({ data }) => "userId" in data && data.userId === id),
    );
});

afterAll(() => db?.drop());

/** The same events about an item of this id. */
const about = <E>(events: readonly E[], from: string, to: string): readonly E[] =>
  JSON.parse(JSON.stringify(events).replaceAll(`"${from}"`, `"${to}"`)) as E[];

for (const [at, given] of datasetCases.entries())
  test(`why agrees with what the catalogue shows: ${given.about}`, async () => {
    const id = `d-case-${at}`;
    const events = about(given.events, DATASET, id);
    await append(`dataset-${id}`, events);
    const catalogue = await catalogueOf(db.pool, [...people, ...events]);
    for (const userId of EVERYBODY) {
      const why = await whySees(ports, { item: { kind: "dataset", id }, userId, asOf: null });
      const shown = await catalogue.dataset(id, userId);
      const rows = shown === null ? "none" : shown.owned || shown.granted ? "all" : "sample";
      expect([userId, why.sees, why.rows]).toEqual([userId, shown !== null, rows]);
      expect(why.sees ? why.rules.length : why.hindrances.length).toBeGreaterThan(0);
    }
  });

for (const [at, given] of connectorCases.entries())
  test(`why agrees with the versions that the catalogue shows: ${given.about}`, async () => {
    const id = `c-case-${at}`;
    const events = about(given.events, "c-1", id);
    await append(`connector-${id}`, events);
    const catalogue = await catalogueOf(db.pool, [...people, ...events]);
    for (const userId of EVERYBODY) {
      const why = await whySees(ports, { item: { kind: "connector", id }, userId, asOf: null });
      const versions = [...new Set(why.rules.flatMap((rule) => rule.versions ?? []))].toSorted();
      const shown = (await catalogue.connectorVersions(id, userId)).map(({ version }) => version).toSorted();
      expect([userId, versions]).toEqual([userId, shown]);
      expect(why.sees ? why.rules.length : why.hindrances.length).toBeGreaterThan(0);
    }
  });

test("a rule names the event that made it apply, and an earlier time has the rules of then", async () => {
  const given = datasetCases.find(({ about: what }) => what === "a private one that is shared")!;
  const events = about(given.events, DATASET, "d-past");
  await append("dataset-d-past", events);
  const [first] = await ports.log.read("dataset-d-past");
  const before = new Date(Date.parse(first!.recordedAt) - 1_000).toISOString();
  const ask = (asOf: string | null, userId = "ben") =>
    whySees(ports, { item: { kind: "dataset", id: "d-past" }, userId, asOf });
  expect((await ask(null)).rules).toEqual([
    { rule: "grant", since: expect.any(String) as string, by: OWNER, until: null, versions: null },
  ]);
  expect((await ask(before)).hindrances).toEqual(["missing"]);
  expect((await ask(null, "nobody")).hindrances).toEqual(["no-account"]);
});

test("a grant counts until its end, whether or not the end is an event yet", async () => {
  const given = datasetCases.find(({ about: what }) => what === "a private one with rows")!;
  const until = "2050-01-01T00:00:00Z";
  const share = { type: "AccessGranted", data: { datasetId: "d-until", userId: "ben", by: OWNER, until } } as const;
  await append("dataset-d-until", [...about(given.events, DATASET, "d-until"), share]);
  const ask = async (asOf: string) => {
    const { rules, hindrances } = await whySees(ports, {
      item: { kind: "dataset", id: "d-until" },
      userId: "ben",
      asOf,
    });
    return [rules.map(({ rule }) => rule), hindrances];
  };
  expect(await ask("2049-12-31T00:00:00Z")).toEqual([["grant"], []]);
  expect(await ask(until)).toEqual([[], ["private", "grant-ended"]]);
});

test("the keys that open all rows are named, limited ones only for what they open", async () => {
  const given = datasetCases.find(({ about: what }) => what === "a private one with rows")!;
  await append("dataset-d-keys", about(given.events, DATASET, "d-keys"));
  const key = (keyId: string, tables: string[] | null, scopes: ("read" | "run")[] = ["read"]): KnownEvent => ({
    type: "ApiKeyCreated",
    data: {
      userId: OWNER,
      keyId,
      name: keyId,
      prefix: "trib_a",
      lastFour: "abcd",
      scopes,
      tables,
      connectors: null,
      expiresAt: null,
    },
  });
  await append(`api-keys-${OWNER}`, [
    ...[
      key("all", null),
      key("other", ["d-other"]),
      key("this", ["d-keys"]),
      key("run", null, ["run"]),
      key("gone", null),
    ],
    { type: "ApiKeyDeleted", data: { userId: OWNER, keyId: "gone" } },
  ]);
  const { keys } = await whySees(ports, { item: { kind: "dataset", id: "d-keys" }, userId: OWNER, asOf: null });
  expect(keys.map(({ id, isLimited }) => [id, isLimited])).toEqual([
    ["all", false],
    ["this", true],
  ]);
});
