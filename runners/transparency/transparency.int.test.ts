import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { EventStore } from "#domain/core/event-store.ts";
import { concat, sameBytes, toHex, utf8 } from "#domain/transparency/bytes.ts";
import { logEntry } from "#domain/transparency/log-entry.ts";
import { parseCheckpoint } from "#domain/transparency/notes/log-checkpoint.ts";
import { parseProof } from "#domain/transparency/notes/proof-file.ts";
import { KEY_TYPES, signatureLine, verifyNote } from "#domain/transparency/notes/signed-note.ts";
import type { SendToWitness } from "#domain/transparency/ports.ts";
import { inclusionRoot, leafHash } from "#domain/transparency/tree/merkle.ts";
import { createEventStoreDb } from "#infra/event-store/eventstoredb/eventstoredb-event-store.ts";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { logMigrations } from "#infra/event-store/postgres/log-migrations.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { logCrypto } from "#infra/transparency/log-crypto.ts";
import { createLogTree } from "#infra/transparency/log-tree.ts";
import { createLogWitness } from "#infra/transparency/log-witness.ts";
import { createPublicLog } from "#infra/transparency/public-log.ts";
import { createSignedCheckpoints } from "#infra/transparency/signed-checkpoints.ts";
import { transparencyMigrations } from "#infra/transparency/transparency-migrations.ts";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type ProtocolServer, startProtocolServer } from "#testing/servers/eventstoredb-server.ts";
import { appendEvents, keptInMemory, testIdentity, testKey } from "#testing/transparency/log-in-tests.ts";
import { askWitnesses } from "./ask-witnesses.ts";
import { growTree } from "./grow-tree.ts";
import { signCheckpoint } from "./sign-checkpoint.ts";

const { sha256 } = logCrypto;
const quiet = { warn: () => undefined };
const identity = testIdentity("data.example.org/log");
const keys = identity.signers.map(({ key }) => key);

let server: ProtocolServer;
beforeAll(async () => {
  server = await startProtocolServer();
});
afterAll(() => server?.close());

let db: FreshDatabase;
let closeStore: () => Promise<void>;
beforeEach(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...logMigrations, ...transparencyMigrations]);
});
afterEach(async () => {
  await closeStore();
  await db.drop();
});

function open(kind: "Postgres" | "EventStoreDB") {
  const store =
    kind === "Postgres"
      ? createPostgresEventStore({ pool: db.pool, log: quiet })
      : createEventStoreDb({ url: server.url, clock: { now: async () => new Date() }, log: quiet });
  closeStore = () => store.close();
  const tree = createLogTree(db.pool);
  const signed = createSignedCheckpoints(db.pool);
  return { store: store as EventStore, tree, signed, kept: keptInMemory(), crypto: logCrypto };
}
type Opened = ReturnType<typeof open>;

/** Grows the tree to the end of the log. */
async function catchUp(ports: Opened): Promise<void> {
  const growing = await growTree(ports);
  if ("code" in growing) throw new Error(growing.code);
  const head = await ports.store.head();
  await eventually(async () => (await ports.tree.state()).position === head);
  await growing.stop();
}

const logged = async (store: EventStore) => store.readAll(null, 100_000);

/** RFC 6962, section 2.1. */
function mth(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length <= 1) return leaves[0] ?? sha256();
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(Uint8Array.of(1), mth(leaves.slice(0, k)), mth(leaves.slice(k)));
}

