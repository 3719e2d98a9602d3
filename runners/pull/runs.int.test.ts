import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly after?: Promise<unknown>;
};

let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let ana: Person;
let stranger: Person;
/** The API's answers by path, and the queries that it received there. */
const api = new Map<
  string,
  { readonly asked: URLSearchParams[]; gone: number; reply: (query: URLSearchParams) => Reply }
>();

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://x");
    const place = api.get(url.pathname);
    place?.asked.push(url.searchParams);
    response.on("close", () => place && !response.writableFinished && (place.gone += 1));
    const { status = 200, headers = {}, json = [], after } = place?.reply(url.searchParams) ?? { status: 404 };
    void Promise.resolve(after).then(() =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(json)),
    );
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  [ana, stranger] = [await product.person("Ana", 3), await product.person("Stranger", 3)];
});
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

/** Sets the answer of a path of the API. */
function at(path: string, reply: (query: URLSearchParams) => Reply) {
  const place = api.get(path) ?? { asked: [], gone: 0, reply };
  place.reply = reply;
  api.set(path, place);
  return place;
}

const url = (path: string) => `http://127.0.0.1:${upstream.port}${path}`;
const pages = { strategy: "page", page_param: "page", start: 1 } as const;

async function connect(
  title: string,
  operations: readonly object[],
  more: { readonly dsl?: object; readonly activate?: object } = {},
): Promise<string> {
  const dsl = { protocol: "rest", auth: { type: "none" }, retry: { max_attempts: 1 }, operations, ...more.dsl };
  const connector = await ana.post("/api/connectors/upload", { title, is_public: true, dsl });
  expect([connector.status, connector.text]).toEqual([201, expect.any(String)]);
  const instance = await ana.post("/api/connectors/activate", { connector_id: connector.json.id, ...more.activate });
  expect([instance.status, instance.text]).toEqual([201, expect.any(String)]);
  return instance.json.id;
}

const run = async (id: string, body: object = {}) => (await ana.post(`/api/connectors/run/${id}`, body)).json;
const runs = async (id: string) => (await ana.get(`/api/connectors/instance/${id}/runs`)).json;
const record = (id: string, number: number) => ana.get(`/api/connectors/instance/${id}/runs/${id}-${number}`);
const cancel = (id: string, number: number, who = ana) =>
  who.post(`/api/connectors/instance/${id}/runs/${id}-${number}/cancel`);
const rows = async (id: string, table = id) =>
  ((await ana.get(`/api/assets/table/${table}`)).json.rows as Record<string, unknown>[])
    .map(({ id: each }) => each)
    .sort();
const events = async (id: string) =>
  (
    await db.pool.query<{ stream: string; type: string; data: Record<string, never> }>(
      "SELECT stream, type, data FROM log.events WHERE stream LIKE $1 ORDER BY position",
      [`run-${id}-%`],
    )
  ).rows;
/** Tables that are being filled, and how many of them already hold rows. */
const staged = async () => (await db.pool.query("SELECT FROM registry.tables WHERE state = 'staging'")).rowCount;
const filled = async () =>
  (await db.pool.query("SELECT FROM registry.tables JOIN pg_tables ON tablename = physical WHERE state = 'staging'"))
    .rowCount;
const physical = async () =>
  (await db.pool.query("SELECT tablename FROM pg_tables WHERE schemaname IN ('data', 'staging') ORDER BY 1")).rows;

/** Starts a run and disconnects; the run continues. */
async function begin(id: string): Promise<void> {
  const leaving = new AbortController();
  const before = (await runs(id)).length;
  ana.call("POST", `/api/connectors/run/${id}`, { body: {}, signal: leaving.signal }).catch(() => undefined);
  await eventually(async () => (await runs(id)).length > before);
  leaving.abort();
}

function gate() {
  let open = (): void => undefined;
  const shut = new Promise<void>((resolve) => (open = resolve));
  return { shut, open: () => open() };
}

