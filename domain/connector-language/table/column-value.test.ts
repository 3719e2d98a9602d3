import { describe, expect, test } from "vitest";
import { parseDefinition } from "../validation/parse-definition.ts";
import { ok, pullFrom } from "#testing/pull.ts";

const rowsOf = async (columns: object, records: object[], more: object = {}, settings: object = {}) => {
  const definition = { operations: [{ url: "https://api.test/a", columns, ...more }] };
  return pullFrom(definition, () => ok(records), { settings: settings as Record<string, string> });
};
const faultsOf = (columns: object, more: object = {}) => {
  const parsed = parseDefinition({ protocol: "rest", operations: [{ url: "https://api.test/a", columns, ...more }] });
  return parsed.ok ? "" : parsed.faults.map(({ message }) => message).join("\n");
};

describe("columns beside all fields", () => {
  test("are added at the end, or take the place of a field; dropped fields do not come", async () => {
    const { rows, types } = await rowsOf(
      {
        add: [
          { name: "name", value: "{row.first} {row.last}" },
          { name: "code", path: "meta.code", type: "text" },
          { name: "last", path: "last", replace: [{ from: "e", to: "E" }] },
        ],
        drop: ["links", "meta.deep", ["a.b"]],
      },
      [
        {
          id: 1,
          first: "Ada",
          last: "Lovelace",
          meta: { code: "2024-01-01", deep: { x: 1 }, more: 1 },
          links: [1],
          "a.b": 2,
        },
        { id: 2, first: "Alan", meta: { code: "7" }, links: { self: "x" } },
      ],
    );
    expect(Object.keys(rows[0] ?? {})).toEqual(["id", "first", "last", "meta__code", "meta__more", "name", "code"]);
    expect(rows[0]).toMatchObject({ last: "LovElacE", name: "Ada Lovelace", code: "2024-01-01" });
    expect(rows[1]).toMatchObject({ name: "Alan ", code: "7" });
    expect(types).toMatchObject({ id: "bigint", code: "text" });
    expect(Object.keys(types)).toEqual(Object.keys(rows[0] ?? {}));
  });

  test("may be the key, and what children go through", async () => {
    const definition = {
      operations: [
        {
          id: "a",
          url: "https://api.test/a",
          primary_key: "key",
          columns: { add: [{ name: "key", value: "{row.x}-{row.y}" }] },
        },
        { id: "b", url: "https://api.test/b/{key}", for_each: { key: "a.key" } },
      ],
    };
    const { urls, result } = await pullFrom(definition, () => ok([{ x: 1, y: 2 }]));
    expect(urls).toEqual(["https://api.test/a", "https://api.test/b/1-2"]);
    expect(result.warnings).toEqual([]);
  });
});

