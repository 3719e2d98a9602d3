import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let admin: Person;
let ana: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { ADMIN_EMAILS: "chief@example.org" } });
  [admin, ana] = await Promise.all([product.person("Chief", 3), product.person("Ana", 3)]);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const PAGE = "/admin/categories";
const API = "/api/admin/categories";
const send = (fields: Record<string, string>, person = admin) =>
  person.post(PAGE, new URLSearchParams(fields).toString(), { "content-type": "application/x-www-form-urlencoded" });
const listed = async () => (await product.call("GET", "/api/assets/categories")).json as string[];
const titlesIn = async (category: string, query = "") => {
  const { text } = await product.call("GET", `/datastore?category=${encodeURIComponent(category)}${query}`);
  return [...text.matchAll(/Table of \w+/g)]
    .map(([title]) => title)
    .filter((title, at, all) => all.indexOf(title) === at);
};
const dsl = {
  protocol: "rest",
  auth: { type: "none" },
  operations: [{ id: "rows", method: "GET", url: "https://api.example.org/", records: "$" }],
};

test("are changed by admins only", async () => {
  expect((await ana.get(PAGE)).status).toBe(404);
  expect((await send({ intent: "add", name: "Mine" }, ana)).status).toBe(404);
  for (const answer of [
    await ana.post(API, { name: "Mine" }),
    await ana.call("PATCH", `${API}/Finance`, { body: { name: "Mine" } }),
    await ana.call("DELETE", `${API}/Finance`),
  ])
    expect(answer.status).toBe(403);
  expect(await listed()).toHaveLength(9);
});

test("one that was added is offered by filters and forms, and taken by uploads", async () => {
  expect((await ana.upload("a\n1\n", { title: "Early", category: "Public sector" })).status).toBe(400);
  expect((await send({ intent: "add", name: "Public  sector" })).status).toBe(302);
  expect(await listed()).toEqual([
    ...["API", "Finance", "Marketing", "Science", "Technology", "Environment", "Health", "Transport"],
    ...["Public sector", "Other"],
  ]);
  const offering = async (path: string) => (await ana.get(path)).text.includes('value="Public sector"');
  expect([await offering("/upload"), await offering("/upload?tab=connector")]).toEqual([true, true]);
  expect(await offering("/datastore"), "a filter by which nothing is found").toBe(false);
  const made = await ana.upload("a\n1\n", { title: "Table of offices", category: "Public sector" });
  expect(made.status).toBe(201);
  expect(await offering("/datastore")).toBe(true);
  expect(await titlesIn("Public sector")).toEqual(["Table of offices"]);
});

test("the items of a renamed one are in the new one, under their rights, in searches and after later changes", async () => {
  const { id } = (await ana.upload("a\n1\n", { title: "Table of prices", category: "Finance" })).json as { id: string };
  const secret = await ana.upload("a\n1\n", { title: "Table of debts", category: "Finance", is_public: "false" });
  const { json: connector } = await ana.post("/api/connectors/upload", {
    ...{ title: "Table of rates", category: "Finance", is_public: true, dsl },
  });
  expect((await admin.call("PATCH", `${API}/Finance`, { body: { name: "Money" } })).json.categories[1]).toBe(
    "Marketing",
  );
  expect(await listed()).toContain("Money");
  expect(await listed()).not.toContain("Finance");
  expect((await titlesIn("Money")).sort()).toEqual(["Table of prices", "Table of rates"]);
  expect(await titlesIn("Finance")).toEqual([]);
  expect((await titlesIn("Money", "&q=money")).sort()).toEqual(["Table of prices", "Table of rates"]);
  expect((await ana.get(`/api/assets/${secret.json.id}`)).json.category).toBe("Money");
  expect((await ana.get(`/api/connectors/${connector.id}`)).json.category).toBe("Money");
  // The dataset's own events still name the category that was chosen for it.
  await ana.call("PATCH", `/api/assets/${id}`, { body: { description: "In euros." } });
  expect((await ana.get(`/api/assets/${id}`)).json).toMatchObject({ category: "Money", description: "In euros." });
  expect((await ana.upload("a\n1\n", { title: "Late", category: "Finance" })).status).toBe(400);
});

test("the items of a removed one are in Other, also those that came to it by an earlier name", async () => {
  expect((await send({ intent: "remove", category: "Money" })).status).toBe(302);
  expect(await listed()).not.toContain("Money");
  expect((await titlesIn("Other")).sort()).toEqual(["Table of prices", "Table of rates"]);
  const count = /Other[\s\S]{0,400}?(\d+) items?/.exec((await admin.get(PAGE)).text)?.[1];
  expect(Number(count)).toBeGreaterThanOrEqual(2);
});

test("what cannot be is refused in its form, with what was typed", async () => {
  const taken = await send({ intent: "add", name: "health" });
  expect([taken.status, taken.text.includes("There is already a category with this name.")]).toEqual([409, true]);
  expect(taken.text).toContain('value="health"');
  const invalid = await send({ intent: "rename", category: "Health", name: "all" });
  expect([invalid.status, invalid.text.includes("A category has a name of 1 to 40 characters")]).toEqual([400, true]);
  for (const [method, path, body, status] of [
    ["DELETE", `${API}/API`, undefined, 409],
    ["DELETE", `${API}/Other`, undefined, 409],
    ["DELETE", `${API}/Nothing`, undefined, 404],
    ["PATCH", `${API}/Nothing`, { name: "Something" }, 404],
    ["POST", API, { name: "Health" }, 409],
  ] as const)
    expect([method, path, (await admin.call(method, path, body ? { body } : {})).status]).toEqual([
      method,
      path,
      status,
    ]);
  expect((await send({ intent: "nonsense" })).status).toBe(400);
});

test("a rebuild from the log leads to the same", async () => {
  const before = [await listed(), await titlesIn("Other"), await titlesIn("Public sector")];
  expect(await product.stop()).toBe(0);
  await db.pool.query("UPDATE models.checkpoints SET version = version - 1 WHERE model = 'catalogue'");
  product = await startProduct({ ...db.installation, port: product.port });
  expect([await listed(), await titlesIn("Other"), await titlesIn("Public sector")]).toEqual(before);
}, 60_000);
