import { afterAll, beforeAll, expect, test } from "vitest";
import { upcast } from "#domain/core/event-catalog.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { runEvents } from "#domain/run/events.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ana: Person;
let key: string;
/** The rows of each path; null: it fails. */
const rows = new Map<string, readonly object[] | null>();

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((request, response) => {
    const found = rows.get(new URL(request.url ?? "/", "http://x").pathname) ?? null;
    response.writeHead(found === null ? 500 : 200, { "content-type": "application/json" }).end(JSON.stringify(found));
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port] });
  ana = await product.person("Ana", 3);
  key = await ana.key();
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const operation = (id: string, more: object = {}) => ({
  ...{ id, url: `http://127.0.0.1:${api.port}/${id}`, records: "$", write_disposition: "replace", ...more },
});

async function connect(title: string, operations: readonly object[]): Promise<{ id: string; table: string }> {
  const dsl = { protocol: "rest", auth: { type: "none" }, retry: { max_attempts: 1 }, operations };
  const made = await ana.post("/api/connectors/upload", { title, is_public: true, dsl });
  const { json } = await ana.post("/api/connectors/activate", { connector_id: made.json.id });
  return { id: json.id, table: json.output_table_name };
}

const run = async (id: string) => (await ana.post(`/api/connectors/run/${id}`, {})).json;
const tables = async () =>
  (await db.pool.query("SELECT FROM pg_tables WHERE schemaname IN ('data', 'staging')")).rowCount ?? 0;

/** What readers of a table get: its rows, and the tag and the date of the stream. */
async function read(table: string): Promise<unknown> {
  const { status, text, headers } = await ana.get(`/api/stream/data?table=${table}&api_key=${key}`);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return { text, tag: headers.get("etag"), modified: headers.get("last-modified") };
}

/** The end of a run, from the log. */
async function endOf(id: string, number: number) {
  const { rows: found } = await db.pool.query<{ type: keyof typeof runEvents; version: number; data: JsonObject }>(
    "SELECT type, schema_version AS version, data FROM log.events WHERE stream = $1 ORDER BY revision DESC LIMIT 1",
    [`run-${id}-${number}`],
  );
  const { type, version, data } = found[0]!;
  const { outputs = [], kept = [] } = runEvents[type].schema.parse(upcast(type, runEvents[type], version, data)) as {
    readonly outputs?: readonly { readonly operation: string }[];
    readonly kept?: readonly object[];
  };
  return { stored: outputs.map((output) => output.operation), kept };
}

test("a run whose rows are those of the version before makes no table, and readers see what they saw", async () => {
  rows.set("/rivers", [{ id: 1, level: 1.5 }]);
  const { id, table } = await connect("Rivers", [operation("rivers")]);
  const first = await run(id);
  const [seen, count] = [await read(table), await tables()];
  for (let more = 0; more < 3; more += 1)
    expect(await run(id)).toMatchObject({ status: "success", rowCount: first.rowCount });
  expect([await tables(), await read(table)]).toEqual([count, seen]);
  expect(await endOf(id, 4)).toEqual({ stored: [], kept: [{ operation: "rivers", storedBy: `${id}-1` }] });
  const history = (await ana.get(`/api/connectors/instance/${id}/runs`)).json;
  expect(history).toHaveLength(4);
  expect(new Set(history.map((each: { rowCount: number }) => each.rowCount))).toEqual(new Set([1]));
  rows.set("/rivers", [{ id: 1, level: 2 }]);
  await run(id);
  expect(await tables()).toBe(count + 1);
  expect(await read(table)).not.toEqual(seen);
});

test("of several operations only the one whose rows changed makes a table", async () => {
  rows.set("/a", [{ id: 1 }]);
  rows.set("/b", [{ id: 1 }]);
  const { id, table } = await connect("Two", [operation("a"), operation("b")]);
  await run(id);
  const [seen, count] = [await read(table), await tables()];
  rows.set("/b", [{ id: 2 }]);
  expect(await run(id)).toMatchObject({ status: "success", rowCount: 2 });
  expect(await endOf(id, 2)).toEqual({ stored: ["b"], kept: [{ operation: "a", storedBy: `${id}-1` }] });
  expect([await tables(), await read(table)]).toEqual([count + 1, seen]);
  rows.set("/b", null);
  expect(await run(id)).toMatchObject({ status: "partial" });
  expect(await tables()).toBe(count + 1);
});

test("what a connection was at a time names the outputs that its last run has kept", async () => {
  rows.set("/a", [{ id: 1 }]);
  rows.set("/b", [{ id: 1 }, { id: 2 }]);
  const { id, table } = await connect("Then", [operation("a"), operation("b")]);
  await run(id);
  rows.set("/b", [{ id: 3 }]);
  for (let more = 0; more < 25; more += 1) expect(await run(id)).toMatchObject({ status: "success" });
  const { state } = (await ana.get(`/api/history/instance/${id}/state`)).json;
  expect(state.last_run).toMatchObject({ number: 26, status: "success" });
  expect(
    state.outputs.map((output: { table_name: string; rows: number }) => [output.table_name, output.rows]).sort(),
  ).toEqual([
    [table, 1],
    [`${table}_b`, 1],
  ]);
});

test("rows that came in part are a version for others once the same rows are whole", async () => {
  rows.set("/parents", [{ id: "x" }, { id: "y" }]);
  rows.set("/children/x", [{ id: 1 }]);
  rows.set("/children/y", null);
  const { id } = await connect("Whole later", [
    operation("parents"),
    operation("children", {
      url: `http://127.0.0.1:${api.port}/children/{parent}`,
      for_each: { parent: "parents.id" },
      primary_key: "id",
      write_disposition: "merge",
    }),
  ]);
  expect(await run(id)).toMatchObject({ status: "partial" });
  rows.set("/children/y", []);
  expect(await run(id)).toMatchObject({ status: "success" });
  expect(await endOf(id, 2)).toMatchObject({ stored: ["children"], kept: [{ operation: "parents" }] });
  const published = await ana.post(`/api/connectors/instance/${id}/publish`, {
    ...{ title: "Children", operation: "children", category: "Other", description: "All of them" },
  });
  expect([published.status, published.text]).toEqual([201, expect.any(String)]);
});
