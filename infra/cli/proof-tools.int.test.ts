import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { growTree } from "#runners/transparency/grow-tree.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { signCheckpoint } from "#runners/transparency/sign-checkpoint.ts";
import { runTool } from "#testing/command/run-tool.ts";
import { eventually } from "#testing/eventually.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { appendEvents, keptInMemory } from "#testing/transparency/log-in-tests.ts";
import { logMigrations } from "../event-store/postgres/log-migrations.ts";
import { createPostgresEventStore } from "../event-store/postgres/postgres-event-store.ts";
import { migrate } from "../postgres/migrations.ts";
import { logCrypto } from "../transparency/log-crypto.ts";
import { createLogKeys } from "../transparency/log-keys.ts";
import { createLogTree } from "../transparency/log-tree.ts";
import { createSignedCheckpoints, keptCheckpoint } from "../transparency/signed-checkpoints.ts";
import { transparencyMigrations } from "../transparency/transparency-migrations.ts";
import { createVault } from "../vault/vault.ts";
import { vaultMigrations } from "../vault/vault-migrations.ts";

const SECRET = "secret-of-the-tools-test-0123456789-0123456789";
const APP_URL = "https://data.example.org";

let db: FreshDatabase;
let folder: string;
beforeEach(async () => {
  db = await testDatabase();
  await migrate(db.pool, [...logMigrations, ...vaultMigrations, ...transparencyMigrations, ...modelMigrations]);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-log-"));
});
afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

const run = (tool: string, ...args: string[]) =>
  runTool(tool, args, { DATABASE_URL: db.url, APP_SECRET: SECRET, APP_URL, DATA_DIR: path.join(folder, "data") });
const keys = () => {
  const vault = createVault({ pool: db.pool, masterSecrets: [SECRET] });
  return createLogKeys({ vault, pool: db.pool, appUrl: APP_URL });
};

/** Appends events, and signs the log as the server does. Returns the note. */
async function signed(stream: string, count: number): Promise<string> {
  const store = createPostgresEventStore({ pool: db.pool, log: { warn: () => undefined } });
  await appendEvents(store, stream, count);
  const [tree, checkpoints] = [createLogTree(db.pool), createSignedCheckpoints(db.pool)];
  const growing = await growTree({ store, tree, crypto: logCrypto });
  if ("code" in growing) throw new Error(growing.code);
  const head = await store.head();
  await eventually(async () => (await tree.state()).position === head);
  await growing.stop();
  const ports = { store, tree, signed: checkpoints, kept: keptInMemory(), crypto: logCrypto };
  expect(await signCheckpoint(ports, await keys().prepare())).toBe("signed");
  await store.close();
  return (await checkpoints.last()).checkpoint!.note;
}

/** An action that needs all rights over the database. */
const tamper = (sql: string) => db.pool.query(`BEGIN; ALTER TABLE log.events DISABLE TRIGGER ALL; ${sql}; COMMIT`);
/** Gives an event the hash of its present fields. */
const REHASHED = `hash = log.event_hash(id, stream, revision, type, schema_version, recorded_at, actor::text, command_id,
  correlation_id, causation_id, prev_hash, encode(sha256(convert_to(data::text, 'UTF8')), 'hex'))`;

test("a log is compared with its tree, and a log rewritten as a whole with a checkpoint that somebody kept", async () => {
  const kept = path.join(folder, "kept");
  await writeFile(kept, await signed("a", 300));
  await signed("b", 30);
  const sound = await run("verify-log", "--checkpoint", kept);
  expect(sound).toMatchObject({ status: 0, faults: "", out: expect.stringContaining("330 events in the tree, 0 not") });

  // The last event of a stream with its own new hash: no chain shows it.
  await tamper("UPDATE log.events SET type = 'other' WHERE position = 330");
  await tamper(`UPDATE log.events SET ${REHASHED} WHERE position = 330`);
  expect(await run("verify-log")).toMatchObject({
    status: 1,
    faults: expect.stringMatching(
      /^Place 329 in the tree: revision 29 of stream b was changed\.\nPlace 330 in the tree: the events up to here are not those of the newest log checkpoint\.\n$/,
    ),
  });

  await tamper("DELETE FROM log.events; DELETE FROM transparency.tiles; DELETE FROM transparency.checkpoint");
  await db.pool.query("UPDATE transparency.tree SET size = 0, position = NULL");
  await signed("a", 340);
  expect(await run("verify-log")).toMatchObject({ status: 0 });
  expect(await run("verify-log", "--checkpoint", kept)).toMatchObject({
    status: 1,
    faults: `Place 300 in the tree: the events up to here are not those of the log checkpoint in ${kept}.\n`,
  });
  await writeFile(kept, "no checkpoint");
  expect(await run("verify-log", "--checkpoint", kept)).toMatchObject({
    status: 2,
    faults: `the log checkpoint in ${kept} is no log checkpoint.\n`,
  });
});

test("a database older than the log checkpoint that its folder keeps is told from a whole one", async () => {
  const note = await signed("a", 20);
  const kept = keptCheckpoint(path.join(folder, "data"));
  await kept.write(note);
  expect(await run("verify-log")).toMatchObject({ status: 0, faults: "" });
  await kept.write(await signed("b", 10));
  await tamper(
    "DELETE FROM log.events WHERE position > 20; DELETE FROM transparency.tiles; DELETE FROM transparency.checkpoint",
  );
  await db.pool.query("UPDATE transparency.tree SET size = 0, position = NULL");
  await signed("c", 5);
  expect(await run("verify-log")).toMatchObject({
    status: 1,
    faults: "Place 25 in the tree: the log ends, and the log checkpoint that DATA_DIR keeps is of 30 events.\n",
  });
});

