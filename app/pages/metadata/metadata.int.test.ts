import { JSDOM } from "jsdom";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asProse } from "#domain/core/text/lines.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { everyCharacter } from "#testing/texts/every-character.ts";

let db: InstalledDatabase;
let product: Product;
let owner: Person;
beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  owner = await product.person("Owner", 3);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const CSV = "station,level_cm\nMill,1\n";
const DESCRIPTIONS = ["croissant.json", "dataset.jsonld", "datapackage.json", "versions.rss"];
const linksOf = (html: string) =>
  [...new JSDOM(html).window.document.querySelectorAll("link[rel=alternate]")].map((link) => link.getAttribute("href"));

test("the head of a public dataset's page describes it and links to its descriptions", async () => {
  const { id } = (await owner.upload(CSV, { title: "Gauges </script><b>", license: "CC0-1.0" })).json;
  const { text } = await product.call("GET", `/dataset_profile/${id}`);
  const { document } = new JSDOM(text).window;
  const inHead = JSON.parse(document.querySelector('head script[type="application/ld+json"]')?.textContent ?? "null");
  const croissant = (await product.call("GET", `/dataset_profile/${id}/croissant.json`)).json;
  expect(inHead).toEqual(croissant);
  expect([croissant.name, croissant.recordSet[0].field.length]).toEqual(["Gauges </script><b>", 2]);
  const at = DESCRIPTIONS.map((file) => `/dataset_profile/${id}/${file}`);
  expect(linksOf(text)).toEqual(expect.arrayContaining(at));
  const answers = await Promise.all(at.map((address) => product.call("GET", address)));
  expect(answers.map(({ headers, status }) => [status, headers.get("content-type")?.split(";", 1)[0]])).toEqual([
    [200, "application/ld+json"],
    [200, "application/ld+json"],
    [200, "application/json"],
    [200, "application/rss+xml"],
  ]);
  expect(answers[3]?.text).toContain(`<guid isPermaLink="false">${id}@1</guid>`);
});

test("every character of Unicode in a description stays one text of the JSON in the page's head", async () => {
  const { id } = (await owner.upload(CSV, { title: "Written gauges", license: "CC0-1.0" })).json;
  const page = async () => new JSDOM((await product.call("GET", `/dataset_profile/${id}`)).text).window.document;
  const scripts = (await page()).scripts.length;
  // Of what is beyond the first plane, the ends of each plane: a character of two halves is written as its halves are.
  const planes = Array.from({ length: 16 }, (_, at) => [0x10000 * (at + 1), 0x10000 * (at + 2) - 3]).flat();
  for (const part of [...everyCharacter(2_400, 0xffff), String.fromCodePoint(...planes)]) {
    const description = `x${asProse(part.toWellFormed())}x`;
    const changed = await owner.call("PATCH", `/api/assets/${id}`, { body: { description } });
    expect([changed.status, changed.text]).toEqual([200, expect.any(String)]);
    const document = await page();
    const inHead = JSON.parse(document.querySelector('head script[type="application/ld+json"]')?.textContent ?? "null");
    expect([inHead.description, document.scripts.length]).toEqual([description, scripts]);
  }
});

test("the feed of a dataset has all versions that are kept, the newest first", async () => {
  const { id } = (await owner.upload(CSV, { title: "Fed gauges" })).json;
  await owner.post(`/api/assets/${id}/rows?mode=append`, [{ station: "Lock", level_cm: 4 }]);
  const { text } = await product.call("GET", `/dataset_profile/${id}/versions.rss`);
  const feed = new JSDOM(text, { contentType: "text/xml" }).window.document;
  const texts = (name: string) => [...feed.querySelectorAll(`item > ${name}`)].map((each) => each.textContent);
  expect(texts("guid")).toEqual([`${id}@2`, `${id}@1`]);
  expect(texts("title")).toEqual(["Version 2 of Fed gauges", "Version 1 of Fed gauges"]);
});

test("a private dataset is described to its owner only, and is in no catalogue or feed", async () => {
  const { id } = (await owner.upload(CSV, { title: "Secret gauges", is_public: "false" })).json;
  for (const file of DESCRIPTIONS) {
    expect((await product.call("GET", `/dataset_profile/${id}/${file}`)).status).toBe(404);
    expect((await owner.get(`/dataset_profile/${id}/${file}`)).status).toBe(200);
  }
  expect((await owner.get(`/dataset_profile/${id}`)).text).not.toContain('application/ld+json">{');
  for (const address of ["/catalog.jsonld", "/datastore.rss"])
    for (const { text } of [await product.call("GET", address), await owner.get(address)])
      expect([address, text.includes("Secret gauges")]).toEqual([address, false]);
});

test("the catalogue in DCAT is read page by page, each public dataset once", async () => {
  for (let at = 0; at < 3; at += 1) await owner.upload(CSV, { title: `Listed ${at}` });
  const first = (await product.call("GET", "/catalog.jsonld")).json;
  const [catalog, view] = first["@graph"];
  const titles = catalog["dcat:dataset"].map((each: Record<string, string>) => each["dct:title"]);
  expect(titles.filter((title: string) => title.startsWith("Listed"))).toEqual(["Listed 2", "Listed 1", "Listed 0"]);
  expect(view["hydra:next"]).toBeUndefined();
  expect((await product.call("GET", "/catalog.jsonld?after=nowhere")).status).toBe(404);
  const { text } = await product.call("GET", "/datastore.rss");
  const feed = new JSDOM(text, { contentType: "text/xml" }).window.document;
  expect(feed.querySelector("item > title")?.textContent).toBe("Listed 2");
  expect(linksOf((await product.call("GET", "/datastore")).text)).toEqual(["/datastore.rss", "/catalog.jsonld"]);
});
