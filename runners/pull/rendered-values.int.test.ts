import { afterAll, beforeAll, expect, test } from "vitest";
import { filesWith, tablesWith } from "#testing/texts/canary.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

/*
 * Values that a definition renders, and secrets that an API repeats, are nowhere but in the vault: runs succeed, succeed
 * in part and fail with them, and afterwards the log, the read models, what is kept of requests and the output of the
 * process are looked through.
 */
const SETTING = "2019-03-0canary1";
const TOKEN = "token-canary-7f3";
const CURSOR = "2026-02-01";

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let ana: Person;
const asked: URL[] = [];

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    asked.push(url);
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    const bearer = (request.headers.authorization ?? "").replace("Bearer ", "");
    switch (url.pathname) {
      case "/cursor":
        return void json(200, [{ id: 1, changed: bearer }]);
      case "/label":
        return void json(200, [{ id: 1, changed: CURSOR, [`${bearer}-x`]: 1 }]);
      case "/repeats":
        return void json(200, [
          {
            id: 1,
            changed: CURSOR,
            next: `https://x.example/?key=${encodeURIComponent(bearer)}`,
            sent: { auth: [bearer] },
          },
          { id: 2, changed: CURSOR, next: "https://x.example/", sent: null },
        ]);
      case "/key":
        return void json(200, [{ id: btoa(bearer), changed: CURSOR }]);
      case "/fails":
        return void json(400, { message: `no ${bearer}` });
      default:
        return void json(200, [{ id: 1, changed: CURSOR }]);
    }
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port], env: { LOG_LEVEL: "debug" } });
  ana = await product.person("Ana", 3);
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

const operation = (id: string) => ({
  id,
  url: `http://127.0.0.1:${upstream.port}/${id}`,
  records: "$",
  primary_key: ["id"],
  incremental: { cursor_field: "changed", start_param: "since", initial_value: "{first_day}" },
});

/** A connection with a token and the setting that the first reading begins at. */
async function connect(title: string, ...operations: readonly string[]): Promise<string> {
  const dsl = {
    protocol: "rest",
    base_url: `http://127.0.0.1:${upstream.port}`,
    auth: { type: "bearer", fields: [{ key: "token", private: true, required: true }] },
    params_fields: [{ key: "first_day" }],
    retry: { max_attempts: 1 },
    operations: operations.map(operation),
  };
  const made = await ana.post("/api/connectors/upload", { title, is_public: true, dsl });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const settings = { first_day: SETTING };
  const body = { connector_id: made.json.id, auth_data: { token: TOKEN }, settings };
  const connected = await ana.post("/api/connectors/activate", body);
  expect([connected.status, connected.text]).toEqual([201, expect.any(String)]);
  return connected.json.id as string;
}

const run = async (id: string) => (await ana.post(`/api/connectors/run/${id}`)).json;
const record = async (id: string, number: number) =>
  (await ana.get(`/api/connectors/instance/${id}/runs/${id}-${number}`)).json;

test("where a run began is told by a stored cursor only, never by a value that was rendered", async () => {
  const id = await connect("Begins", "good");
  for (const from of [null, CURSOR]) {
    expect(await run(id)).toMatchObject({ status: "success" });
    const [{ json }] = [await ana.get(`/api/connectors/instance/${id}/runs`)];
    const shown = await record(id, json.length);
    expect(shown.operations).toMatchObject([{ operation: "good", from, cursor: CURSOR }]);
  }
  expect(asked.map((url) => url.searchParams.get("since"))).toEqual([SETTING, CURSOR]);
});

test("a cursor or a column that holds a credential fails its operation, and nothing of it is stored", async () => {
  const id = await connect("Repeats", "good", "cursor", "label");
  expect(await run(id)).toMatchObject({ status: "partial" });
  const { operations } = await record(id, 1);
  expect(operations).toMatchObject([
    { operation: "good", status: "success", cursor: CURSOR },
    {
      operation: "cursor",
      status: "failed",
      rows: 0,
      cursor: null,
      error:
        'The API gave a value of the cursor field "changed" that holds a credential of this connection, so none of its rows were stored.',
    },
    {
      operation: "label",
      status: "failed",
      rows: 0,
      cursor: null,
      error: "The API gave a column whose name holds a credential of this connection, so none of its rows were stored.",
    },
  ]);
});

test("a credential in a cell is stored as •••, and the run says in which column; in a key it fails the operation", async () => {
  const id = await connect("Repeats in rows", "repeats", "key");
  expect(await run(id)).toMatchObject({ status: "partial" });
  const { operations, warnings } = await record(id, 1);
  const hidden =
    'repeats: The API repeated a credential of this connection in the columns "next", "sent__auth". It was stored as •••.';
  expect(warnings).toContain(hidden);
  expect(operations).toMatchObject([
    { operation: "repeats", status: "success", rows: 2 },
    { operation: "key", status: "failed", error: expect.stringContaining("a value of the primary key that holds") },
  ]);
  const { output_table_name: table } = (await ana.get(`/api/connectors/instance/${id}`)).json;
  const { rows } = (await ana.get(`/api/assets/table/${table}`)).json;
  expect(rows).toMatchObject([
    { next: "https://x.example/?key=•••", sent__auth: ["•••"] },
    { next: "https://x.example/" },
  ]);
});

test("an API that repeats all in its errors leaves nothing of it behind", async () => {
  const id = await connect("Fails", "fails");
  expect(await run(id)).toMatchObject({ status: "failed", error: expect.stringContaining("•••") });
  expect((await record(id, 1)).requests).toHaveLength(1);
});

test("afterwards the log, the read models and the process know none of them", async () => {
  for (const mark of [TOKEN, SETTING]) {
    const held = await tablesWith(db.pool, mark);
    // The owner may see the requests, with the settings in them and without secrets.
    expect(held, mark).toEqual(mark === SETTING ? ["run_records.requests"] : []);
    expect(await filesWith(product.dataDir, mark, ana.email), mark).toEqual([]);
    expect(product.output(), mark).not.toContain(mark);
  }
});
