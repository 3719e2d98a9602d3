import { expect, test } from "vitest";
import { odcFile, pbidsFile } from "./connection-files.ts";
import { excelQuery, excelRefreshingQuery, odataFeed, powerBiLink } from "./power-query.ts";
import { curlLine, duckdbCode, odataLine, pandasCode, rCode, sheetsFormula } from "./program-snippets.ts";
import { maskKey } from "./snippet.ts";

const facts = {
  origin: "https://t.example",
  table: "river_levels",
  key: "trib_7Qm4abcdefghijklmx2Vd",
  excelToken: "tok_1234567890abcdefghij",
};

test.each([powerBiLink, pandasCode, curlLine, duckdbCode, rCode, sheetsFormula, odataLine])(
  "what is shown never holds the key, what is copied does",
  (snippet) => {
    expect(snippet(facts).copied).toContain(facts.key);
    expect(snippet(facts).shown).not.toContain(facts.key);
    expect(snippet(facts).shown).toContain("trib_7Qm4…x2Vd");
  },
);

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
  expect(curlLine(facts).copied).toMatch(/^curl --fail /);
  expect(curlLine(facts).copied).toContain(`"${address}" -o river_levels.csv`);
  expect(excelQuery(facts).copied).toContain(`Web.Contents("${address}", [Query = [token = "${facts.excelToken}"]])`);
});

test("pandas gets the types of the columns that are known, and prints the first rows", () => {
  const columns = ["number bigint", "station text", "level double precision", "wet boolean", "exact numeric"]
    .concat("day date", "at timestamptz", "clock time", "more jsonb")
    .map((each) => ({ name: each.split(" ")[0]!, type: each.slice(each.indexOf(" ") + 1) }));
  expect(pandasCode({ ...facts, columns }).copied).toMatch(
    /na_values=\[""\],\n {4}dtype=\{"number": "Int64", "station": "string", "level": "float64", "wet": "boolean", "exact": "string", "clock": "string", "more": "string"\},\n {4}float_precision="round_trip",\n {4}parse_dates=\["day", "at"\], date_format="ISO8601",\n\)\nprint\(df\.head\(\)\)$/,
  );
  expect(pandasCode({ ...facts, columns }).copied).toContain("# numeric columns are text, so that no digit is lost.");
});

const MANY = Array.from({ length: 61 }, (_, at) => ({ name: `c${at}`, type: "bigint" }));
test.each([{ columns: undefined }, { columns: [] }, { columns: MANY }])(
  "without the types of the columns every cell is text: nothing is guessed",
  ({ columns }) => {
    const written = { ...facts, columns };
    expect(pandasCode(written).copied).toMatch(/na_values=\[""\],\n {4}dtype="string",\n\)/);
    expect(duckdbCode(written).copied).toContain("header = true,\n  all_varchar = true);");
    expect(rCode(written).copied).toContain("col_types = cols(.default = col_character())");
  },
);

const columns = ["number bigint", "station text", "level double precision", "wet boolean", "exact numeric"]
  .concat("day date", "at timestamp", "seen timestamptz", "clock time", "more jsonb")
  .map((each) => ({ name: each.split(" ")[0]!, type: each.slice(each.indexOf(" ") + 1) }));

test("the Power Query has no secret, one fixed host, types by the rules of en-US, and no fixed number of columns", () => {
  const { copied, shown } = excelRefreshingQuery({ ...facts, columns });
  expect(shown).toBe(copied);
  expect(copied).not.toMatch(/trib_|tok_|Columns\s*=/);
  expect(copied).toContain(`Binary.Buffer(Web.Contents("https://t.example", [
      RelativePath = "d/river_levels.csv",
      ApiKeyName = "api_key"
    ]))`);
  expect(copied).toMatch(/ {2}Typed = Table\.TransformColumnTypes\(Rows, \{\n.*\n {2}\}, "en-US"\)\nin\n {2}Typed$/s);
  expect([...copied.matchAll(/\{"(\w+)", ([\w. ]+)\}/g)].map(([, name, type]) => `${name} ${type}`)).toEqual([
    ...["number Int64.Type", "station type text", "level type number", "wet type logical", "exact type text"],
    ...["day type date", "at type datetime", "seen type datetimezone", "clock type time", "more type text"],
  ]);
});

test("without known columns nothing is typed, and without a table the Power Query lists the tables", () => {
  expect(excelRefreshingQuery(facts).copied).toMatch(/in\n {2}Rows$/);
  expect(excelRefreshingQuery({ ...facts, table: null }).copied).toContain('RelativePath = "api/stream/data"');
});

test("Power BI reads the feed of all tables, or one of them", () => {
  const feed = 'OData.Feed("https://t.example/odata/", null, [Implementation="2.0"])';
  expect(odataFeed({ ...facts, table: null }).copied).toContain(feed);
  expect(odataFeed(facts).copied).toBe(
    `let\n  Source = ${feed},\n  Rows = Source{[Name="river_levels", Signature="table"]}[Data]\nin\n  Rows`,
  );
});

test("DuckDB and R name the types, and DuckDB's secret is for this server alone", () => {
  const duckdb = duckdbCode({ ...facts, columns }).copied;
  expect(duckdb).toContain("SCOPE 'https://t.example'");
  expect(duckdb).toContain(
    "FROM read_csv('https://t.example/d/river_levels.csv',\n  delim = ',', quote = '\"', escape = '\"', header = true,\n  auto_detect = false, columns = {",
  );
  expect(duckdb).toContain(
    "'number': 'BIGINT', 'station': 'VARCHAR', 'level': 'DOUBLE', 'wet': 'BOOLEAN', 'exact': 'VARCHAR', 'day': 'DATE'",
  );
  const r = rCode({ ...facts, columns }).copied;
  expect(r).toContain('url("https://t.example/d/river_levels.csv", headers = c(Authorization = "Bearer trib_');
  expect(r).toContain("`station` = col_character(), `level` = col_double(), `wet` = col_logical()");
  expect(r).toContain("`number` = col_character()");
  expect(r).toContain('na = "", trim_ws = FALSE,');
});

test("Sheets has the key in the address, and OData's line as the password", () => {
  expect(sheetsFormula(facts).copied).toBe(`=IMPORTDATA("https://t.example/d/river_levels.csv?api_key=${facts.key}")`);
  expect(odataLine(facts).copied).toBe(`curl -u "key:${facts.key}" "https://t.example/odata/river_levels?\\$top=10"`);
});

test("the files of Excel and Power BI hold what the texts say, and no key", () => {
  const odc = odcFile({ origin: facts.origin, table: "river_levels", columns });
  const mashup = /<odc:PowerQueryMashupData>(.*?)<\/odc:PowerQueryMashupData>/s.exec(odc)?.[1] ?? "";
  const plain = mashup
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#10;", "\n")
    .replaceAll("&amp;", "&");
  expect(/<!\[CDATA\[(.*?)\]\]>/s.exec(plain)?.[1]).toBe(excelRefreshingQuery({ ...facts, columns }).copied);
  expect(odc).toContain("SELECT * FROM [river_levels]");
  expect(odc).not.toContain("trib_");
  expect(JSON.parse(pbidsFile(facts.origin))).toEqual({
    version: "0.1",
    connections: [
      { details: { protocol: "odata", address: { url: "https://t.example/odata/" } }, options: {}, mode: "Import" },
    ],
  });
});
