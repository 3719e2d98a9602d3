import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EventCatalog, type EventDefinition, type EventOf, upcast } from "#domain/core/event-catalog.ts";
import { NO_STREAM } from "#domain/core/event-store.ts";
import type { JsonObject, JsonValue } from "#domain/core/values/json.ts";
import { allEvents } from "#domain/use-cases/all-events.ts";
import { createEventLog, type DecodingEventLog } from "#infra/event-store/event-log.ts";
import { command } from "#testing/contracts/event-store-parts.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { createPostgresEventStore, type PostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { createVault } from "#infra/vault/vault.ts";
import { vaultMigrations } from "#infra/vault/vault-migrations.ts";
import { allProjections } from "#projections/all.ts";
import { startFollower } from "./follower.ts";
import { modelMigrations } from "./model-migrations.ts";

/**
 * Every model can apply whatever the log accepts: events of every type and version, with the worst texts and numbers
 * that append allows.
 */
const catalog: EventCatalog = allEvents;
const FOLDER = new URL("../../domain/use-cases/golden/", import.meta.url);
const FIRST = /Registered|Created|Published|Activated|Started|Reserved/;
const fixtures = readdirSync(FOLDER)
  .map((file) => {
    const [type = "", version = "", special = "json"] = file.split(".");
    // Examples of one type have their own ids, as deciders ensure; the first of each type share theirs.
    const about = version === `v${catalog[type]!.version}` && special === "json" ? "" : `-${version}-${special}`;
    return {
      type,
      about,
      version: Number(version.replace("v", "")),
      data: JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as JsonObject,
    };
  })
  .sort((a, b) => Number(FIRST.test(b.type)) - Number(FIRST.test(a.type)));

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let db: FreshDatabase;
let store: PostgresEventStore;
let log: DecodingEventLog<EventOf<EventCatalog>>;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...logMigrations, ...vaultMigrations, ...modelMigrations]);
  store = createPostgresEventStore({ pool: db.pool, log: silent });
  log = createEventLog({
    store,
    catalog,
    vault: createVault({ pool: db.pool, masterSecrets: ["secret-of-accepted-events-0123456789-0123456789"] }),
  });
});
afterAll(async () => {
  await store?.close();
  await db?.drop();
});

const nasty = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.nat({ max: 1_000 }).map((length) => `${"x".repeat(length)}😀`),
  fc.constantFrom(
    "",
    " ",
    "'",
    "\\",
    "\\u0000",
    "%",
    "{",
    "\u202eabc",
    "e\u0301".repeat(100),
    "שלום",
    "\u0001\u001f\u007f\u0085\u2028",
    "\ufeff",
    "null",
    "2024-02-30T99:00:00Z",
    "9".repeat(400),
    "x".repeat(1_000),
    "y".repeat(99_000),
  ),
);
const refused = fc.constantFrom("a\u0000b", "a\ud83d", "\ude00b");
const number = fc.oneof(fc.constantFrom(0, 1, 2 ** 31, Number.MAX_SAFE_INTEGER), fc.nat());

type Leaf = { readonly path: readonly string[]; readonly value: string | number };
const leaves = (value: JsonValue, path: readonly string[] = []): Leaf[] =>
  typeof value === "string" || typeof value === "number"
    ? [{ path, value }]
    : value === null || typeof value !== "object"
      ? []
      : Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));

function withValue(data: JsonObject, path: readonly string[], value: string | number): JsonObject {
  const copy = structuredClone(data);
  let at = copy as Record<string, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string, unknown>;
  at[path.at(-1)!] = value;
  return copy;
}

const ID = /(^|[a-z])(Id|id|physical|tableName|config|holder|by)$/;
/**
 * The same data with its texts and numbers replaced where the schema allows it; ids get a suffix, so that each round
 * uses its own.
 */