describe("reading incrementally", () => {
  const incremental = { cursor_field: "changed", start_param: "since", initial_value: "2026-01-01" };
  const operation = (path: string, more: object = {}) => ({
    id: "items",
    url: url(path),
    records: "$",
    primary_key: "id",
    incremental,
    ...more,
  });
  const since = (path: string) => api.get(path)!.asked.map((query) => query.get("since"));

  test("a run goes on behind the last rows that were stored, and merges", async () => {
    at("/changes", () => ({
      json: [
        { id: 1, changed: "2026-02-01" },
        { id: 2, changed: "2026-03-01" },
      ],
    }));
    const id = await connect("Changes", [operation("/changes")]);
    expect(await run(id)).toMatchObject({ status: "success", rowCount: 2 });
    at("/changes", () => ({
      json: [
        { id: 2, changed: "2026-03-02", name: "new" },
        { id: 3, changed: "2026-04-01" },
      ],
    }));
    expect(await run(id)).toMatchObject({ status: "success", rowCount: 2 });
    expect(await rows(id)).toEqual([1, 2, 3]);
    at("/changes", () => ({ status: 500 }));
    expect(await run(id)).toMatchObject({ status: "failed" });
    at("/changes", () => ({ json: [] }));
    for (let empty = 0; empty < 2; empty += 1) expect(await run(id)).toMatchObject({ status: "success", rowCount: 0 });
    expect(since("/changes")).toEqual(["2026-01-01", "2026-03-01", "2026-04-01", "2026-04-01", "2026-04-01"]);
    expect(await rows(id)).toEqual([1, 2, 3]);
    expect((await record(id, 2)).json).toMatchObject({
      incremental: [{ operation: "items", cursor: "2026-03-01" }],
      operations: [{ operation: "items", disposition: "merge", cursor: "2026-04-01" }],
    });
  });

  test("what replaces the table reads all of it, and the next run goes on from there", async () => {
    at("/replaced", () => ({ json: [{ id: 1, changed: "2026-02-01" }] }));
    const id = await connect("Replaced", [operation("/replaced")]);
    for (const override of [false, true, false])
      expect(await run(id, { override })).toMatchObject({ status: "success" });
    expect(since("/replaced")).toEqual(["2026-01-01", "2026-01-01", "2026-02-01"]);
  });

  test("other settings are another question, with a beginning and a place of their own", async () => {
    at("/asked", (query) => ({
      json: [{ id: query.get("region"), changed: query.get("region") === "north" ? "2026-05-01" : "2026-06-01" }],
    }));
    const fields = [{ key: "region", label: "Region", type: "text" }];
    const id = await connect("Asked", [operation("/asked", { query: { region: "{region}" }, params_fields: fields })], {
      activate: { settings: { region: "north" } },
    });
    const restarted = ['"items" asks for something else than before, so it was read from the beginning.'];
    for (const settings of [{}, { region: "south" }, {}, { region: "south" }]) {
      const first = (await runs(id)).length === 1;
      expect(await run(id, { settings })).toMatchObject({ status: "success", warnings: first ? restarted : [] });
    }
    expect(since("/asked")).toEqual(["2026-01-01", "2026-01-01", "2026-05-01", "2026-06-01"]);
    expect(await rows(id)).toEqual(["north", "south"]);
    expect((await record(id, 2)).json.setting_keys).toEqual(["region"]);
    expect(JSON.stringify(await events(id))).not.toContain("south");
  });

  test("a setting that another operation uses leaves its place alone", async () => {
    at("/orders", () => ({ json: [{ id: 1, changed: "2026-02-01" }] }));
    at("/customers", () => ({ json: [{ id: 1 }] }));
    const customers = {
      id: "customers",
      url: url("/customers"),
      records: "$",
      query: { city: "{city}" },
      params_fields: [{ key: "city" }],
    };
    const id = await connect(
      "Two questions",
      [operation("/orders", { primary_key: undefined, write_disposition: "append" }), customers],
      { activate: { settings: { city: "Bern" } } },
    );
    for (const city of ["Bern", "Basel"])
      expect(await run(id, { settings: { city } })).toMatchObject({ status: "success", warnings: [] });
    expect(since("/orders")).toEqual(["2026-01-01", "2026-02-01"]);
    expect((await record(id, 2)).json.operations).toMatchObject([
      { operation: "items", from: "2026-02-01" },
      { operation: "customers", from: null },
    ]);
  });

  test("a table that is added to is not read from the beginning again before somebody says so", async () => {
    at("/added", () => ({ json: [{ id: 1, changed: "2026-02-01" }] }));
    const asked = operation("/added", {
      primary_key: undefined,
      query: { state: "{state}" },
      params_fields: [{ key: "state", default: "open" }],
    });
    const id = await connect("Added to", [asked], { activate: { override: false } });
    expect(await run(id)).toMatchObject({ status: "success", asks: null });
    const waits = await run(id, { settings: { state: "all" } });
    expect(waits).toMatchObject({
      status: "failed",
      asks: "restart_or_replace",
      rowCount: 0,
      error: expect.stringMatching(
        /^"items" asks for something else than before\. Reading from the beginning may add rows/,
      ),
    });
    expect(since("/added")).toHaveLength(1);
    expect(await rows(id)).toEqual([1]);
    expect(await run(id, { settings: { state: "all" }, restart: true })).toMatchObject({
      status: "success",
      warnings: ['"items" asks for something else than before, so it was read from the beginning.'],
    });
    expect(await rows(id)).toEqual([1, 1]);
    expect(await run(id, { settings: { state: "none" }, override: true })).toMatchObject({
      status: "success",
      warnings: [],
    });
    expect(since("/added")).toEqual(["2026-01-01", "2026-01-01", "2026-01-01"]);
    expect(await rows(id)).toEqual([1]);
  });

  test("of a run that succeeds in part only the operations move that came to their end", async () => {
    const other = (path: string) => ({ ...operation(path), id: "others" });
    at("/whole", () => ({ json: [{ id: 1, changed: "2026-02-01" }] }));
    at("/broken", () => ({ json: [{ id: 1, changed: "2026-02-01" }] }));
    const id = await connect("In part", [operation("/whole"), other("/broken")]);
    expect(await run(id)).toMatchObject({ status: "success" });
    at("/whole", () => ({ json: [{ id: 2, changed: "2026-03-01" }] }));
    at("/broken", () => ({ status: 500 }));
    expect(await run(id)).toMatchObject({ status: "partial" });
    at("/broken", () => ({ json: [{ id: 2, changed: "2026-03-01" }] }));
    expect(await run(id)).toMatchObject({ status: "success" });
    expect(since("/whole")).toEqual(["2026-01-01", "2026-02-01", "2026-03-01"]);
    expect(since("/broken")).toEqual(["2026-01-01", "2026-02-01", "2026-02-01"]);
    expect((await record(id, 2)).json.operations).toMatchObject([
      { operation: "items", status: "success", rows: 1 },
      { operation: "others", status: "failed", error: expect.stringContaining("500"), cursor: null },
    ]);
  });
});

