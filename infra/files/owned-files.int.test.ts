import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { createImageStore } from "../images/image-store.ts";
import { createDiskRoom } from "../platform/disk-room.ts";
import { platformMigrations } from "../platform/schema.ts";
import { migrate } from "../postgres/migrations.ts";
import { createUploads } from "../uploads/uploads.ts";
import { folderStore } from "./folder-store.ts";
import { openScratch } from "./scratch.ts";

const DAY_MS = 24 * 60 * 60_000;

let folder: string;
let db: FreshDatabase;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-owned-"));
  db = await testDatabase();
  await migrate(db.pool, platformMigrations);
});
afterEach(async () => {
  vi.useRealTimers();
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const bytes = Buffer.from("a\n1\n");

function uploads(pool: Pool) {
  const store = createUploads({
    pool,
    store: folderStore(path.join(folder, "files")),
    scratch: openScratch(path.join(folder, "scratch")),
    limits: { uploadBytes: 1, uploadBytesPerDay: 1, uploadsPerDay: 1, uploadColumns: 1, uploadCellBytes: 1 },
    room: createDiskRoom({ folder, pool, minFreeBytes: 0 }),
  });
  return { keep: (id: string) => store.keep(id, bytes), sweep: store.sweep };
}

function images(pool: Pool) {
  const store = createImageStore(folderStore(path.join(folder, "files")), pool);
  return { keep: async (id: string) => void (await store.keep(id, "png", bytes)), sweep: store.sweep };
}

describe.each([
  ["uploads", uploads],
  ["images", images],
])("a sweep of %s", (_area, open) => {
  const kept = async () => (await readdir(path.join(folder, "files"))).sort();
  const age = async (days: number) => {
    const then = new Date(Date.now() - days * DAY_MS);
    for (const id of await kept())
      for (const name of await readdir(path.join(folder, "files", id)))
        await utimes(path.join(folder, "files", id, name), then, then);
    await db.pool.query("UPDATE registry.orphans SET seen_at = seen_at - make_interval(days => $1)", [days]);
  };

  test("removes what this database has made for nothing that exists, a day after it saw that", async () => {
    const store = open(db.pool);
    for (const id of ["known", "gone"]) await store.keep(id);
    await age(2);
    const sweep = () => store.sweep(async () => new Set(["known"]));
    expect(await sweep()).toBe(0);
    expect(await kept()).toEqual(["gone", "known"]);
    await age(2);
    expect(await sweep()).toBe(0);
    expect(await kept()).toEqual(["known"]);
    const { rows } = await db.pool.query("SELECT folder FROM uploads.folders");
    expect(rows).toEqual([{ folder: "known" }]);
  });

  test("never removes files of another or a newer database, or of a person, and counts them", async () => {
    const other = await testDatabase();
    try {
      await migrate(other.pool, platformMigrations);
      const store = open(db.pool);
      await store.keep("ours");
      await open(other.pool).keep("theirs");
      await mkdir(path.join(folder, "files", "by-hand"));
      await writeFile(path.join(folder, "files", "by-hand", "original"), "a\n");
      for (let round = 0; round < 3; round += 1) {
        await age(30);
        expect(await store.sweep(async () => new Set())).toBe(2);
      }
      expect(await kept()).toEqual(["by-hand", "theirs"]);
    } finally {
      await other.drop();
    }
  });

  test("takes files made before folders were recorded for ours as soon as their item is known", async () => {
    const store = open(db.pool);
    await store.keep("old");
    await db.pool.query("DELETE FROM uploads.folders");
    expect(await store.sweep(async () => new Set(["old"]))).toBe(0);
    for (let round = 0; round < 2; round += 1) {
      await age(2);
      await store.sweep(async () => new Set());
    }
    expect(await kept()).toEqual([]);
  });

  test("removes nothing when the clock of this process runs days ahead", async () => {
    const store = open(db.pool);
    await store.keep("about-to-be-recorded");
    vi.useFakeTimers({ now: Date.now() + 3 * DAY_MS, toFake: ["Date"] });
    for (let round = 0; round < 3; round += 1) await store.sweep(async () => new Set());
    expect(await kept()).toEqual(["about-to-be-recorded"]);
  });
});