describe("the value of a column", () => {
  test.each<[object, object, unknown]>([
    [{ first_of: ["a", "b.c"] }, { a: "", b: { c: 3 } }, "3"],
    [{ first_of: ["a", "b"] }, {}, null],
    [{ first_of: ["a", "b"], default: "none" }, { a: null }, "none"],
    [{ path: "a", default: 0 }, {}, "0"],
    [{ path: "a", null_values: ["-"], default: "?" }, { a: "-" }, "?"],
    [{ value: "{row.a}" }, {}, null],
    [{ value: "x-{row.a}{row.b}" }, { b: 2 }, "x-2"],
    [{ value: "{row.a} of {kind}" }, { a: [1, { b: 2 }] }, '[1,{"b":2}] of apple'],
    [{ value: "{row.a}" }, { a: "{kind}" }, "{kind}"],
    [{ path: "a", strip: true }, { a: "  x y \n" }, "x y"],
    [{ path: "a", strip: "/." }, { a: "//a/b./" }, "a/b"],
    [{ path: "a", strip: true, null_values: [""], default: "empty" }, { a: "  " }, "empty"],
    [
      {
        path: "a",
        replace: [
          { from: ".", to: "" },
          { from: ",", to: "." },
        ],
        type: "number",
      },
      { a: "1.234,5" },
      "1234.5",
    ],
    [{ path: "a", replace: [{ from: "$", to: "$&" }] }, { a: "$1" }, "$&1"],
    [{ path: "a", format: "%d.%m.%Y" }, { a: "31.01.2025" }, "2025-01-31"],
    [{ path: "a", format: "%d/%b/%Y %H:%M" }, { a: "03/Feb/2025 14:05" }, "2025-02-03T14:05:00Z"],
    [{ path: "a", format: "%Y-%m-%d %H:%M:%S %z" }, { a: "2025-02-03 14:05:00 +0200" }, "2025-02-03T12:05:00Z"],
    [{ path: "a", format: "epoch" }, { a: 1700000000 }, "2023-11-14T22:13:20Z"],
    [{ path: "a", format: "epoch_ms" }, { a: "1700000000123" }, "2023-11-14T22:13:20.123Z"],
    [{ path: "a", format: "epoch" }, { a: null }, null],
  ])("%j of %j", async (column, record, expected) => {
    const { rows, result } = await rowsOf(
      [
        { name: "c", ...column },
        { name: "one", value: 1 },
      ],
      [record],
      { params_fields: [{ key: "kind" }] },
      { kind: "apple" },
    );
    expect([result.error, rows[0]?.["c"]]).toEqual([null, expected]);
  });

  test.each([
    ["%d.%m.%Y", "31.02.2025"],
    ["%d.%m.%Y", "2025-01-31"],
    ["%d.%m.%Y", 20250131],
    ["epoch", "yesterday"],
    ["epoch", 99999999999999],
    ["%H:%M", { at: 1 }],
  ])("a time that is not written as %s fails the run: %j", async (format, a) => {
    const { result } = await rowsOf([{ name: "c", path: "a", format }], [{ a }]);
    expect(result.error).toContain('The column "c" is declared as date');
  });

  test.each([
    [[{ name: "c", path: "a", value: "x" }], /one of path, first_of and value/],
    [{ add: [{ name: "c", path: "a", first_of: ["b"] }] }, /one of path, first_of and value/],
    [{ add: [{ name: "c" }, { name: "c" }] }, /named twice/],
    [{ add: [{ name: "c", format: "epoch", type: "text" }] }, /its type is date/],
    [{ add: [{ name: "c", format: "%Q" }] }, /%Q is not known/],
    [{ drop: ["a[0]"] }, /named by its keys alone/],
    [{ drop: ["$"] }, /named by its keys alone/],
    [{ add: [], drop: [] }, /./],
  ])("%j is refused", (columns, message) => {
    expect(faultsOf(columns)).toMatch(message);
  });

  test("is never a secret, also in a column that is added", () => {
    const more = { params_fields: [{ key: "pin", private: true }] };
    expect(faultsOf({ add: [{ name: "c", value: "{row.a}{pin}" }] }, more)).toContain(
      "must not be written into the rows",
    );
  });
});

describe("a text that would be made too long", () => {
  const bomb = [1, 2, 3].map(() => ({ from: "a", to: "a".repeat(400) }));
  test.each<[string, object, object]>([
    ["by replacements", { path: "a", replace: bomb }, { a: "a" }],
    ["by fields of the row", { value: "{row.a}".repeat(5) }, { a: "x".repeat(1_000_000) }],
    ["by texts around them", { value: `${"y".repeat(3_000)}{row.a}` }, { a: "x".repeat(3_999_000) }],
  ])("%s ends the round, before it is made", async (_what, column, record) => {
    const { result, rows } = await rowsOf({ add: [{ name: "made", ...column }] }, [record]);
    expect([result.status, rows.length]).toEqual(["failed", 0]);
    expect(JSON.stringify(result)).toContain("more than 4 MB");
  });

  test("is none if it only gets shorter", async () => {
    const { rows } = await rowsOf([{ name: "a", replace: [{ from: "xx", to: "x" }] }], [{ a: "x".repeat(6_000_000) }]);
    expect(rows[0]?.["a"]).toHaveLength(3_000_000);
  });
});

test.each([
  ["epoch", -1e11],
  ["%j %Y", "000 2025"],
  ["%j %Y", "366 2025"],
  ["%j %Y", "999 2024"],
])("a time that there is not, or that no text of four digits writes, is refused: %s %s", async (format, at) => {
  const { result } = await rowsOf([{ name: "at", format }], [{ at }]);
  expect(result.status).toBe("failed");
});

test.each([
  ["%j %Y", "366 2024", "2024-12-31"],
  ["%d.%m.%Y", "01.02.0050", "0050-02-01"],
])("a day in %s is read as it is: %s", async (format, at, day) => {
  expect((await rowsOf([{ name: "at", format }], [{ at }])).rows).toEqual([{ at: day }]);
});
