import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ERASED, event, type EventCatalog } from "#domain/core/event-catalog.ts";
import { NO_STREAM } from "#domain/core/event-store.ts";
import { AppendTooLarge, MAX_APPEND_BYTES } from "#domain/core/faults/append-too-large.ts";
import { startProtocolServer } from "#testing/servers/eventstoredb-server.ts";
import { createCommandClaims } from "../beside-log/command-claims.ts";
import { createEventStoreDb } from "./eventstoredb/eventstoredb-event-store.ts";
import { createEventLog, type DecodingEventLog } from "./event-log.ts";
import { command, freshStream } from "#testing/contracts/event-store-parts.ts";
import { logMigrations } from "./postgres/log-migrations.ts";
import { createPostgresEventStore } from "./postgres/postgres-event-store.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { createVault } from "../vault/vault.ts";
import { vaultMigrations } from "../vault/vault-migrations.ts";

const joined = {
  version: 1,
  schema: z.strictObject({ member: z.string(), name: z.string().nullable(), town: z.string() }),
  personal: { subject: "member", fields: ["name"] },
};
const catalog: EventCatalog = {
  Joined: event(joined),
  Left: event({ version: 1, schema: z.strictObject({ member: z.string() }) }),
};
/** The same catalog a release later. */
const later: EventCatalog = {
  ...catalog,
  Joined: event({
    version: 3,
    schema: z.strictObject({ member: z.string(), first: z.string(), last: z.string(), place: z.string() }),
    personal: { subject: "member", fields: ["first", "last"] },
    upcasts: {
      1: ({ town, ...rest }) => ({ ...rest, place: town! }),
      2: ({ name, ...rest }) => ({
        ...rest,
        first: String(name).split(" ")[0]!,
        last: String(name).split(" ")[1] ?? "",
      }),
    },
  }),
};

let db: FreshDatabase;
const open = (with_: EventCatalog) => {
  const store = createPostgresEventStore({ pool: db.pool, log: { warn: () => undefined } });
  const vault = createVault({ pool: db.pool, masterSecrets: ["secret-of-the-event-log-test-0123456789"] });
  return { store, vault, log: createEventLog({ store, catalog: with_, vault }) };
};
const append = (log: ReturnType<typeof open>["log"], stream: string, ...events: { type: string; data: object }[]) =>
  log.append(stream, events, { expectedRevision: NO_STREAM, context: command() });

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...logMigrations, ...vaultMigrations]);
});
afterAll(() => db?.drop());

test("personal fields are readable through the log and sealed within it", async () => {
  const { log, store } = open(catalog);
  const stream = freshStream();
  await append(
    log,
    stream,
    { type: "Joined", data: { member: "anna", name: "Anna Canary", town: "Ulm" } },
    { type: "Left", data: { member: "anna" } },
  );
  const read = await log.read(stream);
  expect(read.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: "Joined", data: { member: "anna", name: "Anna Canary", town: "Ulm" } },
    { type: "Left", data: { member: "anna" } },
  ]);
  expect(read[0]).toMatchObject({ stream, revision: 0, prevHash: null });
  expect(read[0]).not.toHaveProperty("schemaVersion");
  const [recorded] = await store.readStream(stream);
  expect(recorded!.data).toEqual({ member: "anna", name: { $sealed: expect.any(String) }, town: "Ulm" });
  expect(JSON.stringify(recorded)).not.toContain("Canary");
});

test("a personal field may be null", async () => {
  const { log } = open(catalog);
  const stream = freshStream();
  await append(log, stream, { type: "Joined", data: { member: "anna", name: null, town: "Ulm" } });
  expect((await log.read(stream))[0]!.data).toEqual({ member: "anna", name: null, town: "Ulm" });
});

test("the fields of a forgotten owner read as erased, others stay; what comes later is not kept at all", async () => {
  const { log, vault, store } = open(catalog);
  const stream = freshStream();
  await append(
    log,
    stream,
    { type: "Joined", data: { member: "bert", name: "Bert", town: "Bonn" } },
    { type: "Joined", data: { member: "cora", name: "Cora", town: "Bonn" } },
  );
  await vault.forget("bert");
  expect((await log.read(stream)).map(({ data }) => (data as { name: string }).name)).toEqual([ERASED, "Cora"]);
  const late = freshStream();
  await append(log, late, { type: "Joined", data: { member: "bert", name: "Bert", town: "Bonn" } });
  expect((await store.readStream(late))[0]!.data).toEqual({ member: "bert", name: ERASED, town: "Bonn" });
});

test("old versions are brought up to date after unsealing, erased ones too", async () => {
  const old = open(catalog);
  const stream = freshStream();
  await append(old.log, stream, { type: "Joined", data: { member: "dora", name: "Dora Maar", town: "Paris" } });
  const { log, vault } = open(later);
  expect((await log.read(stream))[0]!.data).toEqual({ member: "dora", first: "Dora", last: "Maar", place: "Paris" });
  await vault.forget("dora");
  expect((await log.read(stream))[0]!.data).toEqual({ member: "dora", first: ERASED, last: "", place: "Paris" });
});

