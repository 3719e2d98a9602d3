import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { finding, findingSentence } from "../../core/findings/finding.ts";
import { countedReads } from "#testing/hostile/counted-reads.ts";
import { cellOf, cellText, growthOf, JsonCell, plainCell } from "../json/cells.ts";
import type { Cell } from "../json/cells.ts";
import { observeRow, profileOf, startProfile, storedProfile, UNSEEN, widen } from "./column-types.ts";
import { flattenRecord, projectRecord } from "./columns.ts";
import { dateKind } from "../json/dates.ts";
import { ExactNumber, parseJson } from "../json/json.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { Column } from "../definition/schema.ts";

function flat(record: JsonObject, nullValues: Json[] = []) {
  const result = flattenRecord(record, nullValues);
  return result.ok
    ? Object.fromEntries([...result.row].map(([label, cell]) => [label, cellText(cell)]))
    : findingSentence(result.finding);
}

function typeOf(...cells: Cell[]) {
  const profile = startProfile(null);
  for (const cell of cells) observeRow(profile, new Map([["c", cell]]));
  return profile.get("c")?.type;
}

describe("flattenRecord", () => {
  test("joins nested objects and keeps lists as JSON", () => {
    expect(
      flat({
        id: 1,
        user: { login: "a", org: { id: 9007199254740993n } },
        tags: [1, { b: 2n }],
        empty: {},
        none: null,
      }),
    ).toEqual({
      id: "1",
      user__login: "a",
      user__org__id: "9007199254740993",
      tags: '[1,{"b":2}]',
      none: null,
    });
  });

  test("loses neither of two fields that share a label", () => {
    expect(flat({ a: { b: 1 }, a__b: 2 })).toEqual({ a__b: "1", a__b_2: "2" });
  });

  test("replaces what no database text holds, and obeys null values", () => {
    expect(flat({ a: "x\0y\ud800", l: ["\0"], "k\0": 1 }, [])).toEqual({
      a: "x\ufffdy\ufffd",
      l: '["\ufffd"]',
      "k\ufffd": "1",
    });
    expect(flat({ a: "N/A", b: "", c: 0 }, ["N/A", "", 0])).toEqual({ a: null, b: null, c: null });
  });

  test("refuses records without end", () => {
    expect(flat(Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`k${n}`, n])))).toMatch(
      /more than 1000 fields/,
    );
  });
});

describe("projectRecord", () => {
  function project(record: JsonObject, columns: Column[]) {
    const result = projectRecord(record, columns, new Map([["place", "Lima"]]), ["-"]);
    return result.ok
      ? Object.fromEntries([...result.row].map(([label, cell]) => [label, cellText(cell)]))
      : findingSentence(result.finding);
  }

  test("takes named columns only, by path or fixed value, in their types", () => {
    const columns: Column[] = [
      { name: "id", type: "integer" },
      { name: "price", path: "p.amount", type: "number" },
      { name: "ok", type: "boolean" },
      { name: "day", type: "date" },
      { name: "raw", path: "p", type: "json" },
      { name: "t", type: "text", path: "n" },
      { name: "gone" },
      { name: "place", value: "in {place}" },
      { name: "dash" },
    ];
    expect(
      project(
        { id: "9007199254740993", p: { amount: "1.50" }, ok: "true", day: "2024-02-29", n: 5, dash: "-", more: 1 },
        columns,
      ),
    ).toEqual({
      id: "9007199254740993",
      price: "1.50",
      ok: "true",
      day: "2024-02-29",
      raw: '{"amount":"1.50"}',
      t: "5",
      gone: null,
      place: "in Lima",
      dash: null,
    });
  });

  test("takes a name for the path, unless a field is called so", () => {
    const columns: Column[] = [
      { name: "a.b" },
      { name: "list[0].x" },
      { name: "1. open" },
      { name: "c.d" },
      { name: "e.f" },
    ];
    expect(project({ a: { b: 1 }, list: [{ x: 2 }], "1. open": 3, "c.d": 4, c: { d: 5 } }, columns)).toEqual({
      "a.b": "1",
      "list[0].x": "2",
      "1. open": "3",
      "c.d": "4",
      "e.f": null,
    });
  });

  test.each([
    ["integer", "1.5"],
    ["integer", "99999999999999999999"],
    ["number", "1,5"],
    ["boolean", "yes"],
    ["date", "2024-02-30"],
    ["number", [1]],
  ] as const)("fails when a value is no %s", (type, value) => {
    expect(project({ c: value as Json }, [{ name: "c", type }])).toMatch(/is declared as/);
  });
});

