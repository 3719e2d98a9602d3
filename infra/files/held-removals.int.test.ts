import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { inSnapshot } from "../backup/snapshot.ts";
import { platformMigrations } from "../platform/schema.ts";
import { migrate } from "../postgres/migrations.ts";
import { folderStore } from "./folder-store.ts";
import { unlessHeld } from "./held-removals.ts";
import { type OwnedFiles, ownedFiles } from "./owned-files.ts";

/** What was to be removed while a backup was being made is removed after it, unless it was kept again. */
let folder: string;
let db: FreshDatabase;
let store: OwnedFiles;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-held-"));
  db = await testDatabase();
  await migrate(db.pool, platformMigrations);
  store = ownedFiles(folderStore(folder), db.pool, "images");
});
afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const keep = (name: string) => store.keep(Readable.from([Buffer.from("bytes")]), () => name);
const isThere = async (name: string) => {
  const file = await store.open(name);
  await file?.close();
  return file !== null;
};
const there = async (...names: readonly string[]) => Promise.all(names.map(isThere));

test("files and folders stay while a backup is made, and go afterwards", async () => {
  for (const name of ["a/1", "a/2", "b/1", "c/1"]) await keep(name);
  const done = await inSnapshot(db.pool, async () => {
    await store.remove(["a/1"]);
    await store.removeFolder("b");
    await store.sweepHeld();
    expect(await there("a/1", "b/1")).toEqual([true, true]);
    return "done";
  });
  expect(done).toBe("done");
  await store.sweepHeld();
  expect(await there("a/1", "a/2", "b/1", "c/1")).toEqual([false, true, false, true]);
  const { rows } = await db.pool.query("SELECT folder FROM uploads.folders ORDER BY folder");
  expect(rows).toEqual([{ folder: "a" }, { folder: "c" }]);
});

test("a file that is kept again under the same name stays", async () => {
  for (const name of ["a/1", "b/1"]) await keep(name);
  await inSnapshot(db.pool, async () => {
    await store.remove(["a/1"]);
    await store.removeFolder("b");
    for (const name of ["a/1", "b/1"]) await keep(name);
  });
  await store.sweepHeld();
  expect(await there("a/1", "b/1")).toEqual([true, true]);
});

test("a backup begins when removals that are going on have ended, and only one is made at a time", async () => {
  const order: string[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  const removal = unlessHeld(db.pool, async () => {
    begin(undefined);
    await ended;
    order.push("removed");
  });
  await begun;
  const backup = inSnapshot(db.pool, async () => {
    order.push("snapshot");
    expect(await inSnapshot(db.pool, async () => "second")).toBe("busy");
  });
  end(undefined);
  await Promise.all([removal, backup]);
  expect(order).toEqual(["removed", "snapshot"]);
});
