import { afterAll, beforeAll, expect, test } from "vitest";
import { postForm } from "#testing/servers/form-client.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let author: Person;
let table: string;
const TAB = "/manage?tab=stream";

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  author = await product.person("Author", 3);
  table = (await author.upload('a,b\n1,"x\ny"\n2,z\n', { title: "Levels" })).json.table_name;
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

test("without a key a check asks for one", async () => {
  const { page } = await postForm(author, TAB, { intent: "check-tool", tool: "curl", table });
  expect(page).toContain("A valid key is needed");
});

test("a key for a table is shown once, in the texts, and opens this table alone", async () => {
  const { status, page } = await postForm(author, TAB, { intent: "make-table-key", tool: "curl", table });
  const secret = /Bearer (trib_\w+)/.exec(page)?.[1] ?? "";
  expect([status, page]).toEqual([200, expect.stringContaining("New key created: Stream of Levels")]);
  const headers = { authorization: `Bearer ${secret}` };
  expect((await product.call("GET", `/d/${table}.csv`, { headers })).status).toBe(200);
  expect((await author.get(TAB)).text).not.toContain(secret);
  const other = await author.upload("a\n1\n", { title: "Other", is_public: "false" });
  expect((await product.call("GET", `/d/${other.json.table_name}.csv`, { headers })).status).toBe(404);
  const checked = await postForm(author, TAB, {
    ...{ intent: "check-tool", tool: "curl", table },
    ...{ key: secret, key_name: "Stream of Levels" },
  });
  expect(checked.page).toMatch(/All 2 rows arrived in [\d,]+ ms\./);
  expect(checked.page).toContain(`Bearer ${secret}`);
  const stranger = await product.person("Stranger");
  const refused = await postForm(stranger, TAB, {
    intent: "make-table-key",
    tool: "curl",
    table: other.json.table_name,
  });
  expect(refused.page).toContain(`You can read no table called ${other.json.table_name}.`);
});

test("keys that open the table are named, and the text has a place for one", async () => {
  const someone = await product.person("Someone", 3);
  const own = (await someone.upload("a\n1\n", { title: "Own" })).json.table_name as string;
  const other = (await someone.upload("a\n1\n", { title: "Further" })).json.table_name as string;
  const make = (name: string, tables?: string[]) =>
    someone.post("/api/users/api-keys", { name, scopes: ["read"], ...(tables ? { tables } : {}) });
  await make("For all tables");
  await make("For this one", [own]);
  await make("For the other", [other]);
  const { text } = await someone.get(`${TAB}&table=${own}&tool=curl`);
  expect(text).toContain("Bearer YOUR_KEY");
  for (const [name, isNamed] of [
    ["For all tables", true],
    ["For this one", true],
    ["For the other", false],
  ] as const)
    expect([name, text.includes(name)]).toEqual([name, isNamed]);
});

test.each(["excel", "powerbi", "python", "duckdb", "r", "sheets", "curl", "odata"])(
  "the check calls as %s does",
  async (tool) => {
    await author.key();
    const { page } = await postForm(author, TAB, { intent: "check-tool", tool, table });
    expect(page).toMatch(/All 2 rows arrived in [\d,]+ ms\./);
    expect(page).toContain("no cookies");
    const missing = await postForm(author, TAB, { intent: "check-tool", tool, table: "none" });
    expect(missing.page).not.toContain("arrived");
  },
);

test("a check with a key that ended shows what the server says", async () => {
  const fields = { intent: "check-tool", tool: "powerbi", table, key: "trib_gone", key_name: "Gone" };
  const { page } = await postForm(author, TAB, fields);
  expect(page).toContain("401 This API key is wrong, has expired or was deleted.");
});

test("the last calls name time, program, table and rows", async () => {
  const headers = { authorization: `Bearer ${await author.key()}`, "user-agent": "pandas/3.0 (Linux)" };
  await product.call("GET", `/d/${table}.csv`, { headers });
  await product.call("GET", `/odata/${table}`, { headers: { ...headers, "user-agent": "Microsoft.Data.Mashup (x)" } });
  await eventually(async () => {
    const { text } = await author.get(TAB);
    const page = text
      .replaceAll("<!-- -->", "")
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ");
    return /Excel or Power BI 2 rows levels_\w+ , \d+ ms, key trib_\S+ .* pandas 2 rows levels_\w+ .* Check for OData 2 rows levels_/.test(
      page,
    );
  });
});

test("the files of Excel and Power BI are for those who may read the rows", async () => {
  const at = (extension: string) => `/api/assets/table/${table}/${extension}`;
  const odc = await author.get(at("odc"));
  expect([odc.status, odc.headers.get("content-type"), odc.headers.get("content-disposition")]).toEqual([
    200,
    "text/x-ms-odc; charset=utf-8",
    `attachment; filename="${table}.odc"`,
  ]);
  expect(odc.text).toContain("Int64.Type");
  expect((await author.get(at("pbids"))).text).toContain(`${product.url.replace("127.0.0.1", "localhost")}/odata/`);
  const stranger = await product.person("Other Reader");
  expect((await stranger.get(at("odc"))).json.error).toBe(
    "You have no access to this dataset yet: add it in the DataStore.",
  );
  expect((await product.call("GET", at("odc"))).status).toBe(401);
  expect((await author.get(`${at("odc")}?a=1`)).status).toBe(400);
});