describe("inferred types", () => {
  test.each([
    ["bigint", [1, null, 9007199254740993n]],
    ["double precision", [1, 0.5]],
    ["text", [9007199254740993n, 0.5]],
    ["text", [0.5, 9007199254740993n]],
    ["text", [1, new ExactNumber("0.1234567890123456789")]],
    ["boolean", [true, false]],
    ["text", [true, 1]],
    ["date", ["2024-01-01", "2024-02-29"]],
    ["timestamptz", ["2024-01-01T00:00:00Z", "2024-01-01 10:00+02:00"]],
    ["timestamp", ["2024-05-31T00:00", null]],
    ["text", ["2024-01-01", "2024-01-01T00:00:00Z"]],
    ["text", ["2024-01-01", ""]],
    ["text", ["007"]],
    ["text", ["5"]],
    ["jsonb", [new JsonCell("[1]"), null]],
    ["text", [new JsonCell("[1]"), "x"]],
    [null, [null, null]],
  ] as [string | null, Cell[]][])("is %s for %o", (type, cells) => {
    expect(typeOf(...cells)).toBe(type);
    expect(typeOf(...cells.toReversed())).toBe(type);
  });

  test("does not depend on the order of rows", () => {
    const cell = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 60n }),
      fc.boolean(),
      fc.constantFrom("2024-01-01", "2024-01-01T00:00Z", "x"),
      fc.constant(null),
      fc.constant(new JsonCell("[]")),
    );
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 6 }), fc.integer({ min: 0, max: 5 }), (cells, cut) => {
        const all = (list: Cell[]) => list.map(profileOf).reduce(widen, UNSEEN);
        const joined = widen(all(cells.slice(0, cut)), all(cells.slice(cut)));
        expect(joined.type).toBe(all(cells).type);
        expect(all(cells.toReversed()).type).toBe(all(cells).type);
      }),
    );
  });

  test("widens a stored column only", () => {
    expect(widen(storedProfile("bigint"), profileOf(0.5)).type).toBe("text");
    expect(widen(storedProfile("bigint", false), profileOf(0.5)).type).toBe("double precision");
    expect(widen(storedProfile("text"), profileOf(5)).type).toBe("text");
    expect(widen(storedProfile("timestamptz"), profileOf(null)).type).toBe("timestamptz");
  });

  test("keeps declared types, but never cuts a time off a date", () => {
    const profile = startProfile([
      { name: "d", type: "date" },
      { name: "n", type: "number" },
      { name: "t", type: "text" },
      { name: "i" },
    ]);
    for (const d of ["2024-01-01", "2024-01-01T10:00", "2024-01-02"])
      observeRow(
        profile,
        new Map<string, Cell>([
          ["d", d],
          ["n", 5],
          ["t", 5],
          ["i", 5],
        ]),
      );
    expect([...profile].map(([label, { type }]) => [label, type])).toEqual([
      ["d", "timestamptz"],
      ["n", "numeric"],
      ["t", "text"],
      ["i", "bigint"],
    ]);
  });

  test.each([
    ["bigint", ["1", "-20", "0"]],
    ["bigint", ["9007199254740993", "1"]],
    ["double precision", ["1", "1.50", "1.5e-05", "-0.0"]],
    ["boolean", ["true", "false"]],
    ["date", ["2024-01-01"]],
    ["text", ["007", "1"]],
    ["text", ["12E4"]],
    ["text", ["1,5"]],
    ["text", ["+1"]],
    ["text", ["TRUE"]],
    ["text", ["0.12345678901234567"]],
    ["text", ["9007199254740993", "0.5"]],
    ["text", ["12345678901234567890"]],
    ["text", ["1", "n/a"]],
  ])("of CSV is %s for %j, and each cell keeps its spelling", (type, texts) => {
    expect(typeOf(...texts.map(plainCell))).toBe(type);
    expect(texts.map((text) => cellText(plainCell(text)))).toEqual(texts);
  });

  test("follows numbers from their JSON text on", () => {
    const parsed = parseJson("[1, 9007199254740993, 1e400]");
    if (!parsed.ok || !Array.isArray(parsed.value)) throw new Error("no list");
    expect(parsed.value.map((value) => profileOf(cellOf(value)).type)).toEqual(["bigint", "bigint", "text"]);
    expect(cellText(cellOf(parsed.value[2] ?? null))).toBe("1e400");
  });
});

