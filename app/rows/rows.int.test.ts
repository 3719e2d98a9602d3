import { afterAll, beforeAll, expect, test } from "vitest";
import { open, type TestBrowser, testBrowser } from "#testing/browser/chromium.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { follow } from "#testing/servers/form-client.ts";

let db: InstalledDatabase;
let product: Product;
let browser: TestBrowser;
let [owner, stranger]: Person[] = [];
let dataset: { id: string; table_name: string };
let page: string;

/** 300 rows: number n at the station n % 3, with the level (n * 7) % 300; every tenth has no note. */
const STATIONS = ["Mill", "Weir", "50% bridge"];
const ROWS = Array.from({ length: 300 }, (_, n) =>
  [n, STATIONS[n % 3], (n * 7) % 300, n % 10 === 0 ? "" : "seen"].join(","),
);

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  browser = await testBrowser(product.url);
  [owner, stranger] = await Promise.all(["Owner", "Stranger"].map((name) => product.person(name, 3)));
  const csv = ["number,station,level,note", ...ROWS].join("\n");
  dataset = (await owner!.upload(csv, { title: "Levels", is_public: "true" })).json;
  page = `/dataset_profile/${dataset.id}`;
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
  await db?.drop();
});

const see = async (query: string, who = owner!) => {
  const answer = await who.get(page + query);
  // The numbers of the rows, as their first column has them.
  const cells = [...answer.text.matchAll(/<tr><th scope="row">(\d+)<\/th><td[^>]*>(\d+)<\/td>/g)];
  return {
    status: answer.status,
    text: (await follow(who, answer)).page,
    html: answer.text,
    places: cells.map(([, place]) => Number(place)),
    numbers: cells.map(([, , number]) => Number(number)),
  };
};
const ordered = (keep: (n: number) => boolean = () => true, level?: "up" | "down") => {
  const kept = Array.from({ length: 300 }, (_, n) => n).filter(keep);
  const at = (n: number) => (n * 7) % 300;
  return level ? kept.sort((a, b) => (level === "up" ? at(a) - at(b) : at(b) - at(a))) : kept;
};

test("rows are sorted, filtered and paged by the URL", async () => {
  const latest = await see("?rows=latest");
  expect([latest.numbers, latest.text.includes("Latest 100 rows fetched")]).toEqual([ordered().slice(200), true]);
  expect([latest.places[0], latest.text.includes("Page through all 300 rows")]).toEqual([201, true]);
  const first = await see("");
  expect([first.numbers, first.text.includes("Rows 1–100 of 300")]).toEqual([ordered().slice(0, 100), true]);
  const third = await see("?rows_page=3");
  expect([third.numbers, third.places[0]]).toEqual([ordered().slice(200), 201]);
  const down = await see("?sort=-level&rows_page=2");
  expect(down.numbers).toEqual(ordered(undefined, "down").slice(100, 200));
  expect(/<th[^>]*aria-sort="descending"[^>]*>[\s\S]*?level/.test(down.html)).toBe(true);
  const filtered = await see("?where.station=eq.Weir&where.level=gte.150&sort=level");
  expect(filtered.numbers).toEqual(ordered((n) => n % 3 === 1 && (n * 7) % 300 >= 150, "up").slice(0, 100));
  expect(filtered.text).toContain(`Rows 1–${filtered.numbers.length} of ${filtered.numbers.length} that match`);
  for (const words of ["station is Weir", "level is at least 150"]) expect(filtered.text).toContain(words);
  expect((await see("?where.note=is.null")).numbers).toHaveLength(30);
  expect((await see("?rows_page=999")).text).toContain("No rows");
});

test("the form of the page adds a filter, without JavaScript and with it", async () => {
  const asked = "?sort=-level&filter_column=station&filter_operator=contains&filter_value=50%25";
  const answer = await owner!.get(page + asked);
  const location = `${page}?${new URLSearchParams({ "where.station": "like.*50\\%*", sort: "-level" })}`;
  expect([answer.status, answer.headers.get("location")]).toEqual([302, location]);
  const found = await see(location.slice(page.length));
  expect(found.numbers).toEqual(ordered((n) => n % 3 === 2, "down"));
  expect(found.text).toContain("station contains 50%");

  const window = await browser.window(owner!.cookie);
  await open(window, page);
  await window.getByRole("link", { name: /^level,? ?.*sort ascending/ }).click();
  await window.waitForURL("**sort=level");
  await window.locator("summary", { hasText: "Filter" }).click();
  await window.getByRole("search", { name: "Filter the rows" }).getByLabel("Column").selectOption("level");
  await window.getByLabel("Condition").selectOption("is less than");
  await window.getByLabel("Value").fill("3");
  await window.getByRole("button", { name: "Filter", exact: true }).click();
  await window.waitForURL(/where\.level=lt\.3/);
  await window.getByText("Rows 1–3 of 3 that match").waitFor();
  await window.getByRole("link", { name: "Remove the filter level is less than 3" }).click();
  await window.waitForURL((url) => !url.search.includes("where"));
});

