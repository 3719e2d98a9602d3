import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let [ana, ben, auditor]: Person[] = [];
let connector: string;
let connection: string;
let table: string;

/** The first run brings two rows, the second one of them anew and a third. */
const ROWS = [
  [
    { id: 1, level: 10 },
    { id: 2, level: 20 },
  ],
  [
    { id: 2, level: 21 },
    { id: 3, level: 30 },
  ],
];

beforeAll(async () => {
  db = await installedDatabase();
  let asked = 0;
  api = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(ROWS[Math.min(asked++, 1)]));
  });
  product = await startProduct({
    ...db.installation,
    upstreams: [api.port],
    env: { ADMIN_EMAILS: "chief@example.org" },
  });
  let admin: Person | undefined;
  [ana, ben, auditor, admin] = await Promise.all(
    ["Ana", "Ben", "Tess", "Chief"].map((name) => product.person(name, 3)),
  );
  await admin!.post(`/api/admin/users/${auditor!.id}/roles`, { role: "auditor" });
  const operation = { id: "rows", name: "Rows", method: "GET", records: "$", primary_key: "id" };
  const dsl = {
    protocol: "rest",
    operations: [
      {
        ...operation,
        url: `http://127.0.0.1:${api.port}/{city}`,
        params_fields: [{ key: "city", label: "City", required: true }],
      },
    ],
  };
  connector = (await ana!.post("/api/connectors/upload", { title: "Levels", is_public: true, dsl })).json.id;
  const settings = { city: "Basel" };
  const activated = await ana!.post("/api/connectors/activate", { connector_id: connector, settings });
  ({ id: connection, output_table_name: table } = activated.json);
  for (const _ of ROWS)
    expect((await ana!.post(`/api/connectors/run/${connection}`, { override: false })).json.status).toBe("success");
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

test("each row of a merged table leads to the run that made it", async () => {
  const { json } = await auditor!.get(`/api/history/instance/${connection}/rows`);
  const made = json.rows.map(({ id }: { id: number }, at: number) => [id, json.run_ids[at]]);
  expect(Object.fromEntries(made)).toEqual({ 1: `${connection}-1`, 2: `${connection}-2`, 3: `${connection}-2` });
  const page = (await ana!.get(`/connector_profile/${connector}?tab=output&table=${table}`)).text;
  const links = [...page.matchAll(/href="\/run\/([^"]+)"[^>]*>(\d+)</g)].map(([, run, row]) => [row, run]);
  expect(links).toEqual(made.map(([, run]: [number, string], at: number) => [String(at + 1), run]));
});

test("the page of a run names the connector version and its settings, for auditors without the requests", async () => {
  const at = `/run/${connection}-2`;
  const own = (await ana!.get(at)).text;
  const read = (await auditor!.get(at)).text;
  for (const text of [own, read]) {
    expect(text).toContain(`/connector_profile/${connector}`);
    expect(text).toContain("<code>city</code>");
    expect(text).toContain(`/history/instance/${connection}?as_of=`);
  }
  expect(own).toContain("/Basel");
  expect(read).not.toContain("Basel");
  expect((await ben!.get(at)).status).toBe(404);
});

test("readers of a dataset made from a connection are not told of its runs, its owner is", async () => {
  const made = await ana!.post(`/api/connectors/instance/${connection}/publish`, { title: "Levels", is_public: true });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const profile = `/dataset_profile/${made.json.id}`;
  await ben!.post("/api/access/grant", { assetId: made.json.id });
  const read = await eventually(async () => {
    const { text } = await ben!.get(profile);
    return text.includes("You have access") ? text : undefined;
  });
  expect(read).not.toContain(`${connection}-2`);
  expect((await ana!.get(profile)).text).toContain(`/run/${connection}-2`);
  expect((await ben!.get(`/api/assets/${made.json.id}/data`)).text).not.toContain(`${connection}-2`);
});

test("the rows of an uploaded dataset lead to their version and its file", async () => {
  const { id } = (await ana!.upload("a\n1\n", { title: "Rivers" })).json as { id: string };
  const page = await eventually(async () => {
    const { text } = await ana!.get(`/dataset_profile/${id}`);
    return text.includes("/original?version=1") ? text : undefined;
  });
  expect(page).toContain(`/dataset_profile/${id}/versions`);
  expect((await ana!.get(`/api/assets/${id}/original?version=1`)).text).toBe("a\n1\n");
});
