import { getPriority } from "node:os";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runningEmbeddedPostgres } from "../embedded-postgres/embedded-postgres.ts";
import { WORK_NICENESS } from "../embedded-postgres/lower-priority.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** Runs beside people who open pages, on the embedded Postgres. */
const PAGES = 120;
let product: Product;
let ana: Person;
let api: TestServer;

beforeAll(async () => {
  api = await httpServer((asked, response) => {
    const page = Number(new URL(asked.url ?? "/", "http://x").searchParams.get("page"));
    const rows = page > PAGES ? [] : [{ id: page }, { id: -page }];
    response.setHeader("content-type", "application/json").end(JSON.stringify(rows));
  });
  product = await startProduct({ upstreams: [api.port] });
  ana = await product.person("Ana", 3);
}, 120_000);
afterAll(async () => {
  await product?.remove();
  await api?.close();
});

async function connection(): Promise<string> {
  const pagination = { strategy: "page", page_param: "page", start: 1, limit_param: "size", limit: 2 };
  const operation = { id: "rows", url: `http://127.0.0.1:${api.port}/`, records: "$", pagination };
  const dsl = { protocol: "rest", auth: { type: "none" }, operations: [operation] };
  const { json } = await ana.post("/api/connectors/upload", { title: "Pages", is_public: true, dsl });
  const asked = await ana.post("/api/connectors/activate", { connector_id: json.id });
  return asked.json.id;
}

async function turnsWaited(): Promise<number> {
  const { text } = await product.call("GET", "/metrics");
  return Number(/^tributary_turns_waited_total (\d+)$/m.exec(text)?.[1]);
}

async function run(instance: string): Promise<number> {
  await ana.post(`/api/connectors/run/${instance}`, {});
  return eventually(
    async () => {
      const { last_run } = (await ana.get("/api/connectors/my")).json[0];
      return last_run?.status === "success" && (last_run.rowCount as number);
    },
    60_000,
    "The run did not end",
  );
}

test("a run waits while pages are answered, and only then", async () => {
  const instance = await connection();
  expect(await run(instance)).toBe(2 * PAGES);
  expect(await turnsWaited()).toBe(0);

  let ended = false;
  const clicking = Array.from({ length: 4 }, async () => {
    while (!ended) expect((await ana.get("/manage")).status).toBe(200);
  });
  expect(await run(instance).finally(() => (ended = true))).toBe(2 * PAGES);
  await Promise.all(clicking);
  expect(await turnsWaited()).toBeGreaterThan(0);
});

test("the database's processes for loads and runs let the others go first", async () => {
  expect((await ana.upload("a,b\n1,2\n", { title: "Two columns" })).status).toBe(201);
  const client = new pg.Client({ connectionString: await runningEmbeddedPostgres(product.dataDir) });
  await client.connect();
  const { rows } = await client.query<{ pid: number; pool: string }>(
    "SELECT pid, split_part(application_name, ' ', 3) AS pool FROM pg_stat_activity WHERE application_name LIKE 'tributary all %'",
  );
  const nicenessOf = (isWork: boolean) =>
    new Set(rows.filter(({ pool }) => (pool === "work") === isWork).map(({ pid }) => getPriority(pid)));
  await client.end();
  expect([nicenessOf(true), nicenessOf(false)]).toEqual([new Set([WORK_NICENESS]), new Set([getPriority()])]);
});
