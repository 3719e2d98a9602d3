import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "#domain/core/values/json.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { physicalName } from "../registry.ts";
import { previewTable } from "../stream/preview-table.ts";
import { tableMigrations } from "../table-migrations.ts";
import { openPull, type OpenPullOptions } from "./pull-table.ts";

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
});
afterAll(() => db.drop());

type Given = Readonly<Record<string, JsonValue>>;

async function pull(rows: readonly Given[], options: Partial<OpenPullOptions> = {}, evenIfSame = false) {
  const opened = await openPull({ pool: db.pool, physical: physicalName(), runId: "run", ...options });
  try {
    await opened.write(rows);
    return await opened.finish({ evenIfSame });
  } finally {
    await opened.abort();
  }
}

/** The cells of a table in the order of its rows. */
async function cells(table: { physical: string }): Promise<unknown[][]> {
  const found = await previewTable({ pool: db.pool, physical: table.physical, from: "first", limit: 100 });
  if (found === "too-slow" || found === null) throw new Error("No preview");
  return found.rows.map((row) =>
    Object.entries(row as Record<string, unknown>).flatMap(([name, cell]) => (name.startsWith("_") ? [] : [cell])),
  );
}

const row = (n: number, at: string, more: Given = {}) => ({ n, at, ...more });
const once = { cursor: "at", key: [] };

describe("rows of a base that come again", () => {
  const BASE = [row(1, "2024-05-01T10:00:00Z"), row(2, "2024-05-01T10:00:02Z"), row(2, "2024-05-01T10:00:02Z")];

  test("are not added, as often as they are there", async () => {
    const base = await pull(BASE);
    const again = [...BASE.slice(1), row(2, "2024-05-01T10:00:02Z"), row(3, "2024-05-01T10:00:03Z")];
    const added = await pull(again, { base, earlier: base, once });
    expect((await cells(added)).map(([n]) => n)).toEqual([1, 2, 2, 2, 3]);
    expect(added.rows).toBe(5);
    const { rows } = await db.pool.query<{ id: string }>(
      `SELECT _row_id AS id FROM data.${added.physical} ORDER BY _row_id`,
    );
    expect(rows.map(({ id }) => Number(id))).toEqual([1, 2, 3, 4, 5]);
  });

  test("alone make no table", async () => {
    const base = await pull(BASE);
    expect(await pull(BASE.slice(1), { base, earlier: base, once })).toEqual(base);
    const whole = await pull(BASE.slice(1), { base, earlier: base, once }, true);
    expect([whole.physical === base.physical, whole.rows]).toEqual([false, 3]);
  });

  test("are known by their key at the same time, whatever else has changed", async () => {
    const base = await pull([row(1, "2024-05-01", { text: "a" }), row(2, "2024-05-02", { text: "b" })]);
    const again = [row(2, "2024-05-02", { text: "B" }), row(2, "2024-05-03", { text: "later" })];
    const added = await pull(again, { base, once: { cursor: "at", key: ["n"] } });
    expect((await cells(added)).map((each) => each.at(-1))).toEqual(["a", "b", "later"]);
  });

  test("are known with a field that is new, and in another type", async () => {
    const base = await pull([row(1, "2024-05-01"), row(2, "2024-05-02")]);
    const again = [row(2, "2024-05-02", { extra: true }), { n: 2.5, at: "2024-05-02T00:00:01Z" }];
    const added = await pull(again, { base, once });
    expect(added.rows).toBe(3);
    const sameType = await pull([row(2, "2024-05-02", { extra: true }), row(3, "2024-05-03")], { base, once });
    expect((await cells(sameType)).map(([n]) => n)).toEqual([1, 2, 3]);
  });

  test("are known in a table of very many columns", async () => {
    const wide = (n: number) =>
      row(n, "2024-05-01", Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`c${at}`, at])));
    const base = await pull([wide(1), wide(2)]);
    expect((await pull([wide(2), wide(3)], { base, once })).rows).toBe(3);
  });

  test("are all added where the cursor is no column: nothing tells them from others", async () => {
    const base = await pull([{ n: 1 }]);
    expect((await pull([{ n: 1 }], { base, once })).rows).toBe(2);
  });
});

describe("the columns of a table that is replaced", () => {
  test("stay where they are with their names and types, whatever the order of the fields", async () => {
    const first = await pull([{ id: 1, ID: "A", sum: 5, text: "x" }]);
    expect(first.columns.map(({ name }) => name)).toEqual(["id", "ID_2", "sum", "text"]);
    const before = { columns: first.columns, stay: true };
    const second = await pull([{ ID: "B", more: 1, id: 2 }], { before });
    expect(second.columns.map(({ name, label, type }) => [name, label, type])).toEqual([
      ["id", "id", "bigint"],
      ["ID_2", "ID", "text"],
      ["sum", "sum", "bigint"],
      ["text", "text", "text"],
      ["more", "more", "bigint"],
    ]);
    expect(await cells(second)).toEqual([[2, "B", null, null, 1]]);
    const third = await pull([{ sum: "five" }], { before: { columns: second.columns, stay: true } });
    expect(third.columns.find(({ label }) => label === "sum")?.type).toBe("text");
    expect((await pull([], { before })).columns).toEqual(first.columns);
  });

  test("that do not stay leave their names to nobody else", async () => {
    const first = await pull([{ id: 1, ID: "A" }]);
    const before = { columns: first.columns, stay: false };
    expect((await pull([{ ID: "B" }], { before })).columns.map(({ name }) => name)).toEqual(["ID_2"]);
    expect((await pull([{ Id: 1, ID: "B" }], { before })).columns.map(({ name }) => name)).toEqual(["Id_3", "ID_2"]);
  });
});