describe("dateKind", () => {
  test.each([
    "2024-02-30",
    "2023-02-29",
    "1900-02-29",
    "2024-13-01",
    "2024-1-1",
    "20240101",
    "0000-01-01",
    "2024-01-01T24:00",
    "2024-01-01T10:60",
    "2024-01-01T10:00:00.1234567Z",
    "2024-01-01T10",
    "2024-01-01T10:00+15:00",
    "2024-W01-1",
    "2024-01-01x",
    "",
    "24-01-01",
  ])("leaves %j text", (text) => {
    expect(dateKind(text)).toBeNull();
  });

  test("knows dates, zones and leap days", () => {
    expect(
      ["2000-02-29", "2024-01-01T10:00:00.123456+0530", "2024-01-01 10:00:59-08", "9999-12-31T23:59:59"].map(dateKind),
    ).toEqual(["date", "timestamptz", "timestamptz", "timestamp"]);
  });
});

const list = (numbers: string): string | null => {
  const parsed = parseJson(`{"list": [${numbers}]}`);
  return parsed.ok ? cellText(cellOf((parsed.value as JsonObject)["list"]!)) : null;
};

test.each(["1e99999", "-1E+9999", "1e-99999", "5e1000000"])(
  "%s is text in JSON, which writes numbers out",
  (number) => {
    expect(list(number)).toBe(`["${number}"]`);
    const result = projectRecord({ one: new ExactNumber(number) }, [{ name: "one", type: "json" }], new Map(), []);
    expect(result.ok && [...result.row].map(([, cell]) => cellText(cell))).toEqual([`"${number}"`]);
  },
);

test("how much longer the numbers of a cell become is counted outside its texts", () => {
  const cell = new JsonCell('[1e308,"1e99 \\\\\\"2e5",-2.5E-300,true,{"e7":1e+2,"a\\\\":false}]');
  expect(growthOf(cell)).toBe(308 + 300 + 2);
});

test("a number that is no longer than a double stays one in JSON", () => {
  expect(list("0.12345678901234567890, 1e308, -2.5e-300, 1234567890123456789012345e3")).toBe(
    "[0.12345678901234567890,1e+308,-2.5e-300,1234567890123456789012345e3]",
  );
});

test("a large part of a record that many columns take is read for some of them, then refused", () => {
  const { value, reads } = countedReads({ big: Array.from({ length: 30_000 }, (_, at) => at) });
  const columns = Array.from({ length: 1_000 }, (_, at) => ({ name: `c${at}`, path: "big" }));
  expect(projectRecord(value, columns, new Map(), [])).toEqual({
    ok: false,
    finding: finding("row-too-large", { megabytes: 4 }),
  });
  expect(reads()).toBeLessThan(5_000_000);
});

test("one cell of a row may be as long as the answer", () => {
  const big = "a".repeat(20_000_000);
  expect(projectRecord({ big, id: 1 }, [{ name: "big" }, { name: "id" }], new Map(), []).ok).toBe(true);
});
