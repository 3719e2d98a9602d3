import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** What the profiles and Manage Data say in each state. */

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let [owner, user]: Person[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((_, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify([{ level: 2.4 }]));
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  [owner, user] = await Promise.all(["Owner", "User"].map((name) => product.person(name, 3)));
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

type Api = Pick<Person, "call">;

/** The text of a page, without its markup. */
async function words(by: Api, path: string): Promise<string> {
  const { text } = await by.call("GET", path);
  return text
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .replace(/ ([,.])/g, "$1");
}

const definition = (more: object = {}) => ({
  protocol: "rest",
  records: "$",
  operations: [{ id: "levels", url: `http://127.0.0.1:${upstream.port}/`, ...more }],
});

async function publish(title: string, dsl: object = definition(), more: object = {}): Promise<string> {
  return (await owner!.post("/api/connectors/upload", { title, is_public: true, dsl, ...more })).json.id;
}

async function nextVersion(parent: string, dsl: object = definition()): Promise<string> {
  const draft = await owner!.post("/api/connectors/draft", { parent_id: parent, dsl });
  return (await owner!.post(`/api/connectors/${draft.json.connector.id}/publish`)).json.id;
}

const press = (by: Person, page: string, fields: Record<string, string>) =>
  by.call("POST", page, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });

/** The messages that a redirect hands to the next page. */
function messagesOf(headers: Headers): readonly { text: string; note?: string }[] {
  const cookie = headers.getSetCookie().find((each) => each.startsWith("flash=")) ?? "";
  return JSON.parse(Buffer.from(decodeURIComponent(cookie.slice(6).split(";")[0] ?? ""), "base64").toString());
}

test("a newer version is named although it is inactive, and Manage offers it while it is open", async () => {
  const first = await publish("Levels");
  await user!.post("/api/connectors/activate", { connector_id: first });
  expect(await words(user!, "/manage")).not.toContain("available");
  const second = await nextVersion(first);
  const warning = "You're connected to v1. Consider upgrading.";
  expect(await words(user!, `/connector_profile/${first}`)).toContain(`${warning} v2 calls the same hosts`);
  expect(await words(user!, `/connector_profile/${first}`)).toContain("Inactive Deprecated Version 2 available");
  const manage = await words(user!, "/manage");
  expect(manage).toContain("Inactive Version 2 available");
  expect(manage).toContain("Upgrade to v2");
  await press(owner!, `/connector_profile/${second}`, { intent: "deactivate" });
  const page = await words(user!, `/connector_profile/${first}`);
  expect(page).toContain(`${warning} v2 is inactive now, so nobody can move to it.`);
  expect(page).not.toContain("Upgrade to v2");
  expect(await words(user!, "/manage")).not.toContain("available");
});

test("moving says Connector migrated successfully! alone, and the rest in a note", async () => {
  const first = await publish("Bridges", {
    ...definition(),
    operations: [{ ...definition().operations[0], params_fields: [{ key: "region", label: "Region", type: "text" }] }],
  });
  await user!.post("/api/connectors/activate", { connector_id: first, settings: { region: "south" } });
  const second = await nextVersion(first);
  const { headers } = await press(user!, `/connector_profile/${first}`, { intent: "migrate", to: second });
  expect(messagesOf(headers)).toMatchObject([
    {
      text: "Connector migrated successfully!",
      note: 'v2 has no field for "region": it is under Other settings.',
    },
  ]);
});

test("the source of a connector is the API's host, on its page and in the API", async () => {
  const dsl = { protocol: "rest", base_url: "https://api.example.com/v1", operations: [{ id: "rows", url: "/rows" }] };
  const id = await publish("Sourced", dsl, { api_doc_url: "https://docs.example.com/api" });
  expect(await words(product, `/connector_profile/${id}`)).toContain("Source api.example.com Documentation");
  expect((await product.call("GET", `/api/connectors/${id}`)).json.source).toBe("api.example.com");
});

test("a connector tells its fields, and a published output the definition that it comes from", async () => {
  const dsl = {
    ...definition({ params_fields: [{ key: "region", label: "Region", type: "text", required: true }] }),
    auth: { type: "bearer", in: "header", format: "Bearer {token}", fields: [{ key: "token", label: "Token" }] },
  };
  const id = await publish("With fields", dsl, { api_doc_url: "https://docs.example.com/api" });
  const { json } = await product.call("GET", `/api/connectors/${id}`);
  const field = { type: "text", include: true };
  expect(json.schema).toEqual([{ ...field, key: "region", label: "Region", required: true, private: false }]);
  expect(json.specification_schema).toMatchObject([{ ...field, key: "token", label: "Token", private: true }]);
  const listed = (await product.call("GET", "/api/connectors")).json.find((each: { id: string }) => each.id === id);
  expect([listed.schema, listed.specification_schema]).toEqual([null, null]);

  const settings = { auth_data: { token: "secret" }, settings: { region: "south" } };
  const { json: instance } = await owner!.post("/api/connectors/activate", { connector_id: id, ...settings });
  await owner!.post(`/api/connectors/run/${instance.id}`);
  const made = await owner!.post(`/api/connectors/instance/${instance.id}/publish`, { title: "Out", is_public: true });
  expect((await product.call("GET", `/api/assets/${made.json.id}`)).json).toMatchObject({
    dsl: { protocol: "rest", operations: [{ id: "levels" }] },
    api_doc_url: "https://docs.example.com/api",
  });
  const upload = await owner!.upload("a\n1\n");
  const own = (await owner!.get(`/api/assets/${upload.json.id}`)).json;
  expect([own.dsl, own.api_doc_url]).toEqual([null, null]);
});

test("without a table the snippets of Stream Data read the list of tables", async () => {
  const fresh = await product.person("Fresh", 3);
  const key = await fresh.key();
  const { text } = await fresh.get("/manage?tab=stream");
  expect(text).toContain("There is no table to stream yet.");
  const link = /http:[^"\\]*?\/api\/stream\/data\?api_key=[^"&<\\]*/.exec(text)?.[0] ?? "";
  expect(await words(fresh, "/manage?tab=stream")).toContain("Lists the tables that you can read");
  expect(link).not.toBe("");
  const list = await product.call("GET", `/api/stream/data?api_key=${key}`);
  expect([list.status, list.json]).toEqual([200, []]);
});

test("the switch between form and JSON is disabled for visitors, as the settings are", async () => {
  const id = await publish("Open");
  const { text } = await product.call("GET", `/connector_profile/${id}`);
  const editor = /aria-label="Editor">(.*?)<\/div>/s.exec(text)?.[1] ?? "";
  const visitor = editor.match(/<button[^>]*>/g) ?? [];
  expect([visitor.length, visitor.every((button) => button.includes('disabled=""'))]).toEqual([2, true]);
});

test("removing a connection that is gone gives the reason, on Manage Data", async () => {
  const { headers } = await press(user!, "/manage", { intent: "remove-instance", instance_id: "none" });
  expect(messagesOf(headers)).toMatchObject([{ text: "Failed to remove connector: Item not found" }]);
});

test.each([
  ["save-draft", "Error: Item not found."],
  ["publish-draft", "Error: Item not found."],
])("%s of a draft that is gone says %s", async (intent, says) => {
  const draft = { intent, draft_id: "none", title: "Gone", category: "API", dsl: "{}" };
  const { status, text } = await press(owner!, "/upload?tab=connector", draft);
  expect([status, text.includes(`${says}<`)]).toEqual([404, true]);
});

test("a draft of a connector that was deleted meanwhile says Failed to publish: and why", async () => {
  const id = await publish("Withdrawn");
  await user!.post("/api/connectors/activate", { connector_id: id });
  const { json } = await owner!.post("/api/connectors/draft", { parent_id: id });
  await owner!.call("DELETE", `/api/connectors/${id}`);
  const draft_id = json.connector.id as string;
  const dsl = JSON.stringify(definition());
  const fields = { intent: "publish-draft", draft_id, title: "Withdrawn", category: "API", dsl };
  const { status, text } = await press(owner!, `/upload?edit=${draft_id}`, fields);
  const says = "Failed to publish: This connector is inactive and cannot accept new connections.";
  expect([status, text.includes(`${says}<`)]).toEqual([409, true]);
});

test("who has nothing yet is shown three ways to begin", async () => {
  const begun = await product.person("Newcomer", 3);
  const before = await words(begun, "/manage");
  for (const said of ["Open a table", "Publish a file", "Connect an API", "No active connectors yet."])
    expect([said, before.includes(said)]).toEqual([said, true]);
  await begun.upload("a\n1\n", { title: "Begun" });
  expect(await words(begun, "/manage")).not.toContain("Publish a file");
});

test("a dataset shows its first rows, its latest 100 a link away, and a sample of the first ten without access", async () => {
  const csv = `n\n${Array.from({ length: 150 }, (_, at) => `${at + 1}\n`).join("")}`;
  const { json } = await owner!.upload(csv, { title: "Numbers" });
  const rows = (await owner!.get(`/api/assets/${json.id}/data`)).json.rows as { n: number }[];
  expect([rows.length, rows[0]?.n, rows.at(-1)?.n]).toEqual([100, 51, 150]);
  const page = await words(owner!, `/dataset_profile/${json.id}`);
  expect(page).toContain("Existing Dataset Preview Show the latest 100 rows · Version 1, original file");
  expect(page).toContain("Rows 1–100 of 150");
  const latest = await words(owner!, `/dataset_profile/${json.id}?rows=latest`);
  expect(latest).toContain("Existing Dataset Preview Latest 100 rows fetched. Page through all 150 rows · Version 1");
  expect(latest).toContain("Rows 51–150 of 150");
  const sample = (await user!.get(`/api/assets/${json.id}/data`)).json.rows as { n: number }[];
  expect([sample.length, sample[0]?.n]).toEqual([10, 1]);
});

test("rows that cannot be read are said to have failed in place, with a hint for visitors", async () => {
  const { json } = await owner!.upload("a\n1\n", { title: "Broken" });
  const { rows } = await db.pool.query<{ physical: string }>(
    "select physical from registry.tables order by created_at desc limit 1",
  );
  await db.pool.query(`DROP TABLE data."${rows[0]?.physical}"`);
  const seen = await words(product, `/dataset_profile/${json.id}`);
  expect(seen).toContain("Failed to load data.");
  expect(seen).toContain("You may need to log in to see it.");
  expect(await words(owner!, `/dataset_profile/${json.id}`)).not.toContain("You may need to log in");
});

test.each(["dataset", "connector"])(
  "a %s that is not there is Item not found, with a hint for visitors",
  async (kind) => {
    const path = `/${kind}_profile/none`;
    const seen = await words(product, path);
    expect(seen).toContain("Item not found");
    expect(seen).toContain("You may have to log in to see this.");
    expect(await words(owner!, path)).not.toContain("You may have to log in");
  },
);

test.each(["dataset", "connector"])("a %s that cannot be read is Failed to load data., with a hint", async (kind) => {
  const model = "select schemaname from pg_tables where tablename = 'datasets' and schemaname like '%catalogue%'";
  const schema = (await db.pool.query<{ schemaname: string }>(model)).rows[0]?.schemaname ?? "models";
  await db.pool.query(`ALTER TABLE "${schema}".${kind}s RENAME TO away`);
  try {
    const path = `/${kind}_profile/some`;
    expect((await product.call("GET", path)).status).toBe(500);
    const seen = await words(product, path);
    expect(seen).toContain("Failed to load data.");
    expect(seen).toContain("You may need to log in to see it.");
  } finally {
    await db.pool.query(`ALTER TABLE "${schema}".away RENAME TO ${kind}s`);
  }
});
