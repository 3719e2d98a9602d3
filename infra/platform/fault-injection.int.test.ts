import { spawnSync } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** What happens to a run when the machine fails: the process is killed, the database goes away, the disk is full. */
let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ana: Person;
let reply: (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString())).on("end", () => reply(request, response, body));
  });
  product = await start();
  ana = await product.person("Ana", 3);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

/** Starts the product again after one that ended. */
function start(): Promise<Product> {
  const again = product === undefined ? {} : { dataDir: product.dataDir, port: product.port };
  return startProduct({ ...db.installation, ...again, upstreams: [api.port] });
}

const origin = () => `http://127.0.0.1:${api.port}`;
const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
const pageOf = (request: IncomingMessage) => Number(new URL(request.url ?? "", origin()).searchParams.get("page"));
const row = (id: number) => ({ id, text: `${id} `.repeat(50) });

async function connect(title: string, more: object = {}, activate: object = {}): Promise<string> {
  const operations = [
    {
      id: "rows",
      url: "/rows",
      pagination: { strategy: "page", page_param: "page", start: 1 },
      write_disposition: "append",
    },
  ];
  const made = await ana.post("/api/connectors/upload", {
    title,
    is_public: true,
    dsl: { protocol: "rest", base_url: origin(), operations, ...more },
  });
  const connected = await ana.post("/api/connectors/activate", { connector_id: made.json.id, ...activate });
  if (connected.status !== 201) throw new Error(made.text + connected.text);
  return connected.json.id;
}

const run = async (id: string) => (await ana.post(`/api/connectors/run/${id}`)).json;
const begin = (id: string) => void ana.post(`/api/connectors/run/${id}`).catch(() => undefined);
const total = async (id: string) => (await ana.get(`/api/assets/table/${id}`)).json.total;
const ended = (id: string, number: number) =>
  eventually(
    async () => {
      const { json: record } = await ana.get(`/api/connectors/instance/${id}/runs/${id}-${number}`);
      return record?.status !== undefined && record.status !== "running" && record;
    },
    90_000,
    "The run did not end",
  );
const staging = async () => (await db.pool.query("SELECT FROM registry.tables WHERE state = 'staging'")).rowCount;

/**
 * Makes the database unavailable as a restart of Postgres does: cuts every connection and accepts none until it is
 * back.
 */
async function withoutDatabase(meanwhile: () => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject("clusterUrl") });
  await admin.connect();
  const name = new URL(db.url).pathname.slice(1);
  try {
    await admin.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} ALLOW_CONNECTIONS false`);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [name]);
    await meanwhile();
  } finally {
    await admin.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} ALLOW_CONNECTIONS true`);
    await admin.end();
  }
}

test("the database goes away amid a run: the server lives, the run ends, its rows are in the table once", async () => {
  const id = await connect("Database gone");
  let away = false;
  reply = async (request, response) => {
    const page = pageOf(request);
    if (page === 2 && !away) {
      away = true;
      await withoutDatabase(() =>
        eventually(async () => (await product.call("GET", "/readyz")).status === 503, 20_000, "Nobody noticed"),
      );
    }
    json(response, page > 3 ? [] : Array.from({ length: 100 }, (_, at) => row(page * 100 + at)));
  };
  begin(id);
  const { status } = await ended(id, 1);
  expect(["success", "failed"]).toContain(status);
  expect(product.process.exitCode).toBeNull();
  expect(await run(id)).toMatchObject({ status: "success", rowCount: 300 });
  expect(await total(id)).toBe(status === "success" ? 600 : 300);
  await eventually(async () => (await staging()) === 0, 60_000, "A table that was being filled stayed");
}, 180_000);