test("what the schema does not allow is not written, and the error shows no value", async () => {
  const { log, store } = open(catalog);
  const stream = freshStream();
  const wrong = { type: "Joined", data: { member: "emil", name: 5, town: "CANARY", more: "CANARY" } };
  const error: Error = await append(log, stream, { type: "Left", data: { member: "emil" } }, wrong).then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(error.message).toMatch(/Joined .*name/);
  expect(error.message).not.toContain("CANARY");
  await expect(append(log, stream, { type: "Unheard", data: {} })).rejects.toThrow(/no Unheard/);
  await expect(append(log, stream, { type: "toString", data: {} })).rejects.toThrow(/no toString/);
  expect(await store.readStream(stream)).toEqual([]);
});

test("an event that the catalog does not know is an error, never skipped", async () => {
  const { log } = open(catalog);
  const stream = freshStream();
  await append(log, stream, { type: "Left", data: { member: "x" } });
  await expect(open({}).log.read(stream)).rejects.toThrow(/no Left/);
});

test("a sealed field that was moved to another field does not open", async () => {
  const { log, store } = open({
    ...catalog,
    Joined: event({ ...joined, personal: { subject: "member", fields: ["name", "town"] } }),
  });
  const stream = freshStream();
  await append(log, stream, { type: "Joined", data: { member: "frida", name: "Frida", town: "Fulda" } });
  const [recorded] = await store.readStream(stream);
  const swapped = { ...recorded!, data: { ...recorded!.data, name: recorded!.data["town"]! } };
  await expect(log.decode([swapped])).rejects.toThrow();
});

test("what needs no change is handed on without a copy", async () => {
  const { log, store } = open(catalog);
  const stream = freshStream();
  await append(
    log,
    stream,
    { type: "Joined", data: { member: "gina", name: null, town: "Genf" } },
    { type: "Left", data: { member: "gina" } },
  );
  const recorded = await store.readStream(stream);
  const decoded = await log.decode(recorded);
  for (const [n, { data }] of decoded.entries()) expect(data).toBe(recorded[n]!.data);
});

test("thousands of sealed events are decoded with one question to the database", async () => {
  const { log, store } = open(catalog);
  const stream = freshStream();
  const events = Array.from({ length: 2000 }, (_, n) => ({
    type: "Joined",
    data: { member: `m-${n % 40}`, name: `Name ${n}`, town: "" },
  }));
  for (let at = 0; at < events.length; at += 500)
    await log.append(stream, events.slice(at, at + 500), {
      expectedRevision: at === 0 ? NO_STREAM : at - 1,
      context: command(),
    });
  const recorded = await store.readStream(stream);
  let queries = 0;
  const counting = new Proxy(db.pool, {
    get(pool, key) {
      if (key === "query") queries += 1;
      const value = Reflect.get(pool, key);
      return typeof value === "function" ? value.bind(pool) : value;
    },
  });
  const decoding = createEventLog({
    store,
    catalog,
    vault: createVault({ pool: counting, masterSecrets: ["secret-of-the-event-log-test-0123456789"] }),
  });
  const decoded = await decoding.decode(recorded);
  expect(decoded.map(({ data }) => (data as { name: string }).name)).toEqual(recorded.map((_, n) => `Name ${n}`));
  expect(queries).toBe(1);
});

/** The same log over each kind of store. */
const overEach = async (use: (log: DecodingEventLog<never>, kind: string) => Promise<void>): Promise<void> => {
  const server = await startProtocolServer();
  const other = createEventStoreDb({
    url: server.url,
    clock: { now: async () => new Date() },
    log: { warn: () => undefined },
    claims: createCommandClaims(db.pool),
  });
  try {
    const { store, vault } = open(catalog);
    for (const [kind, each] of [
      ["Postgres", store],
      ["EventStoreDB", other],
    ] as const)
      await use(createEventLog({ store: each, catalog, vault }), kind);
  } finally {
    await other.close();
    server.close();
  }
};

test("an append has one limit in every store, of all its events together, and nothing above it is sent", async () => {
  await overEach(async (log, kind) => {
    const outcomes: [number, number, string][] = [];
    for (const count of [1, 2, 30, 700])
      for (const share of [0.9, 0.99, 1.01, 1.5, 3]) {
        const town = "é".repeat(Math.max(0, Math.floor((MAX_APPEND_BYTES * share) / count - 900) / 2));
        const events = Array.from({ length: count }, () => ({
          type: "Joined",
          data: { member: "m", name: null, town },
        }));
        const stream = freshStream();
        const outcome = await log
          .append(stream, events as never, { expectedRevision: NO_STREAM, context: command() })
          .then(
            () => "kept",
            (error: unknown) => (error instanceof AppendTooLarge ? "refused" : String(error)),
          );
        expect([kind, count, share, (await log.read(stream)).length]).toEqual([
          ...[kind, count, share],
          outcome === "kept" ? count : 0,
        ]);
        outcomes.push([count, share, outcome]);
      }
    expect(outcomes.filter(([, , outcome]) => outcome !== "kept" && outcome !== "refused")).toEqual([]);
    for (const [, share, outcome] of outcomes)
      if (share <= 0.9 || share >= 1.5) expect([share, outcome]).toEqual([share, share < 1 ? "kept" : "refused"]);
  });
}, 60_000);
