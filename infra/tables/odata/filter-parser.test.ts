import { describe, expect, test } from "vitest";
import type { Column } from "#domain/core/values/table.ts";
import { parseFilter } from "./filter-parser.ts";
import { parseODataGroups, parseODataQuery } from "./query-options.ts";

const columns: readonly Column[] = [
  { name: "name", label: "name", type: "text" },
  { name: "level", label: "level", type: "double precision" },
  { name: "wet", label: "wet", type: "boolean" },
  { name: "day", label: "day", type: "date" },
  { name: "clock", label: "clock", type: "time" },
  { name: "more", label: "more", type: "jsonb" },
  { name: "in", label: "in", type: "text" },
];
const known = new Map(columns.map((column) => [column.name, column]));
const filter = (text: string) => parseFilter(text, known);

test("and binds more tightly than or, and not more tightly than both", () => {
  const is = (value: string) => ({
    kind: "compare",
    left: { kind: "column", column: "name" },
    operator: "eq",
    right: { kind: "value", value, family: "text" },
  });
  expect(filter("name eq 'a' or name eq 'b' and not name eq 'c'")).toEqual({
    kind: "or",
    parts: [is("a"), { kind: "and", parts: [is("b"), { kind: "not", of: is("c") }] }],
  });
  expect(filter("(name eq 'a' or name eq 'b') and name eq 'c'")).toMatchObject({ kind: "and" });
});

test("a property may have the name of an operator", () => {
  expect(filter("in in ('a')")).toEqual({
    kind: "in",
    left: { kind: "column", column: "in" },
    values: [{ kind: "value", value: "a", family: "text" }],
  });
});

test("a fraction of a second has at most the six digits of the database", () => {
  expect(filter("day eq 2026-01-01T00:00:00.1234567Z")).toMatchObject({
    right: { value: "2026-01-01T00:00:00.123456Z" },
  });
});

const nested = (levels: number) => `${"(".repeat(levels)}wet${")".repeat(levels)}`;
const many = (count: number, each: string, between: string) => Array(count).fill(each).join(between);

test("a filter may be as large as the limits say", () => {
  expect(filter(nested(49))).toEqual({ kind: "is-true", column: "wet" });
  expect(filter(many(200, "wet", " or "))).toMatchObject({ kind: "or" });
  expect(filter(`level in (${many(1_000, "1", ",")})`)).toMatchObject({ kind: "in" });
  expect(filter(`contains(name,'${"a".repeat(100)}')`)).toMatchObject({ kind: "text" });
});