test.each([
  ["its rows become a table", "registry.tables"],
  ["its end is written into the log", "log.events"],
])(
  "killed while %s: the run is done again or was done, and its rows are in the table once",
  async (_when, place) => {
    const id = await connect(`Killed at ${place}`);
    const holder = await db.pool.connect();
    let holding = false;
    reply = async (request, response) => {
      if (pageOf(request) > 3 && !holding) {
        holding = true;
        await holder.query(`BEGIN; LOCK TABLE ${place} IN SHARE MODE`);
      }
      json(
        response,
        pageOf(request) > 3 ? [] : Array.from({ length: 100 }, (_, at) => row(pageOf(request) * 100 + at)),
      );
    };
    try {
      begin(id);
      const waits =
        "SELECT FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND relation = $1::regclass";
      await eventually(
        async () => ((await holder.query(waits, [place])).rowCount ?? 0) > 0,
        20_000,
        "The run did not come so far",
      );
      await product.stop("SIGKILL");
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
    product = await start();
    expect(await ended(id, 1)).toMatchObject({ status: "success", rowCount: 300 });
    expect(await total(id)).toBe(300);
    expect(await run(id)).toMatchObject({ status: "success", rowCount: 300 });
    expect(await total(id)).toBe(600);
    expect(await staging()).toBe(0);
  },
  120_000,
);

test("the disk is full: the run fails with a sentence, the server lives, and with room the next run is whole", async () => {
  const id = await connect("Disk full");
  reply = (request, response) =>
    json(
      response,
      pageOf(request) > 3 ? [] : Array.from({ length: 10_000 }, (_, at) => row(pageOf(request) * 10_000 + at)),
    );
  const limit = (bytes: string) =>
    expect(spawnSync("prlimit", ["--pid", String(product.process.pid), `--fsize=${bytes}`]).status).toBe(0);
  limit("1000000:unlimited");
  expect(await run(id)).toMatchObject({
    status: "failed",
    error: "There is no room left on the server's disk. Try again later, or tell the people who run this server.",
  });
  limit("unlimited:unlimited");
  expect(await run(id)).toMatchObject({ status: "success", rowCount: 30_000 });
  expect(await total(id)).toBe(30_000);
  expect(await staging()).toBe(0);
}, 120_000);

test("killed between the answer of a token endpoint and the vault, it says that the refresh token is gone, and takes another", async () => {
  let valid = "first";
  let die = true;
  const used: string[] = [];
  reply = async (request, response, body) => {
    if (!request.url?.startsWith("/token"))
      return void (request.headers.authorization === `Bearer access of ${valid}`
        ? json(response, pageOf(request) > 1 ? [] : [row(1)])
        : json(response, { message: "no" }, 401));
    const token = new URLSearchParams(body).get("refresh_token") ?? "";
    used.push(token);
    if (token !== valid) return void json(response, { error: "invalid_grant" }, 400);
    valid = `after ${token}`;
    if (die) {
      die = false;
      await product.stop("SIGKILL");
    }
    json(response, { access_token: `access of ${valid}`, refresh_token: valid, expires_in: 3600 });
  };
  const auth = { type: "oauth2", grant_type: "refresh_token", token_url: `${origin()}/token` };
  const id = await connect(
    "Single use",
    { auth },
    { auth_data: { client_id: "c", client_secret: "s", refresh_token: "first" } },
  );
  begin(id);
  await eventually(() => Promise.resolve(product.process.signalCode), 20_000, "The product was not killed");
  product = await start();
  expect(await ended(id, 1)).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/^The sign-in to 127\.0\.0\.1:\d+ has ended.*Enter a new refresh token\.$/),
  });
  for (let time = 0; time < 2; time += 1)
    expect(await run(id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("Enter a new refresh token."),
    });
  expect(used).toEqual(["first", "first"]);
  await eventually(
    async () => (await product.mailsTo(ana.email)).some((mail) => mail.includes("Single use")),
    20_000,
    "No mail told of the failures",
  );
  valid = "second";
  await ana.call("PATCH", `/api/connectors/instance/${id}`, {
    body: { auth_data: { client_id: "c", client_secret: "s", refresh_token: "second" } },
  });
  expect(await run(id)).toMatchObject({ status: "success", rowCount: 1 });
}, 180_000);
