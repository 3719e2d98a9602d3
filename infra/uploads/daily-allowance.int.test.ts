import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { createDailyAllowance } from "./daily-allowance.ts";
import { uploadMigrations } from "./upload-migrations.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, uploadMigrations);
});
afterAll(() => db.drop());

const allowance = () => createDailyAllowance({ pool: db.pool, limits: { uploadBytesPerDay: 1_000, uploadsPerDay: 5 } });
const claimedBy = async (user: string) =>
  (
    await db.pool.query<{ bytes: number }>(
      "select coalesce(sum(bytes), 0)::int as bytes from uploads.received where user_id = $1",
      [user],
    )
  ).rows[0]?.bytes;

test("claims at the same moment do not pass the limit together, and portions shrink to what is left", async () => {
  const ids = ["a", "b", "c", "d"];
  const answers = await Promise.all(ids.map((id) => allowance().claim(id, "ana", 300, 200)));
  expect(
    answers
      .filter((answer) => "bytes" in answer)
      .map((answer) => "bytes" in answer && answer.bytes)
      .sort(),
  ).toEqual([500, 500]);
  expect(answers.filter((answer) => "code" in answer)).toEqual(
    Array.from({ length: 2 }, () => expect.objectContaining({ code: "bytes-of-day-used" })),
  );
  expect(await claimedBy("ana")).toBe(1_000);
  await allowance().settle(ids[answers.findIndex((answer) => "bytes" in answer)]!, "dataset", 301);
  const smaller = await Promise.all([allowance().claim("e", "ana", 199, 100), allowance().claim("f", "ana", 200, 0)]);
  expect(smaller.filter((answer) => "bytes" in answer)).toHaveLength(1);
  expect(await claimedBy("ana")).toBeLessThanOrEqual(1_000);
});

test("an upload that gave its bytes back still counts as one", async () => {
  for (let at = 0; at < 5; at += 1) {
    expect(await allowance().claim(`ben-${at}`, "ben", 900, 0)).toEqual({ bytes: 900 });
    await allowance().settle(`ben-${at}`, `ben-${at}`, 0);
  }
  expect(await allowance().claim("ben-6", "ben", 1, 0)).toMatchObject({ code: "uploads-of-day-used" });
  expect(await allowance().check("ben", 1)).toMatchObject({
    code: "uploads-of-day-used",
    retryAfterSeconds: expect.any(Number),
  });
  // The unpacked size of a file is counted separately from new uploads.
  expect(await allowance().claimUnpacked("ben-0", "ben", 500, 100)).toEqual({ bytes: 600 });
});

test("bytes of an upload whose process died stop counting, those of a slow one do not", async () => {
  await allowance().claim("dead", "cleo", 600, 0);
  await allowance().claim("slow", "cleo", 300, 0);
  await db.pool.query("update uploads.received set open_until = now() - interval '2 minutes' where user_id = 'cleo'");
  await allowance().renew("slow");
  expect(await allowance().claim("next", "cleo", 700, 0)).toEqual({ bytes: 700 });
  await allowance().sweep(AbortSignal.timeout(60_000));
  expect((await db.pool.query("select bytes::int from uploads.received where dataset_id = 'dead'")).rows).toEqual([
    { bytes: 0 },
  ]);
});

test("nothing is kept for longer than two days", async () => {
  await allowance().claim("old", "dan", 100, 0);
  await db.pool.query("update uploads.received set received_at = now() - interval '3 days' where dataset_id = 'old'");
  await allowance().sweep(AbortSignal.timeout(60_000));
  expect(await allowance().claimed("old")).toBeNull();
});
