import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { statementProxy, type StatementProxy } from "#testing/postgres/statement-proxy.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** Scripts that wait for the end of runs and loads. */
let db: InstalledDatabase;
let proxy: StatementProxy;
let api: TestServer;
let product: Product;
let ada: Person;
/** The API answers once this resolves. */
let open: Promise<unknown> = Promise.resolve();
let release: () => void = () => undefined;

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url?.startsWith("/broken")) response.writeHead(404).end("{}");
    else void open.then(() => response.end('[{"id":1},{"id":2}]'));
  });
  proxy = await statementProxy(db.url);
  product = await startProduct({ ...db.installation, databaseUrl: proxy.url, upstreams: [api.port] });
  ada = await product.person("Ada", 3);
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await proxy?.close();
  await db?.drop();
});

/** A connection to an API of ours. */
async function connected(who: Person, path = "/rows"): Promise<string> {
  const dsl = {
    protocol: "rest",
    auth: { type: "none" },
    operations: [{ id: "rows", method: "GET", url: `http://127.0.0.1:${api.port}${path}`, records: "$" }],
  };
  const made = await who.post("/api/connectors/upload", { title: `At ${path}`, dsl });
  return (await who.post("/api/connectors/activate", { connector_id: made.json.id })).json.id as string;
}

/** Holds the API's answers until `release` is called, or the test ends. */
function hold(): void {
  const { promise, resolve } = Promise.withResolvers<void>();
  open = promise;
  release = resolve;
}
afterEach(() => release());

const begin = (who: Person, id: string, headers: Record<string, string> = { prefer: "respond-async" }) =>
  who.post(`/api/connectors/run/${id}`, {}, headers);
const pathOf = (url: string) => new URL(url).pathname;

async function used(budget: string): Promise<number> {
  const { text } = await product.call("GET", "/metrics");
  return Number(new RegExp(`^tributary_budget_used\\{budget="${budget}"\\} (\\d+)$`, "m").exec(text)?.[1]);
}

