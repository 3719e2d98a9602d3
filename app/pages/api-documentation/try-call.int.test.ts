import { afterAll, beforeAll, expect, test } from "vitest";
import { endpoints } from "../../api/endpoints.ts";
import type { Person } from "#testing/person.ts";
import { follow } from "#testing/servers/form-client.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { callGroups } from "./call-facts.ts";
import { tryFields } from "./try-fields.ts";

let db: InstalledDatabase;
let product: Product;
let reader: Person;
let dataset: { id: string; table_name: string };

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  reader = await product.person("Reader", 3);
  dataset = (await reader.upload("level\n1\n2\n", { title: "Levels" })).json;
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const opened = async (fields: Record<string, string>) => {
  const { status, headers } = await reader.get(`/api-documentation/open?${new URLSearchParams(fields)}`);
  return [status, headers.get("location")];
};

test("each GET of the API has a form with its fields", async () => {
  const pages = await Promise.all(
    callGroups(product.url).map(({ slug }) => product.call("GET", `/api-documentation/${slug}`)),
  );
  const text = pages.map((each) => each.text).join("");
  const gets = endpoints.flatMap((each) => tryFields(each) ?? []);
  expect(gets.length).toBeGreaterThan(15);
  for (const { call, inPath, inQuery } of gets) {
    const form = text.split("<form").find((each) => each.includes(`name="call" value="${call}"`)) ?? "";
    for (const name of [...inPath.map((each) => `path.${each}`), ...inQuery.map((each) => `query.${each}`)])
      expect([call, form.includes(`name="${name}"`)]).toEqual([call, true]);
  }
  expect(text.split('action="/api-documentation/open"').length - 1).toBe(gets.length);
});

test("of requests it says what is required, of answers what may be absent", async () => {
  const { text } = await product.call("GET", "/api-documentation/datasets");
  const answers = text.split("<details").map((each) => each.slice(0, Math.max(0, each.indexOf("</details>"))));
  expect(answers.some((each) => each.includes(">may be absent<"))).toBe(true);
  expect(answers.some((each) => each.includes(">required<"))).toBe(false);
  expect(text).toContain(">required<");
});

test("a filled form leads to the answer", async () => {
  const call = { call: "/api/assets/{id}/data", "path.id": dataset.id, "query.bigint": "" };
  expect(await opened(call)).toEqual([302, `/api/assets/${dataset.id}/data`]);
  expect((await reader.get(`/api/assets/${dataset.id}/data`)).json.total).toBe(2);
  const stream = {
    call: "/d/{file}",
    "path.file": `${dataset.table_name}.csv`,
    "query.api_key": "k",
    more: "level=gte.2",
  };
  expect(await opened(stream)).toEqual([302, `/d/${dataset.table_name}.csv?level=gte.2&api_key=k`]);
});

test("a value stays in its place of the address", async () => {
  expect(await opened({ call: "/api/assets/{id}", "path.id": "../users/me?x=1#y" })).toEqual([
    302,
    "/api/assets/..%2Fusers%2Fme%3Fx%3D1%23y",
  ]);
});

test("what is missing is named, and what is no GET of the API is not there", async () => {
  const missing = await follow(reader, await reader.get("/api-documentation/open?call=/api/assets/{id}"));
  expect([missing.location, missing.page]).toEqual([
    "/api-documentation",
    expect.stringContaining("Fill in id to try this call."),
  ]);
  expect((await opened({ call: "https://elsewhere.example" }))[0]).toBe(404);
  expect((await opened({ call: "/api/access/grant" }))[0]).toBe(404);
});

test("the first page names every call, and links to where it is told", async () => {
  const first = await product.call("GET", "/api-documentation");
  for (const { slug, calls } of callGroups(product.url)) {
    const page = await product.call("GET", `/api-documentation/${slug}`);
    expect([slug, page.status]).toEqual([slug, 200]);
    const missing = calls.filter(
      ({ id }) => !first.text.includes(`href="/api-documentation/${slug}#${id}"`) || !page.text.includes(` id="${id}"`),
    );
    expect(missing.map(({ id }) => id)).toEqual([]);
  }
  expect((await product.call("GET", "/api-documentation/no-such-group")).status).toBe(404);
});