describe.each(["Postgres", "EventStoreDB"] as const)("on %s", (kind) => {
  test("the tree has a leaf for each event in the log's order, and its checkpoint proves each of them", async () => {
    const ports = open(kind);
    await appendEvents(ports.store, `first-${kind}`, 300);
    await catchUp(ports);
    expect(await signCheckpoint(ports, identity)).toBe("signed");
    await appendEvents(ports.store, `second-${kind}`, 400);
    await catchUp(ports);
    expect(await signCheckpoint(ports, identity)).toBe("signed");
    expect(await signCheckpoint(ports, identity)).toBe("unchanged");

    const events = await logged(ports.store);
    const leaves = events.map((event) => leafHash(sha256, logEntry(event, sha256)));
    const { checkpoint } = await ports.signed.last();
    const parsed = parseCheckpoint(checkpoint!.note)!;
    expect(parsed.checkpoint).toMatchObject({ origin: "data.example.org/log", size: events.length });
    expect(toHex(parsed.checkpoint.root)).toBe(toHex(mth(leaves)));
    expect(verifyNote(logCrypto, parsed.note, keys)).toHaveLength(1);
    expect(ports.kept.note).toBe(checkpoint!.note);

    const log = createPublicLog({ pool: db.pool, ...ports });
    for (const index of [0, 255, 256, events.length - 1]) {
      const event = events[index]!;
      const found = await log.event(event.stream, event.revision);
      expect(found).toMatchObject({ event: { id: event.id }, first: { stream: event.stream, revision: 0 } });
      const proof = parseProof((await log.proof(found!.event))!)!;
      expect(proof.index).toBe(index);
      const leaf = leafHash(sha256, proof.entry!);
      const root = inclusionRoot(sha256, { index, size: events.length, leaf, proof: proof.proof });
      expect(toHex(root!)).toBe(toHex(parsed.checkpoint.root));
    }
    const tile = await log.tile(0, { n: 1, width: 40 });
    expect(sameBytes(tile!, concat(...leaves.slice(256, 296)))).toBe(true);
    expect(await log.tile(0, { n: Math.floor(events.length / 256), width: 256 })).toBeNull();
    const bundle = await log.entries({ n: 1, width: 2 });
    const entry = logEntry(events[256]!, sha256);
    expect(sameBytes(bundle!.subarray(2, 2 + entry.length), entry)).toBe(true);
  });

  test("a log that lost or changed events after its checkpoint was signed is a fork, and is not signed over", async () => {
    const ports = open(kind);
    await appendEvents(ports.store, `kept-${kind}`, 20);
    await catchUp(ports);
    await signCheckpoint(ports, identity);
    const before = (await ports.signed.last()).checkpoint!;
    // The copy beside the database has seen a longer log, as after the restore of an older backup.
    const longer = testIdentity("data.example.org/log");
    const text = `data.example.org/log\n${before.size + 5}\n${Buffer.from(sha256(utf8("x"))).toString("base64")}\n`;
    const note = `${text}\n${longer.signers.map(({ sign }) => signatureLine(sign(text))).join("")}`;
    await ports.kept.write(note);
    expect(await signCheckpoint(ports, identity)).toEqual({
      code: "log-shorter",
      size: before.size,
      signed: before.size + 5,
    });
    await appendEvents(ports.store, `other-${kind}`, 30);
    await catchUp(ports);
    expect(await signCheckpoint(ports, identity)).toEqual({ code: "log-rewritten", signed: before.size + 5 });
    expect((await ports.signed.last()).checkpoint).toEqual(before);
    await ports.kept.write("damaged");
    expect(await signCheckpoint(ports, identity)).toEqual({ code: "kept-checkpoint-unreadable" });
  });
});

/** An action that needs all rights over the database. */
const tamper = (sql: string) => db.pool.query(`BEGIN; ALTER TABLE log.events DISABLE TRIGGER ALL; ${sql}; COMMIT`);

