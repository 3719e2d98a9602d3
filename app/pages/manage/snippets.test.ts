import { expect, test } from "vitest";
import { curlLine, excelQuery, maskKey, pandasCode, powerBiLink } from "./snippets.ts";

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

test("a table name that is no Python name becomes one", () => {
  expect(pandasCode({ ...facts, table: "2024-rates" }).copied).toContain("t_2024_rates = pd.read_csv(");
});