test("a host that a field's default gives is called for every user without asking", async () => {
  at("/default/rows", () => ({ json: [{ id: 1 }] }));
  const fields = [{ key: "server", default: url("/default") }];
  const served = { base_url: "{server}", params_fields: fields };
  const operations = [{ id: "rows", url: "/rows" }];
  const id = await connect("Served by default", operations, { dsl: served });
  expect(await run(id)).toMatchObject({ status: "success", rowCount: 1 });
  const dsl = { protocol: "rest", auth: { type: "none" }, operations, ...served };
  expect(
    (await ana.post("/api/connectors/test-read", { dsl, consent: { hosts: [url("")], places: [] } })).json,
  ).toMatchObject({ ok: true });
});

test("rows without a key that a pull in part has read are added by the whole one, once", async () => {
  at("/sources", () => ({ json: [{ id: "a" }, { id: "b" }] }));
  const entries = (broken: boolean) => {
    at("/sources/a/entries", (query) => ({
      json: query.get("since") === null ? [{ id: 1, changed: "2026-02-01" }] : [{ id: 3, changed: "2026-03-01" }],
    }));
    at("/sources/b/entries", () => (broken ? { status: 500 } : { json: [{ id: 2, changed: "2026-02-02" }] }));
  };
  const incremental = { cursor_field: "changed", start_param: "since" };
  const id = await connect("Without a key", [
    { id: "sources", url: url("/sources"), records: "$", primary_key: "id" },
    {
      id: "entries",
      url: url("/sources/{source}/entries"),
      records: "$",
      for_each: { source: "sources.id" },
      include_from_parent: ["id"],
      incremental,
      write_disposition: "append",
    },
  ]);
  const { output_table_name: table } = (await ana.get("/api/connectors/my")).json.find(
    (each: { id: string }) => each.id === id,
  );
  const expectRows = async (broken: boolean, ids: number[]) => {
    entries(broken);
    const ended = await run(id);
    expect(ended).toMatchObject({
      status: broken ? "partial" : "success",
      warnings: broken ? [expect.stringContaining("nothing was added")] : [],
    });
    const stored = await ana.get(`/api/assets/table/${table}_entries`);
    expect(stored.status === 404 ? [] : stored.json.rows.map((row: { id: number }) => row.id).sort()).toEqual(ids);
  };
  await expectRows(true, []);
  await expectRows(false, [1, 2]);
  await expectRows(true, [1, 2]);
  await expectRows(false, [1, 2, 3]);
});