function withHostileValues(
  definition: EventDefinition,
  data: JsonObject,
  round: string,
  next: { text(): string | null; number(): number | null },
): JsonObject {
  let current = data;
  for (const { path, value } of leaves(data)) {
    const key = path.findLast((step) => !/^\d+$/.test(step)) ?? "";
    const wanted = typeof value === "number" ? next.number() : ID.test(key) ? `${value}-${round}` : next.text();
    if (wanted === null) continue;
    const candidate = withValue(current, path, wanted);
    if (definition.schema.safeParse(candidate).success) current = candidate;
  }
  return current;
}

async function append(type: string, data: object): Promise<boolean> {
  const stream = `accepted-${crypto.randomUUID()}`;
  return log.append(stream, [{ type, data }], { expectedRevision: NO_STREAM, context: command() }).then(
    (result) => result.ok,
    (error: unknown) => {
      if (error instanceof Error && /cannot be appended/.test(error.message)) return false;
      throw error;
    },
  );
}

test("whatever the log accepts, every model applies", async () => {
  const follower = startFollower({
    store,
    decode: log.decode,
    projections: allProjections,
    pool: db.pool,
    log: silent,
  });
  let appended = 0;
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.option(nasty)),
        fc.infiniteStream(fc.option(number)),
        fc.uuid(),
        async (texts, numbers, round) => {
          const next = {
            text: () => texts.next().value as string | null,
            number: () => numbers.next().value as number | null,
          };
          for (const { type, about, version, data } of fixtures) {
            const definition = catalog[type]!;
            if (
              await append(
                type,
                withHostileValues(definition, upcast(type, definition, version, data), `${round}${about}`, next),
              )
            )
              appended += 1;
          }
          const head = await store.head();
          await expect
            .poll(
              async () => {
                const { rows } = await db.pool.query(
                  "SELECT model, error, (SELECT type || ' ' || left(data::text, 400) FROM log.events WHERE position::text = ltrim(halted_at, '0')) AS event FROM models.checkpoints WHERE state = 'halted' OR position IS DISTINCT FROM $1",
                  [head],
                );
                return rows.filter(({ error }) => error !== null).length > 0 ? rows : rows.length;
              },
              { timeout: 15_000, message: "each model has applied all events" },
            )
            .toBe(0);
        },
      ),
      { numRuns: 10, endOnFailure: true },
    );
  } finally {
    await follower.stop();
  }
  expect(appended).toBeGreaterThan(400);
}, 60_000);

test("what no model could apply is refused at the door: NUL and lone surrogates in every text of every event", async () => {
  const before = await store.head();
  for (const { type, version, data } of fixtures) {
    const definition = catalog[type]!;
    const current = upcast(type, definition, version, data);
    for (const { path, value } of leaves(current)) {
      if (typeof value !== "string") continue;
      const [text] = fc.sample(refused, 1);
      const candidate = withValue(current, path, text!);
      if (definition.schema.safeParse(candidate).success)
        expect(await append(type, candidate), `${type}.${path.join(".")} as ${JSON.stringify(text)}`).toBe(false);
    }
  }
  expect(await store.head()).toBe(before);
});

test("names in free-form data, depth and size are looked at too", async () => {
  const { data } = fixtures.find(({ type }) => type === "ConnectorVersionPublished")!;
  const deep = (levels: number): JsonValue => (levels === 0 ? 1 : [deep(levels - 1)]);
  for (const definition of [
    { "a\u0000": 1 },
    { "\ud83d": 1 },
    { deep: deep(70) },
    { long: "x".repeat(2_000_001) },
    { number: Number.NaN },
    { number: Infinity },
  ]) {
    expect(await append("ConnectorVersionPublished", { ...data, definition })).toBe(false);
  }
  expect(
    await append("ConnectorVersionPublished", {
      ...data,
      rootId: "fit",
      connectorId: "fit",
      definition: { deep: deep(40), text: "😀" },
    }),
  ).toBe(true);
});
