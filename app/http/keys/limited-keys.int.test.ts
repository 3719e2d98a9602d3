import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_KEY_THINGS, SCOPES } from "#domain/core/keys/scopes.ts";
import { caller } from "#testing/call.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { endpoints } from "../../api/endpoints.ts";
import { nameOf } from "../json-api/endpoint.ts";
import { scopeOf } from "./scope-of.ts";

let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ana: Person;
let rivers: { readonly id: string; readonly table_name: string };
let lakes: { readonly id: string; readonly table_name: string };
let rates: { readonly connector: string; readonly id: string; readonly output_table_name: string };
let other: typeof rates;
const NOWHERE = "0197a000-0000-7000-8000-000000000000";
const BEYOND = "This API key is limited to chosen tables and connectors, and this call is about something else.";

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((_request, response) => {
    response.setHeader("content-type", "application/json").end('[{"id":1}]');
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  ana = await product.person("Ana", 3);
  const dataset = async (title: string) => (await ana.upload("a\n1\n", { title, is_public: "false" })).json;
  [rivers, lakes] = [await dataset("Rivers of Europe"), await dataset("Lakes of Europe")];
  const connected = async (title: string) => {
    const dsl = {
      protocol: "rest",
      auth: { type: "none" },
      operations: [{ id: "rows", method: "GET", url: `http://127.0.0.1:${api.port}/`, records: "$" }],
    };
    const connector = (await ana.post("/api/connectors/upload", { title, dsl })).json.id as string;
    const made = (await ana.post("/api/connectors/activate", { connector_id: connector })).json;
    await ana.post(`/api/connectors/run/${made.id}`);
    return { connector, ...made };
  };
  [rates, other] = [await connected("Rates"), await connected("Other rates")];
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

async function limited(limits: { tables?: readonly string[]; connectors?: readonly string[] }) {
  const made = await ana.post("/api/users/api-keys", { scopes: SCOPES, ...limits });
  expect(made.status, made.text).toBe(201);
  const { id, secret } = made.json as { id: string; secret: string };
  const call = caller(product.url, { authorization: `Bearer ${secret}` });
  return { id, secret, call, get: (target: string) => call("GET", target) };
}

const idsIn = ({ json }: { json: unknown }) => (json as { id: string }[]).map(({ id }) => id);

describe("a key that is limited to a table", () => {
  test("opens it by id and by name, in lists, searches and streams, and no other", async () => {
    for (const name of [rivers.table_name, rivers.id]) {
      const { get, call } = await limited({ tables: [name] });
      for (const at of [
        `/api/assets/${rivers.id}`,
        `/api/assets/${rivers.id}/data`,
        `/api/assets/${rivers.id}/original`,
      ])
        expect([at, (await get(at)).status]).toEqual([at, 200]);
      expect((await get(`/api/assets/table/${rivers.table_name}`)).status).toBe(200);
      expect((await call("PATCH", `/api/assets/${rivers.id}`, { body: { description: "Long" } })).status).toBe(200);
      const refused = [
        await get(`/api/assets/${lakes.id}`),
        await get(`/api/assets/${lakes.id}/data`),
        await get(`/api/assets/${lakes.id}/original`),
        await call("PUT", `/api/assets/${lakes.id}/data`, { body: new Uint8Array(8) }),
        await get(`/api/assets/table/${lakes.table_name}`),
        await call("DELETE", `/api/assets/${lakes.id}/owner`),
        await call("POST", "/api/access/grant", { body: { assetId: lakes.id } }),
        await call("POST", `/api/connectors/run/${rates.id}`, { body: {} }),
        await call("POST", "/api/connectors/test-read", { body: { dsl: {} } }),
        await call("POST", "/api/connectors/draft", { body: {} }),
        await call("POST", "/api/assets/upload-csv", { body: new FormData() }),
        await get(`/api/assets/${NOWHERE}`),
      ];
      for (const { status, json } of refused)
        expect([status, json.error, json.code]).toEqual([403, BEYOND, "key-limited"]);
      expect(idsIn(await get("/api/assets?total=true"))).toEqual([rivers.id]);
      expect(idsIn(await get("/api/assets?search=europe"))).toEqual([rivers.id]);
      expect(idsIn(await get("/api/assets?search=lakes"))).toEqual([]);
      expect((await get("/api/assets")).headers.get("x-total-count")).toBe("1");
      expect((await get("/api/assets?limit=1")).headers.get("link")).not.toContain('rel="next"');
      for (const list of ["/api/connectors", "/api/connectors/my", "/api/access/my"])
        expect([list, (await get(list)).json]).toEqual([list, []]);
      expect(idsIn(await get("/api/stream/data"))).toEqual([rivers.id]);
      expect((await get(`/api/stream/data?table=${rivers.table_name}`)).status).toBe(200);
      for (const table of [lakes.table_name, lakes.id, rates.output_table_name])
        expect([table, (await get(`/api/stream/data?table=${table}`)).status]).toEqual([table, 404]);
      expect((await get(`/d/${lakes.table_name}.csv`)).status).toBe(404);
    }
  });

  test("has pages of several, and says its limits in the list of keys", async () => {
    const { id, get } = await limited({ tables: [rivers.id, lakes.table_name] });
    const first = await get("/api/assets?limit=1");
    expect(first.headers.get("link")).toContain('page=2>; rel="next"');
    expect([...idsIn(first), ...idsIn(await get("/api/assets?limit=1&page=2"))].sort()).toEqual(
      [rivers.id, lakes.id].sort(),
    );
    const listed = (await ana.get("/api/users/api-keys")).json.find((key: { id: string }) => key.id === id);
    expect(listed).toMatchObject({ scopes: [...SCOPES], tables: [rivers.id, lakes.id], connectors: [] });
  });
});

describe("a key that is limited to a connector", () => {
  test("opens its connection, its runs and its output, and no other", async () => {
    for (const chosen of [rates.connector, rates.id]) {
      const { get, call } = await limited({ connectors: [chosen] });
      const run = await call("POST", `/api/connectors/run/${rates.id}`, { body: {} });
      expect(run.status, run.text).toBe(200);
      expect((await get(`/api/connectors/instance/${rates.id}/runs/${run.json.runId}`)).status).toBe(200);
      expect((await get(`/api/runs/${run.json.runId}`)).status).toBe(200);
      expect((await get(`/api/stream/data?table=${rates.output_table_name}`)).status).toBe(200);
      expect(idsIn(await get("/api/connectors/my"))).toEqual([rates.id]);
      expect(idsIn(await get("/api/connectors"))).toEqual(chosen === rates.connector ? [rates.connector] : []);
      expect((await get("/api/assets")).json).toEqual([]);
      const refused = [
        await call("POST", `/api/connectors/run/${other.id}`, { body: {} }),
        await get(`/api/connectors/instance/${other.id}/runs`),
        await get(`/api/connectors/instance/${other.id}/runs/${run.json.runId}`),
        await get(`/api/runs/${other.id}-1`),
        await get(`/api/connectors/${other.connector}`),
        await call("POST", "/api/connectors/check", { body: { instance_id: other.id } }),
        await call("POST", "/api/connectors/check", { body: { instance_id: rates.id, connector_id: other.connector } }),
        await get(`/api/assets/${rivers.id}`),
      ];
      expect(refused.map(({ status, json }) => [status, json.code])).toEqual(refused.map(() => [403, "key-limited"]));
      expect((await get(`/api/stream/data?table=${other.output_table_name}`)).status).toBe(404);
      expect((await call("POST", "/api/connectors/check", { body: { instance_id: rates.id } })).status).toBe(200);
    }
  });
});

test("only things that the user may use can be chosen", async () => {
  const ben = await product.person("Ben");
  const make = (limits: object) => ben.post("/api/users/api-keys", limits);
  const said = async (limits: object) => {
    const { status, json } = await make(limits);
    return [status, json.code, json.error];
  };
  expect(await said({ tables: [rivers.id] })).toEqual([
    400,
    "key-thing-unknown",
    `You can read no table called ${rivers.id}.`,
  ]);
  expect(await said({ connectors: [rates.id] })).toEqual([
    400,
    "key-thing-unknown",
    `You can use no connector or connection called ${rates.id}.`,
  ]);
  const many = Array.from({ length: MAX_KEY_THINGS + 1 }, (_, at) => `t${at}`);
  expect(await said({ tables: many })).toEqual([
    400,
    "key-things-too-many",
    `A key can be limited to ${MAX_KEY_THINGS} tables at most.`,
  ]);
  expect((await make({ tables: [], connectors: [] })).status).toBe(201);
});

test("a call beyond the reach of a key is refused before anything that was sent with it is judged", async () => {
  const { call } = await limited({ tables: [rivers.id] });
  const closed = endpoints.filter(
    (each) => each.limitedKeys === undefined && "run" in each && each.who !== "admin" && scopeOf(each) !== "session",
  );
  expect(closed.length).toBeGreaterThan(40);
  const told: string[] = [];
  for (const each of closed) {
    const target = each.path.replace(/\{\w+\}/g, NOWHERE);
    const sent =
      each.method === "GET" ? [{}] : ["{", "[1]", "7", '{"nope":1}', `{"a":"\\u0000"}`].map((body) => ({ body }));
    for (const ask of sent)
      for (const query of ["", "?nope=1&limit=x&wait=-1"]) {
        const { status, json } = await call(each.method, target + query, ask);
        if (json?.code !== "key-limited") told.push(`${nameOf(each)} ${JSON.stringify(ask)} ${query} ${status}`);
      }
  }
  expect(told).toEqual([]);
});

test("an endpoint that does not say how it treats limited keys is closed to them", async () => {
  const { call } = await limited({ tables: [rivers.id] });
  const open: string[] = [];
  for (const endpoint of endpoints) {
    const target = endpoint.path.replace("{file}", "none.csv").replace(/\{\w+\}/g, NOWHERE);
    const { status, json } = await call(endpoint.method, target, endpoint.method === "GET" ? {} : { body: {} });
    // What is asked in a wrong way is refused before; no such call does anything.
    if (status < 400 || (status === 404 && json?.code !== "key-limited")) open.push(nameOf(endpoint));
  }
  expect(open.sort()).toEqual(
    [
      "GET /api/users/me",
      "GET /api/users/usage",
      "GET /api/assets",
      "GET /api/assets/categories",
      // It looks at the file that comes with it, and at nothing stored.
      "POST /api/assets/inspect",
      "GET /api/connectors",
      "GET /api/connectors/my",
      "GET /api/access/my",
      "GET /api/blog",
      "GET /api/blog/{slug}",
      "GET /api/stream/data",
      "GET /api/stream/data/excel",
      "GET /d/{file}",
      "GET /odata",
      "GET /odata/$metadata",
      "GET /odata/{set}",
      "GET /odata/{set}({row})",
      "GET /odata/{set}/$count",
      // What everybody may read.
      "GET /log/checkpoint",
      "GET /log/keys",
      "GET /log/tile/{level}/{tile}",
      "GET /log/witness/{originHash}/checkpoint",
      "GET /api/openapi.json",
      "GET /api/openapi-3.0.json",
    ].sort(),
  );
});
