import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isNoRoom } from "#domain/core/faults/no-room.ts";
import { createDiskRoom } from "./disk-room.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";

let db: FreshDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-room-"));
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const failed = (code: string) => Object.assign(new Error("write failed"), { code });

test("a disk with less room than must stay free is a problem", async () => {
  const room = createDiskRoom({ folder, pool: db.pool, minFreeBytes: Number.MAX_SAFE_INTEGER });
  expect(await room.isLow()).toBe(true);
  await expect(room.demand()).rejects.toSatisfy(isNoRoom);
  expect(await room.problems()).toEqual([expect.stringMatching(/^The disk of DATA_DIR has no room/)]);
});

test("a folder that is gone is a problem of its own", async () => {
  const room = createDiskRoom({ folder: path.join(folder, "gone"), pool: db.pool, minFreeBytes: 1 });
  expect(await room.problems()).toEqual(["The folder of DATA_DIR cannot be used (ENOENT)."]);
});

test("a write that failed for lack of room is a problem until a trial write succeeds", async () => {
  const room = createDiskRoom({ folder, pool: db.pool, minFreeBytes: 1 });
  await room.demand();
  for (const code of ["ENOSPC", "53100", "EACCES"]) room.note(failed(code));
  expect(await room.problems()).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});
