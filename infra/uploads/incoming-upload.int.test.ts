import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { folderStore } from "../files/folder-store.ts";
import { openScratch } from "../files/scratch.ts";
import { createDiskRoom } from "../platform/disk-room.ts";
import { migrate } from "../postgres/migrations.ts";
import { createDailyAllowance } from "./daily-allowance.ts";
import { incomingUpload } from "./incoming-upload.ts";
import { uploadMigrations } from "./upload-migrations.ts";

let db: FreshDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, uploadMigrations);
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-incoming-"));
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});

const MB = 1_000_000;

/** An upload of this user, and the bytes of each of its claims, those given back as negative numbers. */
function upload(userId: string, uploadBytesPerDay: number) {
  const claims: number[] = [];
  const allowance = createDailyAllowance({ pool: db.pool, limits: { uploadBytesPerDay, uploadsPerDay: 10 } });
  const incoming = incomingUpload({
    userId,
    store: folderStore(path.join(folder, "uploads")),
    scratch: openScratch(path.join(folder, "scratch")),
    maxBytes: 1_000 * MB,
    allowance,
    room: createDiskRoom({ folder, pool: db.pool, minFreeBytes: 0 }),
    forgetProgress: async () => {},
    count: (bytes) => claims.push(bytes),
  });
  return { incoming, claims, allowance };
}

const file = (megabytes: number) => Readable.from(Array.from({ length: megabytes * 10 }, () => Buffer.alloc(MB / 10)));
const never = new AbortController().signal;

test("a large file claims ever larger portions, and keeps no more than its bytes", async () => {
  const { incoming, claims, allowance } = upload("ana", 1_000 * MB);
  expect(await incoming.receive(file(100), never)).toMatchObject({ ok: true, bytes: 100 * MB });
  expect(claims.length).toBeLessThanOrEqual(10);
  expect(claims[0]).toBe(4 * MB);
  await incoming.keep("large");
  expect(claims.reduce((sum, bytes) => sum + bytes)).toBe(0);
  expect(await allowance.claimed("large")).toEqual({ userId: "ana", bytes: 100 * MB });
});

test("a file that takes the rest of the day's bytes is received, one byte more is refused", async () => {
  const whole = upload("ben", 60 * MB);
  expect(await whole.incoming.receive(file(60), never)).toMatchObject({ ok: true });
  expect(whole.claims.length).toBeLessThan(60);
  await whole.incoming.discard();
  const more = upload("ben", 60 * MB - 1);
  expect(await more.incoming.receive(file(60), never)).toMatchObject({
    ok: false,
    refusal: { code: "bytes-of-day-used" },
  });
  await more.incoming.discard();
  expect(await more.allowance.check("ben", 60 * MB - 1)).toBeNull();
});

test("an upload that was refused for a fault of ours counts no more, kept or not", async () => {
  for (const [user, keep] of [
    ["cleo", false],
    ["dora", true],
  ] as const) {
    for (let time = 0; time < 12; time += 1) {
      const { incoming, allowance } = upload(user, 60 * MB);
      expect(await incoming.receive(file(1), never)).toMatchObject({ ok: true });
      if (keep) await incoming.keep(`${user}-${time}`);
      else await incoming.discard();
      await incoming.uncount();
      expect(await allowance.left(user)).toMatchObject({ remaining: 10 });
      expect(await allowance.check(user, 60 * MB)).toBeNull();
    }
  }
});