describe("what a run stores", () => {
  test("a table that is to be replaced stays as it was when a later page fails", async () => {
    const list = (last: Reply) =>
      at("/replace", (query) =>
        query.get("page") === "3" ? last : { json: query.get("page") === "1" ? [{ id: 1 }, { id: 2 }] : [{ id: 3 }] },
      );
    list({ json: [] });
    const id = await connect("Whole or not", [
      { id: "items", url: url("/replace"), records: "$", pagination: pages, write_disposition: "replace" },
    ]);
    expect(await run(id)).toMatchObject({ status: "success", rowCount: 3 });
    list({ status: 500 });
    expect(await run(id)).toMatchObject({ status: "failed" });
    expect(await rows(id)).toEqual([1, 2, 3]);
    expect(await staged()).toBe(0);
  });

  test("rows of a parent that failed are left out, those of the others are stored", async () => {
    at("/parents", () => ({ json: [{ id: "a" }, { id: "b" }, { id: "c" }] }));
    for (const parent of ["a", "c"])
      at(`/parents/${parent}/children`, (query) => ({ json: query.get("page") === "1" ? [{ id: `${parent}1` }] : [] }));
    at("/parents/b/children", (query) => (query.get("page") === "1" ? { json: [{ id: "b1" }] } : { status: 500 }));
    const id = await connect("Children", [
      { id: "parents", url: url("/parents"), records: "$", primary_key: "id" },
      {
        id: "children",
        url: url("/parents/{parent}/children"),
        records: "$",
        pagination: pages,
        primary_key: "id",
        for_each: { parent: "parents.id" },
      },
    ]);
    expect(await run(id)).toMatchObject({ status: "partial", error: expect.stringContaining("1 of 3 rounds failed") });
    const { output_table_name: table } = (await ana.get("/api/connectors/my")).json.find(
      (each: { id: string }) => each.id === id,
    );
    expect(await rows(id, `${table}_children`)).toEqual(["a1", "c1"]);
    expect(await rows(id)).toEqual(["a", "b", "c"]);
  });
});

