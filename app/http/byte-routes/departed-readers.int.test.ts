import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/**
 * Readers that leave, stall or ask for too much: in each case their queries end, their connections are returned and
 * pages still work.
 */
let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let author: Person;
let key: string;
let heavy: { id: string; table: string };
/** Calls of the API that never answers. */
let upstreamAsked = (): void => undefined;
let upstreamLeft = 0;
const sockets: Socket[] = [];

const CELL = 900_000;
const ROWS = 300;
/** Within every limit, but some seconds of work for the database. */
const SLOW_FILTER = `body=like.${encodeURIComponent(`*${"a".repeat(97)}b*`)}`;

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((_request, response) => {
    upstreamAsked();
    response.once("close", () => (upstreamLeft += 1));
  });
  product = await startProduct({ ...db.installation, upstreams: [upstream.port], env: { STREAM_STALL_SECONDS: "2" } });
  author = await product.person("Author", 3);
  key = await author.key();
  heavy = await uploaded(`n,body\n0,${"a".repeat(CELL)}\n`, "Heavy");
  await grow(ROWS);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

async function uploaded(csv: string, title: string, person = author): Promise<{ id: string; table: string }> {
  const { json } = await person.upload(csv, { title });
  const item = await eventually(async () => {
    const answer = await person.get(`/api/assets/${json.id}`);
    const data = await person.get(`/api/assets/${json.id}/data`);
    return data.status === 200 && answer.json;
  });
  return { id: json.id, table: item.table_name };
}

/** Adds copies of the first row to the newest table, as if its file had contained them: 270 MB need not be uploaded. */
async function grow(rows: number): Promise<void> {
  const found = await db.pool.query<{ physical: string }>(
    "select physical from registry.tables order by ready_at desc limit 1",
  );
  const { physical } = found.rows[0]!;
  await db.pool.query(
    `insert into data.${physical} (_row_id, c0, c1) select place, place - 1, repeat('a', ${CELL}) from generate_series(2, ${rows}) as place`,
  );
  await db.pool.query("update registry.tables set row_count = $2 where physical = $1", [physical, rows]);
}

const stream = (query: string, of = key) =>
  product.call("GET", `/api/stream/data?${query}`, { headers: { authorization: `Bearer ${of}` } });

/** Sends a request, and disconnects after a while. */
async function askAndLeave(target: string, headers: Record<string, string>, afterMs = 1_000): Promise<void> {
  const signal = AbortSignal.timeout(afterMs);
  await fetch(product.url + target, { headers, signal })
    .then((response) => response.text())
    .catch(() => undefined);
}