describe("is refused with a sentence", () => {
  test.each([
    [nested(50), "$filter has more than 50 brackets within each other."],
    [many(51, "not ", "") + "wet", "$filter has more than 50 brackets within each other."],
    ["(".repeat(9_000), "$filter has more than 50 brackets within each other."],
    [many(201, "wet", " or "), "$filter may have 200 comparisons."],
    [`name eq '${"a".repeat(10_000)}'`, "$filter is longer than 10,000 characters."],
    [`level in (${many(1_001, "1", ",")})`, "in takes at most 1,000 values in a query."],
    [
      `contains(name,'${"a".repeat(101)}')`,
      "contains, startswith, endswith and indexof may look for 100 characters together.",
    ],
    ["", "$filter has the end of it at character 1, where a property or a value should be."],
    ["name eq", "$filter has the end of it at character 8, where a property or a value should be."],
    ["name", "$filter has the end of it at character 5, where a comparison should be."],
    ["(wet", "$filter has the end of it at character 5, where ) should be."],
    ["wet)", '$filter has ")" at character 4, where and, or, or the end should be.'],
    ["wet; drop table x", '$filter cannot be read from "; drop table x" on.'],
    ["name eq 'a", `$filter cannot be read from "'a" on.`],
    ['name eq "a"', `$filter cannot be read from ""a"" on.`],
    ["nme eq 'a'", 'There is no property "nme".'],
    ["name eq 5", '"name" can only be compared with a text in quotes, not with "5".'],
    ["level eq 'a'", `"level" can only be compared with a number, not with "'a'".`],
    ["level eq 1e999", '"level" can only be compared with a number'],
    ["wet eq 1", '"wet" can only be compared with true or false, not with "1".'],
    ["day eq 2026-02-30", '"day" can only be compared with a date or a time with a zone'],
    ["clock eq 2026-01-01", '"clock" can only be compared with a time of day, as in 08:00:00, not with "2026-01-01".'],
    ["name eq 'a\0b'", '"name" can only be compared with a text in quotes'],
    ["name eq level", '"name" and "level" have types that cannot be compared.'],
    ["1 eq 1", '$filter compares "1" with "1": name a property.'],
    ["1 in (1)", "in needs a property before it."],
    ["contains(level,'a')", 'contains works on text, and "level" is none.'],
    ["contains(name,name)", "contains takes a property and a text in quotes."],
    [many(51, "length(name) eq 1", " or "), "$filter may have 50 functions."],
    [`${"trim(".repeat(50)}name${")".repeat(50)} eq 'a'`, "$filter has more than 50 brackets within each other."],
    [
      `indexof(name,'${"a".repeat(101)}') eq 1`,
      "contains, startswith, endswith and indexof may look for 100 characters",
    ],
    [`contains(name,tolower('${"A".repeat(101)}'))`, "may look for 100 characters together."],
    ["contains(name,tolower(name))", "contains takes a property and a text in quotes."],
    ["indexof(name,name) eq 1", "indexof takes a text in quotes after the first value."],
    [
      "year(name) eq 1",
      'year takes a date or a time with a zone, as in 2026-01-31 or 2026-01-31T08:00:00Z, and "name" is none.',
    ],
    ["year('a') eq 1", "year takes a date or a time with a zone"],
    ["year(day) eq '2026'", '"year(…)" can only be compared with a number'],
    ["tolower(name) eq level", '"tolower(…)" and "level" have types that cannot be compared.'],
    ["year(day,day) eq 1", '$filter has "," at character 9, where ) should be.'],
    ["substring(name) eq 'a'", '$filter has ")" at character 15, where , should be.'],
    ["level gt round(1e400)", 'round takes a number, not "1e400".'],
    ["level gt floor(ceiling(1e-400))", 'ceiling takes a number, not "1e-400".'],
    ["substring(name,1e400) eq 'a'", 'substring takes a number, not "1e400".'],
    ["level/wet eq 1", '$filter has "/" at character 6, where a comparison should be.'],
    ["(wet) eq 5", '$filter has "5" at character 10, where true or false should be.'],
  ])("%s", (text, sentence) => {
    expect(() => filter(text)).toThrow(sentence);
  });

  test.each([
    ["fractionalseconds(day) eq 1", '$filter cannot use the function "fractionalseconds" here.'],
    ["contains(concat(name,'a'),'a')", '$filter cannot use the function "concat" here.'],
    ["day lt now()", '$filter cannot use the function "now" here.'],
    ["constructor(day) eq 1", '$filter cannot use the function "constructor" here.'],
    ["level add 1 eq 2", "$filter cannot use the operator add here."],
  ])("%s, as what OData has and we have not", (text, message) => {
    const parsed = parseODataQuery(new Map([["$filter", text]]), columns, "number");
    expect(parsed).toEqual({ ok: false, reason: "unsupported", message });
  });

  test.each([
    [{ $select: "name,none" }, '$select names "none", and there is no such property.'],
    [{ $orderby: "none" }, '$orderby names "none", and there is no such property.'],
    [{ $orderby: "name up" }, '$orderby takes properties, each with asc or desc after it, not "name up".'],
    [{ $orderby: many(11, "name", ",") }, "$orderby takes 10 properties at most."],
    [{ $orderby: "more" }, 'Rows cannot be ordered by "more": it holds JSON.'],
    [{ $top: "-1" }, "$top must be a whole number from 0."],
    [{ $skip: "1.5" }, "$skip must be a whole number from 0."],
    [{ $count: "yes" }, "$count must be true or false."],
  ])("%j", (options: Record<string, string>, message) => {
    const parsed = parseODataQuery(new Map(Object.entries(options)), columns, "number");
    expect(parsed).toEqual({ ok: false, reason: "invalid", message });
  });
});