test("a run without a setting that its connector requires asks for nothing", async () => {
  const place = at("/needed", () => ({ json: [{ id: 1 }] }));
  const needed = {
    id: "items",
    url: url("/needed"),
    records: "$",
    query: { city: "{city}" },
    params_fields: [{ key: "city", label: "City", required: true }],
  };
  const id = await connect("Needed", [needed], { activate: { settings: { city: "Ulm" } } });
  expect(await run(id, { settings: { city: "" } })).toMatchObject({
    status: "failed",
    error: '"City" is required. Nothing was asked for; fill it in under Setup.',
  });
  expect(place.asked).toHaveLength(0);
  expect(await run(id)).toMatchObject({ status: "success" });
});

describe("columns that change between two runs", () => {
  const items = (...rows: object[]) => at("/columns", () => ({ json: rows }));
  const warnings = async (id: string) => (await run(id)).warnings;
  const measured = () =>
    eventually(
      async () =>
        (await db.pool.query("SELECT FROM registry.tables WHERE state = 'ready' AND statistics IS NULL")).rowCount ===
        0,
    );

  test("are said: new, gone, and filled before but empty now", async () => {
    items({ id: 1, town: "Bern", note: "a" }, { id: 2, town: "Basel", note: null });
    const id = await connect("Columns", [{ id: "items", url: url("/columns"), records: "$", primary_key: "id" }], {
      activate: { override: false },
    });
    expect(await warnings(id)).toEqual([]);
    await measured();
    items({ id: 1, city: "Bern", note: null }, { id: 2, city: "Basel", note: null });
    expect(await warnings(id)).toEqual([
      'New column: "city".',
      'No row of this run has "town": it stays empty in these rows.',
      '"note" had values before and is empty in every row now.',
    ]);
    await measured();
    expect(await warnings(id)).toEqual([]);
  });

  test("are said of a table that is replaced, and of one that nobody has read yet or that brings no row nothing", async () => {
    items({ id: 1, town: "Bern" });
    const id = await connect("Replaced columns", [
      { id: "items", url: url("/columns"), records: "$", write_disposition: "replace" },
    ]);
    expect(await warnings(id)).toEqual([]);
    items({ id: 1, city: "Bern" });
    expect(await warnings(id)).toEqual([
      'New column: "city".',
      'No row of this run has "town": it stays empty in these rows.',
    ]);
    items();
    expect(await warnings(id)).toEqual(["0 rows; before 1."]);
  });
});

