import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillCatalogue } from "#testing/follower/catalogue-items.ts";
import { statementRecorder } from "#testing/plans/statement-costs.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { openQueries, type Queries } from "../../all.ts";
import { readCursor } from "./item-order.ts";

const ITEMS = 20_000;
const SIZE = 1_000;
let db: FreshDatabase;
let recorder: ReturnType<typeof statementRecorder>;
let catalogue: Queries["catalogue"];
beforeAll(async () => {
  db = await testDatabase();
  await fillCatalogue(db.pool, ITEMS);
  // As after a while: without it an index has to look up in the table which rows are visible.
  await db.pool.query("VACUUM model_catalogue.items");
  recorder = statementRecorder(db.url);
  ({ catalogue } = openQueries(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: recorder.pool }) })));
}, 120_000);
afterAll(async () => {
  await recorder?.close();
  await db?.drop();
});

test("the parts together hold each item that everybody sees once", async () => {
  const parts = await catalogue.partsOfListed(SIZE);
  const ids: string[] = [];
  for (const { kind, from } of parts) {
    const items = await catalogue.listedAddresses(kind, readCursor(from, "newest"), SIZE);
    expect(items.every((item) => item.kind === kind)).toBe(true);
    ids.push(...items.map(({ profileId }) => profileId));
  }
  const { rows } = await db.pool.query<{ id: string }>(
    "select profile_id as id from model_catalogue.items where listed",
  );
  expect(ids.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  expect([await catalogue.countListed(), parts.length]).toEqual([rows.length, 19]);
});

test("a part is one statement that reads no more than its items, and the index of parts reads no items", async () => {
  const middle = (await catalogue.partsOfListed(SIZE))[10]!;
  const [part, ...others] = await recorder.costsOf(() =>
    catalogue.listedAddresses(middle.kind, readCursor(middle.from, "newest"), SIZE),
  );
  expect(others).toEqual([]);
  expect(part?.scanned).toEqual([]);
  const [index] = await recorder.costsOf(() => catalogue.partsOfListed(SIZE));
  expect(index?.scanned).toEqual([]);
  expect(index?.pages).toBeLessThan(400);
});