/** The product's database connections that are busy for a reader. */
async function busy(): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name like 'tributary%'
     and state <> 'idle' and (query ilike '%data.t\\_%' or state like 'idle in transaction%')`,
  );
  return rows[0]!.n;
}

/** Use and limit of one of the product's budgets. */
async function metric(budget: string): Promise<{ used: number; limit: number }> {
  const { text } = await product.call("GET", "/metrics");
  const read = (name: string) =>
    Number(new RegExp(`^tributary_budget_${name}\\{budget="${budget}"\\} (\\d+)$`, "m").exec(text)?.[1]);
  return { used: read("used"), limit: read("limit") };
}

/** Opens a stream and reads nothing from it. */
function silentReader(table: string, of: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(product.port, "127.0.0.1", () => {
      socket.write(
        `GET /api/stream/data?table=${table}&format=csv HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${of}\r\n\r\n`,
      );
      socket.once("readable", () => resolve(socket));
    });
    socket.once("error", reject);
    sockets.push(socket);
  });
}

test("a title whose cut would halve an emoji streams like any other, and leaves no connection behind", async () => {
  const { table } = await uploaded("a\n1\n", `${"x".repeat(99)}😀 and more`);
  for (let round = 0; round < 3; round += 1) {
    const answer = await stream(`table=${table}&format=csv`);
    expect([answer.status, answer.text]).toEqual([200, "a\n1\n"]);
    expect(answer.headers.get("content-disposition")).toContain(`filename="${"x".repeat(99)}.csv"`);
  }
  expect(
    (await product.call("HEAD", `/api/stream/data?table=${table}`, { headers: { authorization: `Bearer ${key}` } }))
      .status,
  ).toBe(200);
  await eventually(async () => (await busy()) === 0, 5_000, "A connection was not given back");
});

test("filters that would cost too much are refused with a sentence", async () => {
  const long = await stream(`table=${heavy.table}&body=like.${"a".repeat(101)}`);
  expect([long.status, long.json]).toMatchObject([
    400,
    { error: "The like patterns of a query may have 100 characters together." },
  ]);
  const counted = await stream(`table=${heavy.table}&limit=1&columns=n&count=exact&${SLOW_FILTER}`);
  expect([counted.status, counted.headers.get("retry-after"), counted.json]).toMatchObject([
    503,
    "60",
    {
      error: "The rows of this query could not be counted in time. Leave the count out, or narrow the filters.",
    },
  ]);
});

test("a preview shows the beginning of long cells with their size, and no more bytes than a page can carry", async () => {
  const { status, text, json } = await author.get(`/api/assets/${heavy.id}/data`);
  expect([status, json.total, json.rows.length]).toEqual([200, ROWS, 100]);
  expect(text.length).toBeLessThan(1_500_000);
  expect(json.rows[7]).toEqual({ n: ROWS - 100 + 7, body: "a".repeat(1_000) });
  expect(json.truncated.cells[7]).toEqual({ row: 7, column: "body", bytes: CELL });
  const page = await author.get(`/dataset_profile/${heavy.id}`);
  expect(page.text.length).toBeLessThan(1_500_000);
  expect(page.text).toContain("900.0 kB");
});

test("nothing goes on for clients that have left, and pages answer meanwhile", async () => {
  const bearer = { authorization: `Bearer ${key}` };
  const users = await Promise.all(["One", "Two", "Three"].map(async (name) => await product.person(name, 3)));
  const keys = await Promise.all(
    users.map(async (user) => {
      await user.post("/api/access/grant", { assetId: heavy.id });
      return user.key();
    }),
  );
  const definition = { protocol: "rest", operations: [{ id: "rows", url: `http://127.0.0.1:${upstream.port}/` }] };
  const hosts = [`http://127.0.0.1:${upstream.port}`];
  const trying = new AbortController();
  upstreamAsked = () => trying.abort();
  const leaving = [
    ...[key, ...keys].flatMap((each) =>
      Array.from({ length: 6 }, (_, at) =>
        askAndLeave(
          `/api/stream/data?table=${heavy.table}&format=csv&columns=n&${SLOW_FILTER}${at % 2 === 0 ? "&limit=5&count=exact" : "&order=-body"}`,
          { authorization: `Bearer ${each}` },
        ),
      ),
    ),
    ...Array.from({ length: 8 }, () => askAndLeave(`/api/assets/${heavy.id}/data`, { cookie: author.cookie }, 100)),
    ...Array.from({ length: 4 }, () => askAndLeave(`/d/${heavy.table}.csv`, bearer, 300)),
    author
      .call("POST", "/api/connectors/test-read", {
        body: { dsl: definition, consent: { hosts } },
        signal: trying.signal,
      })
      .catch(() => undefined),
  ];
  await wait(500);
  expect((await product.call("GET", "/")).status).toBe(200);
  await Promise.all(leaving);
  const left = Date.now();
  await eventually(async () => (await busy()) === 0, 10_000, "Queries of clients that have left went on");
  await eventually(async () => upstreamLeft === 1, 10_000 - (Date.now() - left), "The call to the API went on");
  expect((await stream(`table=${heavy.table}&columns=n&limit=2`)).json).toEqual([{ n: 0 }, { n: 1 }]);
  expect(product.output()).not.toContain("A request failed");
});