describe("cancelling", () => {
  test("a run that waits for the API ends within seconds, its request with it; the rows of the run before stay", async () => {
    const held = gate();
    const place = at("/held", (query) => ({ json: query.get("page") === "1" ? [{ id: 1 }] : [] }));
    const id = await connect("Held", [{ id: "items", url: url("/held"), records: "$", pagination: pages }]);
    expect(await run(id)).toMatchObject({ status: "success" });
    const tables = await physical();
    // So many rows that they are copied to the new table while the next page is requested.
    const many = Array.from({ length: 20_000 }, (_, index) => ({ id: index, text: "x".repeat(100) }));
    at("/held", (query) => (query.get("page") === "1" ? { json: many } : { json: [], after: held.shut }));
    await begin(id);
    await eventually(async () => place.asked.length === 4 && (await filled()) === 1, 20_000, "No row was stored");
    expect((await cancel(id, 2, stranger)).status).toBe(404);
    const cancelled = await cancel(id, 2);
    expect([cancelled.status, cancelled.json]).toEqual([
      200,
      expect.objectContaining({ status: "cancelled", ended_at: expect.any(String) }),
    ]);
    await eventually(async () => place.gone === 1, 5_000, "The request was not given up");
    // The table is dropped after the registry forgets it.
    await eventually(async () => (await physical()).length === tables.length, 5_000, "The table was not dropped");
    expect(await physical()).toEqual(tables);
    held.open();
    expect((await cancel(id, 2)).status).toBe(200);
    expect((await cancel(id, 1)).json).toMatchObject({ error: "This run has ended." });
    expect(await rows(id)).toEqual([1]);
    expect((await events(id)).map(({ type }) => type)).toEqual(["RunSucceeded", "RunCancelled"]);
    at("/held", (query) => ({ json: query.get("page") === "1" ? [{ id: 3 }] : [] }));
    expect(await run(id)).toMatchObject({ status: "success" });
    expect(await rows(id)).toEqual([3]);
  });

  test("ends a run in a long wait for another try", async () => {
    const place = at("/busy", () => ({ status: 429, headers: { "retry-after": "120" } }));
    const id = await connect("Busy", [{ id: "items", url: url("/busy"), records: "$" }], {
      dsl: { retry: { max_attempts: 3 } },
    });
    await begin(id);
    const waiting = await eventually(
      async () => (await record(id, 1)).json.progress?.wait,
      10_000,
      "The wait was not shown",
    );
    expect(waiting).toMatchObject({ ms: 120_000, cause: "asked", why: expect.stringContaining("429") });
    expect((await cancel(id, 1)).status).toBe(200);
    await eventually(async () => (await staged()) === 0, 5_000, "The wait did not end");
    expect(place.asked).toHaveLength(1);
    expect((await record(id, 1)).json).toMatchObject({
      status: "cancelled",
      progress: {
        operations: [{ operation: "items", round: 1, rounds: 1, requests: 1, pages: 0, rows: 0 }],
        wait: null,
        requests: 1,
      },
      requests: [
        { number: 1, status: 429, note: expect.stringMatching(/429.*next try after 120 s, as the API asked$/) },
      ],
    });
  });

  test("a connection that is removed takes its run along", async () => {
    const held = gate();
    const place = at("/removed", () => ({ json: [{ id: 1 }], after: held.shut }));
    const id = await connect("Removed", [{ id: "items", url: url("/removed"), records: "$" }]);
    await begin(id);
    await eventually(async () => place.asked.length === 1);
    await ana.post(`/api/connectors/remove/${id}`);
    await eventually(async () => place.gone === 1, 5_000, "The request was not given up");
    held.open();
    expect((await events(id)).map(({ type }) => type)).toEqual(["RunCancelled"]);
    await eventually(
      async () => (await db.pool.query("SELECT 1 FROM run_records.runs WHERE instance_id = $1", [id])).rowCount === 0,
      45_000,
      "The record of the run stayed",
    );
  });
});

