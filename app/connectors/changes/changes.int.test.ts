import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let [author, reader]: Person[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  [author, reader] = await Promise.all(["Author", "Reader"].map((name) => product.person(name, 3)));
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const SECRETS = ["first-secret-of-the-author", "second-secret-of-the-author"];

function definition(secret: string, more: object = {}) {
  const params_fields = [{ key: "tenant", label: "Tenant", private: true, default: secret }];
  const operation = { id: "levels", url: "https://api.example.org/levels", query: { tenant: "{tenant}" } };
  return { protocol: "rest", operations: [{ ...operation, params_fields, ...more }] };
}

/** The ids of the versions with these definitions. */
async function published(first: object, ...others: object[]): Promise<string[]> {
  const { json } = await author!.post("/api/connectors/upload", { title: "Levels", dsl: first, is_public: true });
  const ids: string[] = [json.id];
  for (const dsl of others) {
    const draft = (await author!.post("/api/connectors/draft", { parent_id: ids.at(-1) })).json.connector.id;
    await author!.call("PATCH", `/api/connectors/${draft}/draft`, { body: { dsl, is_public: true } });
    ids.push((await author!.post(`/api/connectors/${draft}/publish`)).json.id);
  }
  return ids;
}

test("defaults of private fields are shown in changes to their author alone", async () => {
  const [first, second] = await published(definition(SECRETS[0]!), definition(SECRETS[1]!, { method: "POST" }));
  await reader!.post("/api/connectors/activate", { connector_id: first });
  const seen = async (who: Pick<Person, "get">) => {
    const pages = [`/connector_profile/${second}?tab=versions`, `/connector_profile/${first}`];
    const answers = await Promise.all([...pages, `/api/connectors/${second}/changes`].map((path) => who.get(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    return { said: answers.map(({ text }) => text).join("\n"), json: answers[2]!.json };
  };
  const visitor = { get: (path: string) => product.call("GET", path) };
  for (const who of [reader!, visitor]) {
    const { said, json } = await seen(who);
    for (const secret of SECRETS) expect([secret, said.includes(secret)]).toEqual([secret, false]);
    expect([json.changes.map(({ name }: { name: string }) => name), json.lines_added]).toEqual([["levels"], 2]);
  }
  const { said, json } = await seen(author!);
  for (const secret of SECRETS) expect([secret, said.includes(secret)]).toEqual([secret, true]);
  expect(json.changes).toContainEqual({
    ...{ part: "setting", change: "changed", name: "Tenant" },
    details: [{ what: "Default", before: SECRETS[0], after: SECRETS[1] }],
  });
});

test("a version is compared with the one before, or with the one asked for", async () => {
  const url = "https://api.example.org/levels";
  const written = (keys: readonly string[]) => ({
    protocol: "rest",
    operations: [{ id: "levels", url, params_fields: keys.map((key) => ({ key })) }],
  });
  const [first, , third] = await published(written(["a"]), written(["a", "b"]), written(["b", "c"]));
  const changes = async (id: string, query = "") => {
    const { status, json } = await reader!.get(`/api/connectors/${id}/changes${query}`);
    const words = json.changes?.map(({ name, change }: { name: string; change: string }) => `${name} ${change}`);
    return [status, json.from?.version ?? null, json.to?.version, words];
  };
  expect(await changes(third!)).toEqual([200, 2, 3, ["c added", "a removed"]]);
  expect(await changes(third!, "?since=1")).toEqual([200, 1, 3, ["b added", "c added", "a removed"]]);
  expect(await changes(first!, "?since=3")).toEqual([200, 3, 1, ["a added", "b removed", "c removed"]]);
  expect(await changes(first!)).toEqual([200, null, 1, []]);
  for (const none of ["?since=3", "?since=9"])
    expect((await reader!.get(`/api/connectors/${third}/changes${none}`)).status).toBe(404);
  expect((await reader!.get(`/api/connectors/${third}/changes?since=first`)).status).toBe(400);

  const page = await reader!.get(`/connector_profile/${third}?tab=versions&since=1`);
  expect(page.text).toContain("What changed from v<!-- -->1<!-- --> to v<!-- -->3".replaceAll("<!-- -->", ""));
  expect((await reader!.get(`/connector_profile/${third}?tab=versions&since=9`)).status).toBe(404);
});

test("a private version is not compared for others", async () => {
  const { json } = await author!.post("/api/connectors/upload", { title: "Hidden", dsl: definition("x") });
  expect((await reader!.get(`/api/connectors/${json.id}/changes`)).status).toBe(404);
  expect((await author!.get(`/api/connectors/${json.id}/changes`)).status).toBe(200);
});