test.each(["json", "ndjson", "xlsx", "parquet"])(
  "a reader of %s that leaves midway frees its connection",
  async (format) => {
    const socket = connect(product.port, "127.0.0.1", () =>
      socket.write(
        `GET /d/${heavy.table}.${format}?columns=body HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`,
      ),
    );
    sockets.push(socket);
    const head = await new Promise<string>((resolve, reject) => {
      socket.once("data", (chunk) => resolve(chunk.toString("latin1"))).once("error", reject);
    });
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    socket.destroy();
    await eventually(async () => (await busy()) === 0, 10_000, "The connection was not given back");
    await eventually(async () => (await metric("streams")).used === 0, 10_000, "The slot was not given back");
  },
);

test("a download under any file name is sent, and ends when nothing of it is read", async () => {
  const form = new FormData();
  form.append("title", "Download");
  form.append("file", new Blob([`a\n${"b".repeat(600_000)}\n`.repeat(30)]), `${"x".repeat(150)}😀.csv`);
  const { json } = await author.call("POST", "/api/assets/upload-csv", { body: form });
  const path = `/api/assets/${json.id}/original`;
  await eventually(async () => (await author.call("HEAD", path)).status === 200);
  const names = await author.call("HEAD", path);
  expect(names.headers.get("content-disposition")).toMatch(/filename\*=UTF-8''x{150}%F0%9F%98%80\.csv$/);
  let received = 0;
  const givenUp = () =>
    eventually(async () => (await metric("downloads")).used === 0, 20_000, "The download was not given up");
  await new Promise((resolve) => {
    const socket = connect(product.port, "127.0.0.1", () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${author.cookie}\r\n\r\n`),
    );
    sockets.push(socket);
    socket
      .once("readable", () => void givenUp().then(() => socket.on("data", (chunk) => (received += chunk.length))))
      .once("error", resolve)
      .once("close", resolve);
  });
  expect(received).toBeLessThan(18_000_000);
  expect((await metric("downloads")).used).toBe(0);
});

test("silent readers use up their own share only, and lose it after a while", async () => {
  const other = await product.person("Other", 3);
  const otherKey = await other.key();
  await other.post("/api/access/grant", { assetId: heavy.id });
  await Promise.all(Array.from({ length: 6 }, () => silentReader(heavy.table, key)));
  const refused = await stream(`table=${heavy.table}&limit=1`);
  expect([refused.status, refused.headers.get("retry-after"), refused.json]).toMatchObject([
    429,
    "5",
    { error: "At most 6 streams can run at a time for one user." },
  ]);
  expect((await stream(`table=${heavy.table}&limit=1&columns=n`, otherKey)).json).toEqual([{ n: 0 }]);
  await eventually(
    async () => (await stream(`table=${heavy.table}&limit=1&columns=n`)).status === 200,
    15_000,
    "Silent readers kept their share",
  );
  await eventually(async () => (await busy()) === 0, 5_000, "Silent readers kept their connections");
});

test("more silent readers than there is room for lose their places to those who wait, and the product still stops in time", async () => {
  const users = await Promise.all(Array.from({ length: 5 }, (_, at) => product.person(`Crowd ${at}`, 3)));
  const keys = await Promise.all(
    users.map(async (user) => {
      await user.post("/api/access/grant", { assetId: heavy.id });
      return user.key();
    }),
  );
  await Promise.all(keys.flatMap((each) => Array.from({ length: 6 }, () => silentReader(heavy.table, each))));
  await eventually(
    async () => (await stream(`table=${heavy.table}&limit=1&columns=n`)).status === 200,
    60_000,
    "Silent readers kept all places",
  );
  expect((await product.call("GET", "/")).status).toBe(200);
  const working = stream(`table=${heavy.table}&columns=n&order=-body&${SLOW_FILTER}`, await author.key()).catch(
    () => undefined,
  );
  const began = Date.now();
  expect(await product.stop()).toBe(0);
  expect(Date.now() - began).toBeLessThan(30_000);
  await working;
  await eventually(async () => (await busy()) === 0, 10_000, "Queries went on after the product had ended");
});