describe("what a run shows", () => {
  test("its pages while they come, and afterwards each request", async () => {
    const third = gate();
    at("/shown", (query) => ({
      json: query.get("page") === "4" ? [] : [{ id: `${query.get("area")}${query.get("page")}` }],
      ...(query.get("page") === "3" ? { after: third.shut } : {}),
    }));
    const operation = {
      id: "items",
      url: url("/shown"),
      records: "$",
      pagination: pages,
      query: { area: "{area}" },
      params_fields: [{ key: "area", type: "text", multiple: true }],
    };
    const id = await connect("Shown", [operation], { activate: { settings: { area: ["x", "y"] } } });
    await begin(id);
    const progress = await eventually(async () => {
      const { json } = await record(id, 1);
      return json.status === "running" && json.progress?.requests === 3 && json.progress;
    });
    expect(progress.operations).toEqual([{ operation: "items", round: 1, rounds: 2, requests: 3, pages: 2, rows: 2 }]);
    third.open();
    const done = await eventually(async () => {
      const { json } = await record(id, 1);
      return json.status === "success" && json;
    });
    expect(done).toMatchObject({
      number: 1,
      trigger: "manual",
      rowCount: 6,
      request_count: 8,
      operations: [{ operation: "items", status: "success", requests: 8, pages: 8, rows: 6 }],
    });
    expect(done.requests).toHaveLength(8);
    expect(done.requests[0]).toEqual({
      number: 1,
      at: expect.any(String),
      operation: "items",
      attempt: 1,
      method: "GET",
      url: url("/shown?area=x&page=1"),
      status: 200,
      bytes: 13,
      ms: expect.any(Number),
      rows: 1,
      ignored: false,
      note: null,
    });
  });

  test("no secret, wherever it is sent and whatever comes back", async () => {
    const canary = "CANARY-5b0c1f0e";
    at("/secret", (query) => ({ status: 503, json: { message: `You sent ${canary} and ${query.get("key")}` } }));
    const auth = { type: "apikey", in: "query", name: "key" };
    const operation = {
      id: "items",
      method: "POST",
      url: url("/secret"),
      records: "$",
      body_template: { secret: "{pass}" },
      params_fields: [{ key: "pass", type: "text", private: true }],
    };
    const id = await connect("Secret", [operation], {
      dsl: { auth, retry: { max_attempts: 2 } },
      activate: {
        auth_data: { token: canary },
        settings: { pass: `${canary}-body` },
        headers: { "X-Own": `${canary}-header` },
      },
    });
    expect(await run(id)).toMatchObject({ status: "failed" });
    const shown = await record(id, 1);
    expect(shown.json.requests).toMatchObject([
      { status: 503, url: url("/secret?key=•••"), note: expect.stringContaining("next try after") },
      { status: 503 },
    ]);
    const stored = await db.pool.query(
      "SELECT r::text FROM run_records.requests r UNION ALL SELECT r::text FROM run_records.runs r UNION ALL SELECT e::text FROM log.events e",
    );
    for (const text of [shown.text, (await ana.get(`/run/${id}-1`)).text, ...stored.rows.map(({ r }) => r as string)])
      expect(text).not.toContain(canary);
  });

  test("of very many requests the first and the last 500, and how many there were", async () => {
    at("/many", (query) => ({ json: Number(query.get("page")) <= 1_100 ? [{ id: Number(query.get("page")) }] : [] }));
    const id = await connect("Many", [{ id: "items", url: url("/many"), records: "$", pagination: pages }]);
    expect(await run(id)).toMatchObject({ status: "success", rowCount: 1_100 });
    const { json } = await record(id, 1);
    expect([json.request_count, json.requests.length, json.requests[499].number, json.requests[500].number]).toEqual([
      1_101, 1_000, 500, 602,
    ]);
  });

  test("its connection's runs page by page, to its owner", async () => {
    at("/often", () => ({ json: [{ id: 1 }] }));
    const id = await connect("Often", [{ id: "items", url: url("/often"), records: "$" }]);
    for (let time = 0; time < 3; time += 1) await run(id);
    const page = await ana.get(`/api/connectors/instance/${id}/runs?page=2&limit=2`);
    expect([
      page.json.map(({ number }: { number: number }) => number),
      page.headers.get("x-total-count"),
      page.headers.get("link"),
    ]).toEqual([[1], "3", expect.stringContaining('rel="prev"')]);
    expect((await ana.get(`/api/connectors/instance/${id}/runs?limit=0`)).status).toBe(400);
    expect((await stranger.get(`/api/connectors/instance/${id}/runs`)).status).toBe(404);
  });
});

