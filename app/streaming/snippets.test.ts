import { expect, test } from "vitest";
import { curlLine, pandasCode } from "./program-snippets.ts";
import { excelQuery, powerBiLink } from "./power-query.ts";
import { maskKey } from "./snippet.ts";

const facts = {
  origin: "https://t.example",
  table: "river_levels",
  key: "trib_7Qm4abcdefghijklmx2Vd",
  excelToken: "tok_1234567890abcdefghij",
};

test.each([powerBiLink, pandasCode, curlLine])("what is shown never holds the key, what is copied does", (snippet) => {
  expect(snippet(facts).copied).toContain(facts.key);
  expect(snippet(facts).shown).not.toContain(facts.key);
  expect(snippet(facts).shown).toContain("trib_7Qm4…x2Vd");
});

test("Excel gets the short-lived token and never the key", () => {
  expect(excelQuery(facts).copied).toContain(facts.excelToken);
  expect(excelQuery(facts).copied).not.toContain(facts.key);
  expect(excelQuery(facts).shown).not.toContain(facts.excelToken);
});

test("without a table each snippet reads the list of tables", () => {
  const none = { ...facts, table: null };
  const list = "https://t.example/api/stream/data";
  expect(powerBiLink(none).copied).toBe(`${list}?api_key=${facts.key}`);
  expect(pandasCode(none).copied).toContain(`pd.read_json(\n    "${list}"`);
  expect(curlLine(none).copied).toMatch(new RegExp(`"${list}"$`));
  expect(excelQuery(none).copied).toContain(`Json.Document(\n    Web.Contents("${list}/excel"`);
  for (const snippet of [powerBiLink, pandasCode, curlLine, excelQuery])
    expect(snippet(none).copied).not.toMatch(/table=|null/);
});

test("a short secret is not shown at all", () => {
  expect(maskKey("short")).toBe("…");
});

test("a table has one short address in each snippet that names it", () => {
  const address = "https://t.example/d/river_levels.csv";
  expect(powerBiLink(facts).copied).toBe(`${address}?api_key=${facts.key}`);
  expect(pandasCode(facts).copied).toContain(`pd.read_csv(\n    "${address}",`);
  expect(curlLine(facts).copied).toContain(`"${address}" -o river_levels.csv`);
});

test("pandas gets the types of the columns that are known, and prints the first rows", () => {
  const columns = ["number bigint", "station text", "level double precision", "wet boolean", "exact numeric"]
    .concat("day date", "at timestamptz", "clock time", "more jsonb")
    .map((each) => ({ name: each.split(" ")[0]!, type: each.slice(each.indexOf(" ") + 1) }));
  expect(pandasCode({ ...facts, columns }).copied).toMatch(
    /na_values=\[""\],\n {4}dtype=\{"number": "Int64", "station": "string", "level": "float64", "wet": "boolean", "clock": "string", "more": "string"\},\n {4}parse_dates=\["day", "at"\],\n\)\nprint\(df\.head\(\)\)$/,
  );
  expect(pandasCode(facts).copied).not.toMatch(/dtype|parse_dates/);
  const many = Array.from({ length: 61 }, (_, at) => ({ name: `c${at}`, type: "bigint" }));
  expect(pandasCode({ ...facts, columns: many }).copied).not.toContain("dtype");
});
