import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** What people find on pages has an address for programs. */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ada: Person;
let ben: Person;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end('[{"id":1}]');
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  [ada, ben] = await Promise.all([product.person("Ada", 3), product.person("Ben", 3)]);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const operation = (id: string) => ({ id, method: "GET", url: `http://127.0.0.1:${api.port}/${id}`, records: "$" });
const dsl = () => ({
  protocol: "rest",
  auth: { type: "none" },
  operations: [operation("stations"), operation("levels")],
});

test("a connection has its tables with their ids, and each id opens a stream", async () => {
  const made = await ada.post("/api/connectors/upload", { title: "Gauges", dsl: dsl() });
  const connected = await ada.post("/api/connectors/activate", { connector_id: made.json.id });
  const id = connected.json.id as string;
  const table = connected.json.output_table_name as string;
  expect(connected.json.outputs).toEqual([
    { operation: "stations", table_name: table, id },
    { operation: "levels", table_name: `${table}_levels`, id: null },
  ]);
  expect(new URL(connected.headers.get("location")!).pathname).toBe(`/api/connectors/instance/${id}`);
  const run = await ada.post(`/api/connectors/run/${id}`);
  const one = await ada.get(`/api/connectors/instance/${id}`);
  expect(one.json).toEqual((await ada.get("/api/connectors/my")).json.find((each: { id: string }) => each.id === id));
  expect(one.json.last_run.runId).toBe(run.json.runId);
  const { outputs } = one.json as { outputs: { id: string; table_name: string }[] };
  expect(outputs.map((output) => output.id)).toEqual([id, `${id}/levels`]);
  const key = { headers: { authorization: `Bearer ${await ada.key()}` } };
  for (const output of outputs) {
    const rows = await product.call("GET", `/api/stream/data?table=${encodeURIComponent(output.id)}`, key);
    expect([output.id, rows.json]).toEqual([output.id, [{ id: 1 }]]);
  }
  const list = (await product.call("GET", "/api/stream/data", key)).json as Record<string, unknown>[];
  const listed = list.filter(({ connection_id }) => connection_id === id);
  expect(listed.map((each) => each["id"]).sort()).toEqual([id, `${id}/levels`]);
  for (const { table, url } of listed as { table: string; url: string }[]) {
    expect(new URL(url).pathname).toBe(`/d/${table}.json`);
    expect((await product.call("GET", new URL(url).pathname, key)).json).toEqual([{ id: 1 }]);
  }
  expect((await ben.get(`/api/connectors/instance/${id}`)).status).toBe(404);
});

test("drafts are listed for their owner alone, the last saved first, page by page", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const made = await ben.post("/api/connectors/draft", { title: `Draft ${number}`, dsl: "{ not yet" });
    ids.unshift(made.json.connector.id);
    expect(new URL(made.headers.get("location")!).pathname).toBe(`/api/connectors/${ids[0]}`);
  }
  const seen: string[] = [];
  let target: string | undefined = "/api/connectors/drafts?limit=2";
  let pages = 0;
  while (target !== undefined) {
    const { status, json, headers } = await ben.get(target);
    expect([status, json.length <= 2, "dsl" in json[0]]).toEqual([200, true, false]);
    seen.push(...json.map(({ id }: { id: string }) => id));
    const next: string | undefined = /<([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1];
    target = next && new URL(next).pathname + new URL(next).search;
    pages += 1;
  }
  expect([seen, pages]).toEqual([ids, 3]);
  await ben.call("PATCH", `/api/connectors/${ids[4]}/draft`, { body: { title: "Saved last" } });
  expect((await ben.get("/api/connectors/drafts?limit=1")).json).toMatchObject([{ id: ids[4], title: "Saved last" }]);
  expect((await ben.get(`/api/connectors/${ids[4]}`)).json).toMatchObject({ status: "draft", dsl: "{ not yet" });
  expect((await ada.get("/api/connectors/drafts")).json).toEqual([]);
  const odd = await ben.get("/api/connectors/drafts?after=yesterday");
  expect([odd.status, odd.json.error]).toEqual([400, "after takes a cursor from a Link header of this list."]);
});

test("the latest version has an address that stays", async () => {
  const first = (await ada.post("/api/connectors/upload", { title: "Versions", dsl: dsl(), is_public: true })).json.id;
  const latest = (id: string, who: Pick<Person, "get"> = ben) => who.get(`/api/connectors/${id}/latest`);
  expect((await latest(first)).json.id).toBe(first);
  const draft = (await ada.post("/api/connectors/draft", { parent_id: first, is_public: true })).json.connector.id;
  const second = (await ada.post(`/api/connectors/${draft}/publish`)).json.id as string;
  for (const id of [first, second]) {
    const { status, json, headers } = await latest(id);
    expect([status, json.id, json.version, json.all_versions.length]).toEqual([200, second, 2, 2]);
    expect(new URL(headers.get("content-location")!).pathname).toBe(`/api/connectors/${second}`);
  }
  const hidden = (await ada.post("/api/connectors/upload", { title: "Hidden", dsl: dsl() })).json.id;
  expect([(await latest(hidden)).status, (await latest("none")).status]).toEqual([404, 404]);
  expect((await latest(hidden, ada)).json.id).toBe(hidden);
});

test("access is taken away by an address in the path's parameters or in the body", async () => {
  const { id } = (await ada.upload("a\n1\n", { is_public: "false" })).json;
  const shares = `/api/assets/${id}/shares`;
  const byAddress = `${shares}?email=${encodeURIComponent(ben.email)}`;
  await ada.post(shares, { email: ben.email });
  const done = await ada.call("DELETE", byAddress);
  expect([done.status, done.json]).toEqual([200, { message: "The access was removed." }]);
  expect((await ada.get(shares)).json).toEqual([]);
  await ada.post(shares, { email: ben.email });
  for (const unclear of [
    await ada.call("DELETE", shares),
    await ada.call("DELETE", byAddress, { body: { email: ada.email } }),
  ])
    expect([unclear.status, unclear.json.code, unclear.json.error]).toEqual([
      400,
      "email-unclear",
      "Name one person: by email in the address or in the body.",
    ]);
  expect((await ada.call("DELETE", byAddress, { body: { email: ben.email } })).status).toBe(200);
});