test("a restored older database is a fork: the copy beside it has the newer checkpoint", async () => {
  const ports = open("Postgres");
  await appendEvents(ports.store, "a", 300);
  await catchUp(ports);
  await signCheckpoint(ports, identity);
  const tables = ["log.events", "transparency.tiles", "transparency.tree", "transparency.checkpoint"];
  for (const table of tables) await db.pool.query(`CREATE TABLE ${table}_backup AS TABLE ${table}`);
  await appendEvents(ports.store, "b", 10);
  await catchUp(ports);
  await signCheckpoint(ports, identity);
  for (const table of tables) await tamper(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM ${table}_backup`);
  expect(await signCheckpoint(ports, identity)).toEqual({ code: "log-shorter", size: 300, signed: 310 });
  // What happens next is another history.
  await appendEvents(ports.store, "c", 20);
  await catchUp(ports);
  expect(await signCheckpoint(ports, identity)).toEqual({ code: "log-rewritten", signed: 310 });
});

test("a tree goes on only on the log that it was made of", async () => {
  const ports = open("Postgres");
  await appendEvents(ports.store, "a", 30);
  await catchUp(ports);
  await tamper("UPDATE log.events SET type = 'other' WHERE position = 12");
  expect(await growTree(ports)).toEqual({ code: "tree-not-of-log", index: 11 });
});

test("two processes that grow the tree at once give each event one leaf", async () => {
  const ports = open("Postgres");
  const [one, two] = await Promise.all([growTree(ports), growTree(ports)]);
  await appendEvents(ports.store, "a", 10);
  if ("code" in one || "code" in two) throw new Error("fork");
  const fault = Promise.any(
    [one.finished, two.finished].map((finished) => finished.then(() => Promise.reject(new Error("ended")), String)),
  );
  await eventually(async () => (await ports.tree.state()).size === 10);
  expect(await fault).toMatch(/grown by another process/);
  await Promise.all([one.stop(), two.stop()]);
  await catchUp(ports);
  const [tile] = await ports.tree.tiles([{ level: 0, n: 0 }]);
  expect(tile!.hashes).toHaveLength(320);
});

test("a checkpoint is signed anew when a key is added, by both", async () => {
  const ports = open("Postgres");
  await appendEvents(ports.store, "a", 3);
  await catchUp(ports);
  await signCheckpoint(ports, testIdentity("log", "old"));
  expect(await signCheckpoint(ports, testIdentity("log", "new", "old"))).toBe("signed");
  const { checkpoint } = await ports.signed.last();
  const both = ["new", "old"].map((seed) => testKey("log", KEY_TYPES.log, seed).key);
  expect(verifyNote(logCrypto, parseCheckpoint(checkpoint!.note)!.note, both)).toHaveLength(2);
});

describe("witnesses", () => {
  const witness = testKey("witness.example.org", KEY_TYPES.witness);
  const asked = { key: witness.key, url: "https://witness.example.org" };

  function witnessOver(logs = keys) {
    return createLogWitness({
      pool: db.pool,
      clock: { now: async () => new Date("2026-05-01T00:00:00Z") },
      keys: {
        witness: async () => ({ key: witness.key, cosign: (text, time) => witness.cosign(text, time).signature }),
      },
      logs,
    });
  }

  test("cosign what continues the checkpoint before, and are asked once for each", async () => {
    const ports = open("Postgres");
    const side = witnessOver();
    let calls = 0;
    const send: SendToWitness = async (_, body) => {
      calls += 1;
      return side.addCheckpoint(body);
    };
    const known = new Map<string, number>();
    const ask = (seen = known) => askWitnesses({ ...ports, send, log: quiet }, [asked], seen);
    for (const [stream, count] of [
      ["a", 5],
      ["b", 300],
    ] as const) {
      await appendEvents(ports.store, stream, count);
      await catchUp(ports);
      await signCheckpoint(ports, identity);
      expect(await ask()).toBeNull();
      expect(await ask()).toBeNull();
      const { checkpoint } = await ports.signed.last();
      const note = parseCheckpoint(checkpoint!.note + checkpoint!.cosignatures)!.note;
      const verified = verifyNote(logCrypto, note, [...keys, witness.key])!;
      expect(verified.map(({ time }) => time)).toEqual([null, Date.parse("2026-05-01T00:00:00Z") / 1000]);
      expect(await side.cosigned(toHex(sha256(utf8("data.example.org/log"))))).toBe(
        checkpoint!.note + checkpoint!.cosignatures,
      );
    }
    expect(calls).toBe(2);
    // After a restart the witness tells the size that it knows.
    await appendEvents(ports.store, "c", 1);
    await catchUp(ports);
    await signCheckpoint(ports, identity);
    expect(await ask(new Map())).toBeNull();
    expect(calls).toBe(4);
    expect((await ports.signed.last()).checkpoint!.cosignatures).toMatch(/^— witness\.example\.org /);
  });

  test("make a fork of a log that does not continue what they have seen", async () => {
    const ports = open("Postgres");
    const side = witnessOver();
    await appendEvents(ports.store, "a", 40);
    await catchUp(ports);
    await signCheckpoint(ports, identity);
    const ask = () =>
      askWitnesses({ ...ports, send: (_, body) => side.addCheckpoint(body), log: quiet }, [asked], new Map());
    await ask();
    // Everything that this server knows is replaced by another history, its copy too.
    await tamper("DELETE FROM log.events; DELETE FROM transparency.tiles; DELETE FROM transparency.checkpoint");
    await db.pool.query("UPDATE transparency.tree SET size = 0, position = NULL");
    ports.kept.note = null;
    await appendEvents(ports.store, "z", 50);
    await catchUp(ports);
    expect(await signCheckpoint(ports, identity)).toBe("signed");
    expect(await ask()).toEqual({ code: "witness-disagrees", witness: "witness.example.org" });
  });

  test("judge requests of one log one after the other", async () => {
    const ports = open("Postgres");
    const side = witnessOver();
    const notes: string[] = [];
    for (const stream of ["a", "b", "c"]) {
      await appendEvents(ports.store, stream, 2);
      await catchUp(ports);
      await signCheckpoint(ports, identity);
      notes.push((await ports.signed.last()).checkpoint!.note);
    }
    const answers = await Promise.all(notes.map((note) => side.addCheckpoint(`old 0\n\n${note}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const sizes = answers.filter(({ status }) => status === 409).map(({ text }) => text);
    expect(new Set(sizes).size).toBe(1);
    expect(await witnessOver([]).addCheckpoint(`old 0\n\n${notes[0]}`)).toEqual({ status: 404, text: "" });
    expect((await side.addCheckpoint("old")).status).toBe(400);
  });
});