/** Reads a stream of events over a connection of its own. */
function listen(who: Person, path: string): { readonly socket: Socket; text(): string } {
  let text = "";
  const socket = connect(product.port, "127.0.0.1", () =>
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ${who.cookie}\r\nAccept: text/event-stream\r\n\r\n`,
    ),
  );
  socket.on("data", (bytes) => (text += bytes.toString())).on("error", () => undefined);
  return { socket, text: () => text };
}
const statesOf = (text: string) =>
  [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => (JSON.parse(json!) as { state: string }).state);

describe("a run", () => {
  test("is answered at once when asked for, with where to wait for its end", async () => {
    const id = await connected(ada);
    hold();
    const begun = await begin(ada, id);
    expect([begun.status, begun.headers.get("preference-applied"), begun.headers.get("retry-after")]).toEqual([
      202,
      "respond-async",
      "5",
    ]);
    const { status_url, runId, status } = begun.json;
    expect([begun.headers.get("location"), pathOf(status_url), status]).toEqual([
      status_url,
      `/api/runs/${runId}`,
      "running",
    ]);
    const now = await ada.get(pathOf(status_url));
    expect(now.json).toMatchObject({ id: runId, error: null, ended_at: null });
    expect(["waiting", "running"]).toContain(now.json.state);
    expect(now.headers.get("retry-after")).toBe("5");

    const started = performance.now();
    const ended = ada.get(`${pathOf(status_url)}?wait=30`);
    await wait(500);
    release();
    const { json, headers } = await ended;
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(json).toMatchObject({ id: runId, state: "succeeded", stage: null, rows: 2, error: null });
    expect([typeof json.started_at, typeof json.ended_at, headers.get("retry-after")]).toEqual([
      "string",
      "string",
      null,
    ]);
  });

  test("waits as long as Prefer says, and says so", async () => {
    const id = await connected(ada);
    hold();
    const started = performance.now();
    const begun = await begin(ada, id, { prefer: "wait=1" });
    expect(performance.now() - started).toBeGreaterThan(900);
    expect([begun.status, begun.headers.get("preference-applied")]).toEqual([202, "wait=1"]);
    release();
    const ended = (await ada.get(`/api/runs/${begun.json.runId}?wait=30`)).json;
    expect(ended.state).toBe("succeeded");
    const whole = await begin(ada, id, { prefer: "wait=61, handling=strict" });
    expect([whole.status, whole.headers.get("preference-applied")]).toEqual([200, null]);
  });

  test("that failed has the code and the sentence of its failure", async () => {
    const begun = await begin(ada, await connected(ada, "/broken"));
    const { json } = await ada.get(`/api/runs/${begun.json.runId}?wait=30`);
    expect([json.state, json.error.code]).toEqual(["failed", "api"]);
    expect(json.error.message).toContain("404");
  });

  test("that is cancelled ends the wait", async () => {
    const id = await connected(ada);
    hold();
    const { runId } = (await begin(ada, id)).json;
    const ended = ada.get(`/api/runs/${runId}?wait=60`);
    await ada.post(`/api/connectors/instance/${id}/runs/${runId}/cancel`);
    expect((await ended).json).toMatchObject({ state: "cancelled", error: null });
    release();
  });

  test("is nobody else's, and no wait is longer than a minute", async () => {
    const { runId } = (await begin(ada, await connected(ada))).json;
    const ben = await product.person("Ben");
    expect((await ben.get(`/api/runs/${runId}?wait=60`)).status).toBe(404);
    for (const seconds of ["61", "-1", "1.5", "soon", ""]) {
      const { status, json } = await ada.get(`/api/runs/${runId}?wait=${seconds}`);
      expect([seconds, status, json.code, json.field, json.error]).toEqual([
        seconds,
        400,
        "wait-invalid",
        "wait",
        "wait must be a whole number of seconds from 0 to 60.",
      ]);
    }
  });
});

describe("a load", () => {
  test("is answered at once when asked for, and followed to its end", async () => {
    const rows = Array.from({ length: 50_000 }, (_, at) => `${at},${"x".repeat(50)}`).join("\n");
    const begun = await ada.upload(`a,b\n${rows}\n`, {}, { prefer: "respond-async" });
    expect([begun.status, begun.headers.get("preference-applied")]).toEqual([202, "respond-async"]);
    expect([begun.headers.get("location"), pathOf(begun.json.status_url)]).toEqual([
      begun.json.status_url,
      `/api/assets/${begun.json.id}/load`,
    ]);
    const { json } = await ada.get(`${pathOf(begun.json.status_url)}?wait=60`);
    expect(json).toMatchObject({ id: begun.json.id, state: "succeeded", rows: 50_000, error: null });
    expect(Date.parse(json.ended_at)).toBeGreaterThanOrEqual(Date.parse(json.started_at));
  });

  test("that fails has the code and the sentence of its failure", async () => {
    // It fails at its end, long after the answer: a load that has failed before is answered with its failure.
    const packed = gzipSync(Array.from({ length: 200_000 }, (_, at) => `${at},${"x".repeat(50)}\n`).join(""));
    const begun = await ada.upload(new Uint8Array(packed.subarray(0, -1_000)), {}, { prefer: "respond-async" });
    expect(begun.status).toBe(202);
    const { json } = await ada.get(`/api/assets/${begun.json.id}/load?wait=60`);
    expect(json).toMatchObject({
      state: "failed",
      rows: null,
      error: { code: "bad-gzip", message: "The packed file is damaged or cut off." },
    });
    expect(typeof json.ended_at).toBe("string");
  });

  test("that ends in time is 201 with Location", async () => {
    const made = await ada.upload("a\n1\n", {}, { prefer: "wait=60", "idempotency-key": "made" });
    expect([made.status, pathOf(made.headers.get("location")!)]).toEqual([201, `/api/assets/${made.json.id}`]);
    const again = await ada.upload("a\n1\n", {}, { prefer: "wait=60", "idempotency-key": "made" });
    expect(again.headers.get("location")).toBe(made.headers.get("location"));
  });
});

describe("events", () => {
  test("tell each status until the last, without a proxy in between that holds them back", async () => {
    hold();
    const { runId } = (await begin(ada, await connected(ada))).json;
    const events = listen(ada, `/api/runs/${runId}`);
    await eventually(() => Promise.resolve(statesOf(events.text()).includes("running")));
    expect(events.text()).toMatch(/^HTTP\/1\.1 200 /);
    for (const header of [
      "Content-Type: text/event-stream",
      "Cache-Control: no-store, no-transform",
      "X-Accel-Buffering: no",
      "Transfer-Encoding: chunked",
    ])
      expect(events.text().toLowerCase()).toContain(header.toLowerCase());
    expect(await used("event streams")).toBe(1);
    release();
    await eventually(() => Promise.resolve(/\r\n0\r\n\r\n$/.test(events.text())));
    expect(statesOf(events.text()).at(-1)).toBe("succeeded");
    expect(await used("event streams")).toBe(0);
    events.socket.destroy();
    const browser = { accept: "text/event-stream", "last-event-id": "over" };
    expect((await ada.call("GET", `/api/runs/${runId}`, { headers: browser })).status).toBe(204);
  });

  test("end with their client, and one user has so many of them", async () => {
    hold();
    const { runId } = (await begin(ada, await connected(ada))).json;
    const all = Array.from({ length: 20 }, () => listen(ada, `/api/runs/${runId}`));
    await eventually(async () => (await used("event streams")) === 20);
    const refused = await ada.call("GET", `/api/runs/${runId}`, { headers: { accept: "text/event-stream" } });
    expect([refused.status, refused.json.code, refused.json.limit]).toEqual([429, "waits-of-user-busy", 20]);
    expect(refused.json.error).toBe("You are waiting in 20 calls, as many as one user may. End one of them first.");
    for (const { socket } of all) socket.destroy();
    await eventually(async () => (await used("event streams")) === 0);
    release();
  });

  test("of a load end when it has ended", async () => {
    const { id } = (await ada.upload("a\n1\n")).json;
    const { status, text } = await ada.call("GET", `/api/assets/${id}/load`, {
      headers: { accept: "text/event-stream" },
    });
    expect([status, statesOf(text)]).toEqual([200, ["succeeded"]]);
  });
});

test("a hundred long polls at once ask the database nothing while nothing happens", async () => {
  hold();
  const { runId } = (await begin(ada, await connected(ada))).json;
  await eventually(async () => (await ada.get(`/api/runs/${runId}`)).json.state === "running");
  /** Statements of requests: the jobs of the process have connections of their own. */
  const asked = () => proxy.taken().filter(({ application }) => / (?:reads|commands) /.test(application)).length;
  asked();
  const polls = Array.from({ length: 100 }, () => ada.get(`/api/runs/${runId}?wait=60`));
  await eventually(async () => (await used("waits")) === 100);
  let begun = 0;
  await eventually(async () => {
    await wait(500);
    const more = asked();
    begun += more;
    return more < 5;
  });
  expect(begun).toBeGreaterThanOrEqual(100);
  for (let second = 0; second < 4; second += 1) await wait(1_000);
  expect(asked()).toBeLessThan(50);
  release();
  const ended = await Promise.all(polls);
  expect(new Set(ended.map(({ json }) => json.state))).toEqual(new Set(["succeeded"]));
  expect(await used("waits")).toBe(0);
});

test("a client that leaves ends its wait", async () => {
  hold();
  const { runId } = (await begin(ada, await connected(ada))).json;
  const leaving = new AbortController();
  const poll = ada.call("GET", `/api/runs/${runId}?wait=60`, { signal: leaving.signal }).catch(() => null);
  await eventually(async () => (await used("waits")) === 1);
  leaving.abort();
  await poll;
  await eventually(async () => (await used("waits")) === 0);
  release();
});

test("a server that stops lets nobody wait", async () => {
  hold();
  const { runId } = (await begin(ada, await connected(ada))).json;
  const poll = ada.get(`/api/runs/${runId}?wait=60`);
  const events = listen(ada, `/api/runs/${runId}`);
  await eventually(async () => (await used("waits")) + (await used("event streams")) === 2);
  const started = performance.now();
  const stopped = product.stop();
  expect((await poll).json).toMatchObject({ id: runId });
  await eventually(() => Promise.resolve(/\r\n0\r\n\r\n$/.test(events.text())));
  release();
  await stopped;
  expect(performance.now() - started).toBeLessThan(20_000);
});
