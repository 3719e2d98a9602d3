import { describe, expect, test } from "vitest";
import { EVERYTHING } from "#domain/core/ports/stream-query.ts";
import type { Column } from "#domain/core/values/table.ts";
import { parseStreamQuery } from "./stream-query.ts";

const columns: Column[] = [
  { name: "id", label: "id", type: "bigint" },
  { name: "share", label: "share", type: "double precision" },
  { name: "name", label: "Name", type: "text" },
  { name: "day", label: "day", type: "date" },
  { name: "seen", label: "seen", type: "timestamptz" },
  { name: "open", label: "open", type: "boolean" },
  { name: "tags", label: "tags", type: "jsonb" },
  { name: "limit", label: "limit", type: "bigint" },
];
const parse = (text: string) => parseStreamQuery(new URLSearchParams(text), columns);

test("everything at once", () => {
  expect(
    parse(
      "table=x&api_key=k&format=csv&columns=name,id&limit=10&offset=5&order=-id,name&count=exact&name=like.K*&where.limit=eq.3&id=in.(1,2)&open=is.not_null&bigint=string",
    ),
  ).toEqual({
    ok: true,
    query: {
      format: "csv",
      columns: ["name", "id"],
      limit: 10,
      offset: 5,
      count: true,
      exactNumbers: "string",
      order: [
        { column: "id", descending: true },
        { column: "name", descending: false },
      ],
      filters: [
        { column: "name", operator: "like", value: "K*" },
        { column: "limit", operator: "eq", value: "3" },
        { column: "id", operator: "in", values: ["1", "2"] },
        { column: "open", operator: "is", value: "not_null" },
      ],
    },
  });
});

test("a pattern may be looked for in any column", () => {
  expect(parse("where.*=ilike.*k*&name=ilike.K*")).toMatchObject({
    ok: true,
    query: {
      filters: [
        { column: "*", operator: "ilike", value: "*k*" },
        { column: "name", operator: "ilike", value: "K*" },
      ],
    },
  });
});

test("nothing asked: every row and column", () => {
  expect(parse("")).toEqual({
    ok: true,
    query: EVERYTHING,
  });
});

describe("faults are one sentence", () => {
  test.each([
    [
      "nmae=eq.x",
      'There is no column or parameter "nmae". Did you mean "name"? Columns: id, share, name, day, seen, open, tags, limit.',
    ],
    ["where.*=eq.x", "The filter on any column needs like or ilike, as in where.*=ilike.*part*."],
    [`where.*=ilike.${"x".repeat(101)}`, "The like patterns of a query may have 100 characters together."],
    ["where.*=ilike.*a*&where.*=ilike.*b*", "A query may have one filter on any column."],
    ["where.nope=eq.x", 'There is no column "nope". Columns: id, share, name, day, seen, open, tags, limit.'],
    ["columns=id,nope", 'There is no column "nope". Columns: id, share, name, day, seen, open, tags, limit.'],
    ["columns=id,id", 'The column "id" is asked for twice.'],
    ["order=-nope", 'There is no column "nope". Columns: id, share, name, day, seen, open, tags, limit.'],
    ["order=tags", 'Rows cannot be ordered by "tags": it holds JSON.'],
    [
      "lmit=3",
      'There is no column or parameter "lmit". Did you mean "limit"? Columns: id, share, name, day, seen, open, tags, limit.',
    ],
    ["bigint=text", "bigint must be number or string."],
    [
      "_run_id=eq.x",
      'There is no column or parameter "_run_id". Did you mean "_row_id"? Columns: id, share, name, day, seen, open, tags, limit.',
    ],
    ["format=xml", 'There is no format "xml": use json, ndjson, csv, xlsx or parquet.'],
    ["limit=-1", "limit must be a whole number from 0."],
    ["limit=1e3", "limit must be a whole number from 0."],
    ["offset=x", "offset must be a whole number from 0."],
    ["limit=1&limit=2", "The parameter limit is given twice."],
    ["count=estimated", "count can only be exact."],
    [
      "name=Berlin",
      'The filter on "name" needs one of eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in, is, as in name=eq.value.',
    ],
    [
      "name=regex.x",
      'The filter on "name" needs one of eq, neq, isdistinct, gt, gte, lt, lte, like, ilike, in, is, as in name=eq.value.',
    ],
    ["id=eq.x", '"x" cannot be compared with "id", which is bigint.'],
    ["id=eq.1;drop table x", '"1;drop table x" cannot be compared with "id", which is bigint.'],
    ["share=gt.1e999", '"1e999" cannot be compared with "share", which is double precision.'],
    ["day=eq.2024-02-30", '"2024-02-30" cannot be compared with "day", which is date.'],
    ["open=eq.yes", '"yes" cannot be compared with "open", which is boolean.'],
    ["id=like.1*", 'like works on text; "id" is bigint.'],
    ["tags=eq.x", '"tags" holds JSON, which can only be filtered with is.'],
    ["id=is.true", 'is on "id" takes null or not_null.'],
    ["name=eq.%00", 'The filter on "name" holds a NUL character.'],
    [`name=like.${"a".repeat(101)}`, "The like patterns of a query may have 100 characters together."],
    [
      `name=like.${"a".repeat(60)}&name=like.${"b".repeat(41)}`,
      "The like patterns of a query may have 100 characters together.",
    ],
    [Array.from({ length: 51 }, () => "id=gt.1").join("&"), "A query may have 50 filters."],
    [`id=in.(${"1,".repeat(600)}1)&id=in.(${"1,".repeat(600)}1)`, "in takes at most 1,000 values in a query."],
    [`order=${Array.from({ length: 11 }, () => "id").join(",")}`, "Rows can be ordered by 10 columns at most."],
    [`name=eq.${"x".repeat(10_000)}`, "The query is longer than 10,000 characters."],
    ['name=in.("a', 'The list of in on "name" cannot be read: write (a,b,"c,d").'],
  ])("%s", (params, message) => {
    expect(parse(params)).toEqual({ ok: false, message });
  });
});

test("a plus sign that the address turned into a space is read as the zone it was", () => {
  const parsed = parse("seen=gt.2024-01-31T10:00:00+02:00");
  expect(parsed.ok && parsed.query.filters).toEqual([
    { column: "seen", operator: "gt", value: "2024-01-31T10:00:00+02:00" },
  ]);
});