test("from a kept checkpoint on only what was written since is read, and only of the log that it is of", async () => {
  const kept = path.join(folder, "kept");
  // The process that signs has a folder of its own, and this one may keep an older checkpoint.
  await keptCheckpoint(path.join(folder, "data")).write(await signed("d", 88));
  await writeFile(kept, await signed("a", 512));
  await signed("b", 700);
  const from = (...args: string[]) => run("verify-log", "--from-checkpoint", kept, ...args);
  expect(await from()).toMatchObject({
    status: 0,
    faults: "",
    out: "788 events since the first 512, and 1 new streams, 0 faults\n1300 events in the tree, 0 not in it yet, 0 faults\n",
  });
  const newest = path.join(folder, "newest");
  await writeFile(newest, await signed("c", 3));
  expect(await from("--checkpoint", newest)).toMatchObject({ status: 0, faults: "" });

  await tamper("UPDATE log.events SET type = 'other' WHERE position = 601");
  await tamper(`UPDATE log.events SET ${REHASHED} WHERE position = 601`);
  expect(await from()).toMatchObject({
    status: 1,
    faults: expect.stringMatching(
      /^Stream b, revision 1 .*chain.*\nPlace 600 in the tree: revision 0 of stream b was changed/,
    ),
  });

  await db.pool.query(
    "UPDATE transparency.tiles SET hashes = set_byte(hashes, 40, get_byte(hashes, 40) # 1) WHERE level = 1",
  );
  expect(await from()).toMatchObject({
    status: 1,
    faults: `The tree of this log is not the one of the log checkpoint in ${kept}: read the whole log.\n`,
  });
});

test("an event that is dated back is named", async () => {
  await signed("a", 3);
  await tamper("UPDATE log.events SET recorded_at = recorded_at - interval '1 day' WHERE position = 3");
  await tamper(`UPDATE log.events SET ${REHASHED} WHERE position = 3`);
  const { status, faults } = await run("verify-log");
  expect(status).toBe(1);
  expect(faults).toMatch(/^Stream a, revision 2 .*: it is dated back: an event before it is of 2/);
  expect(faults).toContain("Place 2 in the tree: revision 2 of stream a was changed.");
});

test("an exported log is checked without the installation", async () => {
  const exported = path.join(folder, "export");
  await signed("a", 300);
  expect(await run("export-log", exported)).toMatchObject({ status: 0, out: `300 events exported to ${exported}\n` });
  const verify = (...args: string[]) =>
    runTool("verify-log", ["--export", exported, ...args], { DATABASE_URL: "postgres://127.0.0.1:1/none" });
  expect(await verify()).toMatchObject({ status: 0, out: "300 events in the tree, 0 faults\n", faults: "" });
  const [, vkey] = (await readFile(path.join(exported, "keys"), "utf8")).split(/[ \n]/);
  expect(await verify("--key", vkey!)).toMatchObject({ status: 0 });
  const stranger = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
  expect(await verify("--key", stranger)).toMatchObject({ status: 2, faults: expect.stringContaining("not signed") });

  const entries = path.join(exported, "tile", "entries", "001.p", "44");
  const bytes = await readFile(entries, "latin1");
  await writeFile(entries, bytes.replace('"n":270', '"n":271'), "latin1");
  expect(await verify()).toMatchObject({
    status: 1,
    faults: expect.stringMatching(/^Place 270 in the tree: revision 270 of stream a was changed\./),
  });
  await rm(entries);
  const { faults } = await verify();
  expect(faults.split("\n").filter((line) => line.endsWith("an event was removed."))).toHaveLength(44);
  expect(await run("export-log")).toMatchObject({ status: 2, faults: expect.stringMatching(/^Usage/) });
});

test("keys of the log are added, retired, and replaced after a fork", async () => {
  await signed("a", 3);
  const names = async () => (await keys().prepare()).signers.map(({ key }) => `${key.name} ${key.id}`);
  const [first] = await names();
  expect(await run("log-keys", "retire")).toMatchObject({ status: 1, faults: "Only one key signs.\n" });
  expect((await run("log-keys", "rotate")).status).toBe(0);
  expect(await run("log-keys", "rotate")).toMatchObject({ status: 1, faults: expect.stringMatching(/^Two keys sign/) });
  const both = await names();
  expect(both).toEqual([expect.stringMatching(/^data\.example\.org\/log /), first]);
  expect((await run("log-keys", "retire")).status).toBe(0);
  expect(await names()).toEqual([both[0]]);
  const { rows } = await db.pool.query("SELECT vkey FROM transparency.keys WHERE kind = 'log' AND retired_at IS NULL");
  expect(rows).toHaveLength(1);
  expect((await run("log-keys", "begin-anew")).status).toBe(0);
  expect(await names()).toEqual([expect.stringMatching(/^data\.example\.org\/log\/2 /)]);
  expect((await createSignedCheckpoints(db.pool).last()).checkpoint).toBeNull();
  expect(await run("log-keys", "x")).toMatchObject({ status: 2, faults: expect.stringMatching(/^Usage/) });
});