describe("what a run tells of itself", () => {
  const ignoring = { response_actions: [{ status: 404, action: "ignore" }] };
  const children = [
    { id: "towns", url: "/towns", records: "$" },
    { id: "rain", url: "/rain?town={town}", records: "$", for_each: { town: "towns.id" }, ...ignoring },
  ];

  test("answers that the definition ignores are no failures, and have a count of their own", async () => {
    at("/towns", () => ({ json: [{ id: 1 }, { id: 2 }, { id: 3 }] }));
    at("/rain", (query) =>
      query.get("town") === "2" ? { json: [{ mm: 4 }] } : { status: 404, json: { message: "No rain there." } },
    );
    const id = await connect("Ignoring", children, { dsl: { base_url: url("") } });
    expect(await run(id)).toMatchObject({ status: "success", rowCount: 4 });
    const { json } = await record(id, 1);
    expect([json.failed_count, json.ignored_count]).toEqual([0, 2]);
    expect(json.requests.map((each: { status: number; ignored: boolean }) => [each.status, each.ignored])).toEqual([
      [200, false],
      [404, true],
      [200, false],
      [404, true],
    ]);
    const page = (await ana.get(`/run/${id}-1`)).text.replaceAll("<!-- -->", "");
    expect(page).toContain("None failed. 2 answers were ignored, as the definition says.");
    expect(page.match(/<span class="status">404 ignored</g)).toHaveLength(2);
    expect(page).not.toContain("status-bad");
    const narrowed = (await ana.get(`/run/${id}-1?show=ignored`)).text;
    expect([narrowed.includes("town=1"), narrowed.includes("town=2")]).toEqual([true, false]);
    const tried = await ana.post("/api/connectors/test-read", { instance_id: id, consent: { hosts: [url("")] } });
    expect(tried.json.operations[1].requests.map(({ ignored }: { ignored: boolean }) => ignored)).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("every list of runs names the version that ran, and the warnings", async () => {
    at("/moved", () => ({ json: { items: [{ id: 1 }], has_more: true } }));
    const id = await connect("Moving", [{ id: "items", url: url("/moved"), records: "items" }]);
    await run(id);
    const mine = async () =>
      (await ana.get("/api/connectors/my?limit=1000")).json.find((each: { id: string }) => each.id === id);
    const { connector_id } = await mine();
    const draft = (await ana.post("/api/connectors/draft", { parent_id: connector_id })).json.connector.id;
    const published = (await ana.post(`/api/connectors/${draft}/publish`)).json.id;
    expect(
      (await ana.post("/api/connectors/migrate", { old_connector_id: connector_id, new_connector_id: published }))
        .status,
    ).toBe(200);
    const second = await run(id, { restart: true, settings: { area: "x" } });
    expect(second).toMatchObject({ version: 2, warnings: [expect.stringContaining("more")] });
    expect((await mine()).last_run).toEqual(second);
    expect(
      (await runs(id)).map(({ version, warnings }: { version: number; warnings: string[] }) => [
        version,
        warnings.length,
      ]),
    ).toEqual([
      [2, 1],
      [1, 1],
    ]);
    expect((await record(id, 1)).json).toMatchObject({ version: 1, restart: false, own_settings: false });
    expect((await record(id, 2)).json).toMatchObject({
      version: 2,
      restart: true,
      own_settings: true,
      warnings: second.warnings,
    });
    const history = (await ana.get(`/connector_profile/${published}?tab=runs`)).text;
    expect([...history.matchAll(/data-head="Version">(v\d)</g)].map(([, version]) => version)).toEqual(["v2", "v1"]);
    expect((await ana.get(`/run/${id}-1`)).text).toMatch(/Version<\/dt><dd[^>]*><a [^>]*>v(<!-- -->)?1</);
  });
});

describe("three failures in a row", () => {
  const mails = async () =>
    (await product.mailsTo(ana.email)).filter((text) => text.includes("failed 3 times in a row"));

  test("are mailed to the owner once, and again only after a success", async () => {
    const id = await connect("Unlucky", [{ id: "items", url: url("/unlucky"), records: "$" }]);
    const fail = async (times: number) => {
      at("/unlucky", () => ({ status: 500, json: { message: "secret reason" } }));
      for (let time = 0; time < times; time += 1) expect(await run(id)).toMatchObject({ status: "failed" });
    };
    await fail(2);
    at("/unlucky", () => ({ json: [{ id: 1 }] }));
    expect(await run(id)).toMatchObject({ status: "success" });
    await fail(2);
    expect(await mails()).toEqual([]);
    await fail(1);
    const [mail] = await eventually(async () => {
      const all = await mails();
      return all.length > 0 && all;
    });
    expect(mail).toContain("Unlucky");
    expect(mail).toContain(`/run/${id}-6`);
    expect(mail).not.toContain("secret reason");
    await fail(1);
    await product.call("GET", "/healthz");
    await wait(1_000);
    expect(await mails()).toHaveLength(1);
    expect((await events(id)).filter(({ type }) => type === "RunFailuresReported")).toHaveLength(1);
  }, 60_000);
});
