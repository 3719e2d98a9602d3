import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import type { KeyCall } from "#domain/core/keys/key-calls.ts";
import { migrate } from "../../postgres/migrations.ts";
import { identityMigrations } from "../migrations.ts";
import { accessKeys } from "./access-keys.ts";
import { keyCalls } from "./key-calls.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, identityMigrations);
});
afterAll(() => db?.drop());

const call = (more: Partial<KeyCall> = {}): KeyCall => ({
  ...{ userId: "u1", keyId: null, client: "pandas", table: "levels", itemId: "i1", version: 1, refused: false },
  ...{ status: 200, rows: 10, bytes: 100, ms: 5 },
  ...more,
});

test("the newest calls of a user come first, each with the beginning and end of its key", async () => {
  const calls = keyCalls(db.pool, { kept: 1_000 });
  const keys = accessKeys(db.pool, { fresh: () => "key-1" });
  const { prefix, lastFour } = await keys.create({ userId: "u1", kind: "streaming", tables: null });
  await calls.note(call({ keyId: "key-1", client: "x".repeat(200) }), { continues: false });
  await calls.note(call({ status: 403, rows: null, keyId: "gone" }), { continues: false });
  await calls.note(call({ userId: "u2" }), { continues: false });
  const [newest, before, ...others] = await calls.lastOf("u1", 10);
  expect(others).toEqual([]);
  expect(newest).toMatchObject({ client: "pandas", table: "levels", status: 403, rows: null, keyPart: null });
  expect(before).toMatchObject({ client: "x".repeat(80), rows: 10, ms: 5, keyPart: { prefix, lastFour } });
  expect(await calls.lastOf("u1", 1)).toHaveLength(1);
});

test("pages that a program reads one after the other are one call", async () => {
  const calls = keyCalls(db.pool, { kept: 1_000 });
  await calls.note(call({ userId: "u3", keyId: "k" }), { continues: false });
  await calls.note(call({ userId: "u3", keyId: "k", rows: 7, ms: 2 }), { continues: true });
  await calls.note(call({ userId: "u3", keyId: "other", rows: 1 }), { continues: true });
  expect((await calls.lastOf("u3", 9)).map(({ rows, ms }) => [rows, ms])).toEqual([
    [1, 5],
    [17, 7],
  ]);
});

test("of a user not many more calls stay than are kept", async () => {
  const calls = keyCalls(db.pool, { kept: 50 });
  for (let number = 1; number <= 200; number += 1)
    await calls.note(call({ userId: "u4", rows: number }), { continues: false });
  const kept = await calls.lastOf("u4", 200);
  expect(kept.length).toBeGreaterThanOrEqual(50);
  expect(kept.length).toBeLessThan(150);
  expect(kept[0]?.rows).toBe(200);
});

test("the calls of an item go on from cursor to cursor, for all users or for one", async () => {
  const calls = keyCalls(db.pool, { kept: 1_000 });
  for (const [userId, itemId] of [
    ["u5", "i5"],
    ["u6", "i5"],
    ["u5", "i6"],
    ["u5", "i5"],
  ] as const)
    await calls.note(call({ userId, itemId, version: 3 }), { continues: false });
  const ofItem = { itemId: "i5", userId: null };
  const first = await calls.page(ofItem, { limit: 2, offset: 0 });
  expect([first.total, first.items.map(({ userId }) => userId)]).toEqual([3, ["u5", "u6"]]);
  expect(first.items[0]).toMatchObject({ itemId: "i5", version: 3, bytes: 100 });
  const rest = await calls.page(ofItem, { limit: 2, offset: 0, after: first.next });
  expect([rest.total, rest.next, rest.items.map(({ userId }) => userId)]).toEqual([3, null, ["u5"]]);
  expect((await calls.page({ itemId: null, userId: "u5" }, { limit: 9, offset: 0 })).total).toBe(3);
  expect((await calls.page({ itemId: "i5", userId: "u5" }, { limit: 9, offset: 0 })).total).toBe(2);
});