describe("$apply", () => {
  const apply = (options: Record<string, string>) =>
    parseODataGroups(new Map(Object.entries(options)), columns, "number");

  test("has groups, values and the order of the result", () => {
    const $apply = "filter(level gt 2)/groupby((name,day),aggregate(level with average as mean,$count as n))";
    expect(apply({ $apply, $orderby: "mean desc,name", $top: "3" })).toEqual({
      ok: true,
      groups: {
        filter: expect.objectContaining({ kind: "compare" }),
        by: [
          { name: "name", column: "name" },
          { name: "day", column: "day" },
        ],
        aggregates: [
          { name: "mean", method: "average", column: "level" },
          { name: "n", method: "count" },
        ],
        orderBy: [
          { name: "mean", descending: true },
          { name: "name", descending: false },
        ],
        skip: 0,
        top: 3,
        exactNumbers: "number",
      },
    });
  });

  test.each([
    [{ $apply: "filter(wet)" }, "$apply with a filter alone is the same as $filter: use that."],
    [{ $apply: "compute(level as x)" }, '$apply cannot use the transformation "compute" here.'],
    [{ $apply: "groupby((name))/groupby((name))" }, "$apply cannot go on after groupby or aggregate."],
    [{ $apply: "groupby((rollup(name,day)))" }, '$apply cannot group by "rollup".'],
    [{ $apply: "groupby((name),topcount(1,level))" }, "$apply takes aggregate alone within groupby."],
    [{ $apply: "aggregate(level with stdev as x)" }, '$apply cannot use the method "stdev" here.'],
    [{ $apply: "groupby((name))", $filter: "wet" }, "$filter cannot be used together with $apply."],
    [{ $apply: "groupby((name))", $count: "true" }, "$count cannot be used together with $apply."],
  ])("%j is not supported", (options: Record<string, string>, message) => {
    expect(apply(options)).toEqual({ ok: false, reason: "unsupported", message });
  });

  test.each([
    [{ $apply: "" }, '$apply cannot use the transformation "" here.'],
    [{ $apply: "groupby((none))" }, 'There is no property "none".'],
    [{ $apply: "groupby(name)" }, '$apply has "name" at character 9, where ( should be.'],
    [{ $apply: "groupby((name)) x" }, '$apply has "x" at character 17, where the end should be.'],
    [{ $apply: "aggregate(level as x)" }, '$apply has "as" at character 17, where with should be.'],
    [{ $apply: "aggregate(level with sum)" }, '$apply has ")" at character 25, where as should be.'],
    [{ $apply: "aggregate(name with sum as x)" }, 'sum works on numbers, and "name" is none.'],
    [{ $apply: "aggregate(wet with min as x)" }, 'min works on what can be ordered, and "wet" cannot.'],
    [{ $apply: "groupby((name),aggregate($count as name))" }, '$apply names "name" twice.'],
    [{ $apply: `aggregate($count as ${"x".repeat(64)})` }, `The name "${"x".repeat(60)}…" is too long.`],
    [{ $apply: `groupby((${many(21, "name", ",")}))` }, "groupby takes 20 properties at most."],
    [{ $apply: `aggregate(${many(51, "$count as n", ",")})` }, "aggregate takes 50 values at most."],
    [
      {
        $apply: `aggregate(${Array.from({ length: 6 }, (_, at) => `name with countdistinct as n${at}`).join(",")})`,
      },
      "aggregate takes countdistinct 5 times at most.",
    ],
    [{ $apply: `filter(${many(201, "wet", " or ")})/groupby((name))` }, "$apply may have 200 comparisons."],
    [{ $apply: "groupby((name))", $orderby: "level" }, '$orderby names "level", and there is no such property.'],
  ])("%j is refused", (options: Record<string, string>, message) => {
    expect(apply(options)).toMatchObject({ ok: false, message });
  });
});
