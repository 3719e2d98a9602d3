import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** The versions of a connection's table: one for each complete pull with other rows than the one before. */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ana: Person;
let bruno: Person;
let table: string;
let instance: string;
let connectorId: string;
const runs: string[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  let pull = 0;
  api = await httpServer((_request, response) => {
    pull += 1;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify([{ id: 1, level: 10 }, ...(pull > 1 ? [{ id: 2, level: 18 + pull }] : [])]));
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port], env: { PULLS_KEPT: "22" } });
  ana = await product.person("Ana", 3);
  bruno = await product.person("Bruno", 3);
  const operation = { id: "gauges", method: "GET", url: `http://127.0.0.1:${api.port}/gauges`, records: "$" };
  const dsl = { protocol: "rest", auth: { type: "none" }, operations: [operation] };
  connectorId = (await ana.post("/api/connectors/upload", { title: "Gauges", is_public: true, dsl })).json.id;
  const { json } = await ana.post("/api/connectors/activate", { connector_id: connectorId });
  table = json.output_table_name;
  instance = json.id;
  for (let time = 0; time < 2; time += 1) runs.push((await ana.post(`/api/connectors/run/${instance}`)).json.runId);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

test("are listed with the run of each, and compared", async () => {
  const at = `/api/assets/table/${table}/versions`;
  const { status, json } = await ana.get(at);
  expect(status).toBe(200);
  const shown = json.map((each: Record<string, unknown>) => [each.version, each.mode, each.rows, each.run_id]);
  expect(shown).toEqual([
    [2, "run", 2, runs[1]],
    [1, "run", 1, runs[0]],
  ]);
  const compared = (await ana.get(`${at}/1/compare/2?key=id`)).json;
  expect(compared.rows).toEqual({ added: 1, removed: 0, changed: 0, unchanged: 1 });
  const older = await ana.get(`/api/assets/table/${table}?version=1`);
  expect(older.json.rows).toHaveLength(1);
  for (const asked of [at, `${at}/1/compare/2`]) expect((await bruno.get(asked)).status).toBe(404);
});

test("have a page, which the output tab leads to and which leads to the runs", async () => {
  const tab = await ana.get(`/connector_profile/${connectorId}?tab=output`);
  expect(tab.text).toContain(`href="/table/${table}/versions"`);
  const page = await ana.get(`/table/${table}/versions?compare=2`);
  expect(page.status).toBe(200);
  for (const run of runs) expect(page.text).toContain(`href="/run/${run}"`);
  expect(page.text).toContain("Version 2 compared with version 1");
  expect(page.text).toMatch(/<select[^>]*name="with"[^>]*><option value="1" selected="">version 1<\/option><\/select>/);
  expect((await bruno.get(`/table/${table}/versions`)).status).toBe(404);
});

test("are none before the first complete pull", async () => {
  const { json } = await bruno.post("/api/connectors/activate", { connector_id: connectorId });
  const empty = json.output_table_name as string;
  expect((await bruno.get(`/api/assets/table/${empty}/versions`)).json).toEqual([]);
  const page = await bruno.get(`/table/${empty}/versions`);
  expect([page.status, page.text.includes("No versions yet")]).toEqual([200, true]);
});

test("can be compared with the version before, also where that is on the next page or no longer kept", async () => {
  for (let version = 3; version <= 24; version += 1)
    expect((await ana.post(`/api/connectors/run/${instance}`)).json.status).toBe("success");
  const compared = async (query: string) => {
    const { text } = await ana.get(`/table/${table}/versions${query}`);
    const listed = [...text.matchAll(/<td class="num" data-head="Version">(\d+)</g)].map(([, version]) =>
      Number(version),
    );
    const links = [...text.matchAll(/href="[^"]*\?compare=(\d+)"/g)].map(([, version]) => Number(version));
    return { listed, links, next: /href="[^"]*(\?after=[^"]+)"/.exec(text)?.[1] ?? "" };
  };
  const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at);
  const first = await compared("");
  expect(first).toMatchObject({ listed: down(24, 5), links: down(24, 5) });
  // Versions 3 and later are kept: version 3 has none before it.
  expect(await compared(first.next)).toMatchObject({ listed: down(4, 1), links: [4] });
});
