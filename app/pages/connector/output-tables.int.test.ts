import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let [owner, stranger]: Person[] = [];
let readings = 0;

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((request, response) => {
    if (request.url?.startsWith("/readings")) {
      readings += 1;
      const body = JSON.stringify([{ reading: readings * 4_711 }, { reading: readings * 4_711 + 2 }]);
      return void response.setHeader("content-type", "application/json").end(body);
    }
    const rows = request.url?.startsWith("/stations")
      ? [{ station: "Mill" }, { station: "Weir" }, { station: "Lock" }]
      : [{ level: 2.4 }, { level: 3.1 }];
    response.setHeader("content-type", "application/json").end(JSON.stringify(rows));
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  [owner, stranger] = await Promise.all(["Owner", "Stranger"].map((name) => product.person(name, 3)));
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

async function connected(...paths: string[]) {
  const dsl = {
    protocol: "rest",
    records: "$",
    operations: paths.map((id) => ({ id, method: "GET", url: `http://127.0.0.1:${upstream.port}/${id}` })),
  };
  const { json } = await owner!.post("/api/connectors/upload", {
    title: `Gauges of ${paths.join(" and ")}`,
    is_public: false,
    dsl,
  });
  const made = await owner!.post("/api/connectors/activate", { connector_id: json.id });
  return {
    page: `/connector_profile/${json.id}`,
    instanceId: made.json.id as string,
    table: made.json.output_table_name as string,
  };
}

/** The text of a page, without its markup. */
async function words(person: Person, path: string): Promise<string> {
  const { text } = await person.get(path);
  return text
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&nbsp;", " ")
    .replace(/\s+/g, " ")
    .replace(/ ([,.])/g, "$1");
}

test("a connection with several tables names each, with its rows, its preview and where it is streamed from", async () => {
  const { page, instanceId, table } = await connected("stations", "levels");
  const second = `${table}_levels`;
  expect(await words(owner!, page)).toContain(
    `It writes the tables ${table} and ${second}, which only you can read unless you publish them.`,
  );
  const run = await owner!.post(`/api/connectors/run/${instanceId}`);
  expect(run.json).toMatchObject({ status: "success", rowCount: 5 });

  const [mine] = (await owner!.get("/api/connectors/my")).json;
  expect(mine).toMatchObject({
    output_table_name: table,
    tables: [
      { operation: "stations", table_name: table, rows: 3, columns: 1 },
      { operation: "levels", table_name: second, rows: 2, columns: 1 },
    ],
  });

  const output = await words(owner!, `${page}?tab=output`);
  for (const said of [
    "Output tables 5",
    "2 tables, 5 rows",
    `${table} stations 3`,
    `${second} levels 2`,
    "Rows 1–3 of 3",
    `Latest 100 rows fetched of ${table}`,
    `/d/ ${table}.csv`,
  ])
    expect([said, output.includes(said)]).toEqual([said, true]);
  const other = await words(owner!, `${page}?tab=output&table=${second}`);
  for (const said of ["Rows 1–2 of 2", `Latest 100 rows fetched of ${second}`, `/d/ ${second}.csv`])
    expect([said, other.includes(said)]).toEqual([said, true]);

  // The table on the page is published or shared, unless another one is chosen.
  expect(
    (await owner!.get(`${page}?tab=output&table=${second}`)).text.match(/<option value="[a-z]+" selected[^>]*>/g),
  ).toEqual(['<option value="levels" selected="">', '<option value="levels" selected="">']);

  const ran = await words(owner!, `/run/${run.json.runId}`);
  for (const said of [
    `Tables ${table} and ${second}`,
    "2 operations, a table each",
    `stations Succeeded 3`,
    `replaced ${table}`,
    `replaced ${second}`,
  ])
    expect([said, ran.includes(said)]).toEqual([said, true]);
  expect(await words(owner!, `${page}?confirm=remove`)).toContain(
    `Its output tables ${table} and ${second}, its rows and its stored secrets are deleted, and every stream that reads them stops.`,
  );
  expect(await words(owner!, "/manage?tab=active")).toContain(`${table} and ${second}`);
  expect((await stranger!.get(`${page}?tab=output&table=${second}`)).status).toBe(404);
});

test("a published table is listed once among the tables to stream, and both are in the list for programs", async () => {
  const { instanceId, table } = await connected("stations");
  await owner!.post(`/api/connectors/run/${instanceId}`);
  const title = "Gauges of stations";
  const published = await owner!.post(`/api/connectors/instance/${instanceId}/publish`, { title });
  const own = (published.json.table_name ??
    (await owner!.get(`/api/assets/${published.json.id}`)).json.table_name) as string;
  const listed = async (query = "") => {
    const { text } = await owner!.get(`/manage?tab=stream${query}`);
    const picks = /<div class="panel picks">.*?<\/fieldset>/s.exec(text)?.[0] ?? "";
    return [...picks.matchAll(/<strong>Gauges of stations<\/strong><code>([^<]*)<\/code>/g)].map(([, name]) => name);
  };
  expect(await listed()).toEqual([own]);
  // Who comes from the connection still has its table.
  expect(await listed(`&table=${table}`)).toEqual([table, own]);
  const headers = { authorization: `Bearer ${await owner!.key()}` };
  const { json } = await product.call("GET", "/api/stream/data", { headers });
  const names = json.filter((each: { title: string }) => each.title === title);
  expect(names.map((each: { table: string }) => each.table).sort()).toEqual([own, table].sort());
  // With a title of its own it is another table.
  await owner!.call("PATCH", `/api/assets/${published.json.id}`, { body: { title: "Stations of the year" } });
  expect(await listed()).toEqual([table]);
});

test("a connection with one table speaks of one", async () => {
  const { page, instanceId, table } = await connected("levels");
  expect(await words(owner!, page)).toContain(
    `It writes the table ${table}, which only you can read unless you publish it.`,
  );
  const { json } = await owner!.post(`/api/connectors/run/${instanceId}`);
  const output = await words(owner!, `${page}?tab=output`);
  for (const said of ["Output table 2", "Rows 1–2 of 2"]) expect([said, output.includes(said)]).toEqual([said, true]);
  expect(output).not.toContain("Output tables");
  const ran = await words(owner!, `/run/${json.runId}`);
  for (const said of [`Table ${table}`, "1 operation, one table", `replaced ${table}`])
    expect([said, ran.includes(said)]).toEqual([said, true]);
});

test("an older version has its own statistics and cells, and rows that cannot be shown are refused", async () => {
  const { page, instanceId, table } = await connected("readings");
  for (let run = 0; run < 2; run += 1)
    expect((await owner!.post(`/api/connectors/run/${instanceId}`)).json.status).toBe("success");
  const output = `${page}?tab=output&table=${table}`;
  expect(await words(owner!, output)).toMatch(/9422[^]*9424/);
  const older = await words(owner!, `${output}&version=1`);
  expect([older.includes("4713"), /9422|9,422/.test(older)]).toEqual([true, false]);
  for (const query of ["sort=nope", "version=abc", "where.reading=gte.high"])
    expect((await owner!.get(`${output}&${query}`)).status).toBe(400);
});