test("a text is looked for in every column, whatever its case, and what is downloaded has the same rows", async () => {
  const asked = await owner!.get(`${page}?filter_column=*&filter_operator=search&filter_value=wEIR`);
  const query = new URL(asked.headers.get("location") ?? "", product.url).search;
  const found = await see(query);
  expect(found.numbers).toEqual(ordered((n) => n % 3 === 1).slice(0, 100));
  expect(found.text).toContain("Any column contains wEIR");
  expect(found.html).toContain(`href="${page}/download.xlsx${query.replaceAll("&", "&amp;")}"`);
  const csv = await owner!.get(`${page}/download.csv${query}`);
  expect(csv.text.trim().split(/\r?\n/)).toHaveLength(101);
  // Numbers are found as they are shown.
  expect((await see("?where.*=ilike.*297*")).numbers).toEqual(ordered((n) => `${n},${(n * 7) % 300}`.includes("297")));
});

test("columns are chosen, kept in place and shown whole by the URL, and the other links keep the choice", async () => {
  const chosen = await owner!.get(`${page}?choose_columns=4&show=number&show=note&widen=note&freeze=1`);
  const location = chosen.headers.get("location") ?? "";
  expect(location).toBe(`${page}?columns=number%2Cnote&wide=note&freeze=1`);
  const { html, text } = await see(location.slice(page.length));
  expect([...html.matchAll(/<th scope="col" abbr="(\w+)"/g)].map(([, name]) => name)).toEqual(["number", "note"]);
  expect(text).toContain("× 2 of 4 columns");
  expect(html).toContain('<table class="table frozen-1">');
  expect(html).toContain('<td class="wide">seen</td>');
  expect(html).toContain(`href="${page}?sort=number&amp;columns=number%2Cnote&amp;wide=note&amp;freeze=1"`);
});

test("a long cell opens, and one that was cut leads to the whole of it", async () => {
  const long = "long ".repeat(20).trim();
  const huge = "x".repeat(200_000);
  const { json } = await owner!.upload(`n,a\n1,${long}\n2,${huge}\n`, { title: "Cells" });
  const { text: html } = await owner!.get(`/dataset_profile/${json.id}?sort=-n`);
  expect(html).toContain(`<details class="cell"><summary tabindex="-1">${long}</summary></details>`);
  const whole = /href="([^"]*download\.json[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect((await owner!.get(whole)).json).toEqual([{ a: huge }]);
});

test("the address of the stream is that of the same rows", async () => {
  const query = "?where.station=eq.Weir&where.level=gte.150&sort=-level";
  const shown = await see(query);
  const address = /\/d\/\S+?order=-level/.exec(shown.text.replace(/\s/g, ""))?.[0];
  expect(address).toBe(`/d/${dataset.table_name}.csv?where.station=eq.Weir&where.level=gte.150&order=-level`);
  const csv = await product.call("GET", address!, { headers: { authorization: `Bearer ${await owner!.key()}` } });
  const numbers = csv.text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => Number(line.split(",")[0]));
  expect(numbers.slice(0, 100)).toEqual(shown.numbers);
});

test.each([
  ["?sort=height", 400, 'There is no column "height".'],
  ["?where.level=gte.high", 400, '"high" cannot be compared with "level"'],
  ["?where.level=nonsense", 400, 'The filter on "level" needs one of'],
  ["?where.level=in.(1", 400, "cannot be"],
  [`?columns=${"number,".repeat(300)}`, 400, "Choose fewer, or show all."],
  ["?where.*=ilike.*a*&where.*=ilike.*b*", 400, "one filter on any column"],
])("%s is refused with a sentence, and the page stays", async (query, status, says) => {
  const { status: got, text } = await see(query);
  expect([got, text.includes(says), text.includes("Show the first rows")]).toEqual([status, true, true]);
});

test("who has no access sees the sample, whatever the URL asks", async () => {
  for (const query of ["", "?sort=-level", "?where.level=gte.high", "?rows_page=2"]) {
    const seen = await see(query, stranger);
    expect([seen.status, seen.numbers]).toEqual([200, ordered().slice(0, 10)]);
  }
});

test("each bar of a column leads to its rows, and together they are all of them", async () => {
  const { html } = await see("?where.station=eq.Weir");
  const hrefs = [...html.matchAll(/<a[^>]*tabindex="-1"[^>]*href="([^"]*)"|<a[^>]*href="([^"]*)"[^>]*tabindex="-1"/g)]
    .map(([, first, second]) => (first ?? second ?? "").replaceAll("&amp;", "&"))
    .filter((href) => href.startsWith(page));
  const levels = hrefs.filter((href) => href.includes("where.level="));
  expect(levels).toHaveLength(20);
  const found: number[] = [];
  for (const href of levels) found.push(...(await see(href.slice(page.length))).numbers);
  expect(found.sort((a, b) => a - b)).toEqual(ordered((n) => n % 3 === 1));
  // The filter of the same column is replaced.
  const mill = hrefs.find((href) => href.includes("Mill"));
  expect((await see(mill!.slice(page.length))).numbers).toEqual(ordered((n) => n % 3 === 0).slice(0, 100));
}, 60_000);

test("the link to a cut cell names its version, and one to the original file only a version that is shown", async () => {
  const { json } = await owner!.upload(`n,a\n1,${"x".repeat(2_000)}\n`, { title: "Replaced" });
  const rows = `/dataset_profile/${json.id}`;
  const { text: first } = await owner!.get(`${rows}?rows=latest`);
  expect(first).toContain(`${rows}/download.json?columns=a&amp;where._row_id=eq.1&amp;version=1`);
  for (const query of ["?version=abc", "?as_of=2020-01-01"]) {
    const { status, text } = await owner!.get(rows + query);
    expect([status >= 400, text.includes("original?version=")]).toEqual([true, false]);
  }
});
