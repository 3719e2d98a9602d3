import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProtocolServer, type ProtocolServer } from "#testing/servers/eventstoredb-server.ts";
import { type OutsidePostgres, startOutsidePostgres } from "#testing/postgres/outside-postgres.ts";
import type { Answer } from "#testing/call.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { freePort } from "#testing/servers/free-port.ts";

/** How a running product answers while its database or its log is away. */
let postgres: OutsidePostgres;
let product: Product;
let ana: Person;
let key: string;
let table: string;

beforeAll(async () => {
  postgres = await startOutsidePostgres();
  product = await startProduct({ databaseUrl: postgres.url });
  ana = await product.person("Ana", 3);
  const rows = Array.from({ length: 300_000 }, (_, at) => `${at},${"text ".repeat(20)}`).join("\n");
  const uploaded = await ana.upload(`id,note\n${rows}\n`, { title: "Many rows" });
  if (uploaded.status !== 201) throw new Error(uploaded.text);
  table = uploaded.json.table_name;
  key = await ana.key();
}, 120_000);
afterAll(async () => {
  await product?.remove();
  await postgres?.remove();
});

const SENTENCE = "The server's database does not answer right now. Try again in a moment.";
const requests = (): Record<string, () => Promise<Answer>> => ({
  "reading by the API": () => ana.get("/api/users/me"),
  "writing by the API": () => ana.post("/api/connectors/draft", { dsl: {} }),
  login: () => product.call("POST", "/api/users/login", { body: { email: ana.email, password: ana.password } }),
  upload: () => ana.upload("a\n1\n"),
  "the start of a stream": () =>
    product.call("GET", `/d/${table}.csv`, { headers: { authorization: `Bearer ${key}` } }),
  "a page": () => ana.get("/datastore"),
  "a page of one's own": () => ana.get("/manage"),
  "data of a page": () => ana.get("/datastore.data"),
});
/** Lines of the log with complaints, from `from` on. */
const complaints = (from: number) =>
  product
    .output()
    .slice(from)
    .split("\n")
    .filter((line) => /"level":"(?:warn|error)"/.test(line));
const ready = (each: Product) =>
  eventually(
    async () => (await each.call("GET", "/readyz").catch(() => null))?.status === 200,
    20_000,
    "It did not get ready again",
  );

async function untilKnown(): Promise<void> {
  await eventually(
    async () => (await product.call("GET", "/readyz")).text.includes("The database does not answer."),
    20_000,
    "Nobody noticed",
  );
}

async function expectRefusals(): Promise<void> {
  for (const [what, ask] of Object.entries(requests())) {
    const started = performance.now();
    const answer = await ask();
    expect([what, answer.status]).toEqual([what, 503]);
    expect(answer.text).toContain(
      what.includes("page")
        ? "database does not answer right now"
        : JSON.stringify({ error: SENTENCE, code: "engine-unavailable" }).slice(0, -1),
    );
    expect([what, answer.headers.get("retry-after")]).toEqual([what, "5"]);
    expect(performance.now() - started).toBeLessThan(8_000);
  }
}

test(
  "a database that is shut down: 503 with a sentence at once, few lines of log, a cut stream, and all is well when it is back",
  { timeout: 120_000 },
  async () => {
    const streaming = await fetch(`${product.url}/d/${table}.csv`, {
      headers: { authorization: `Bearer ${key}`, "accept-encoding": "identity" },
    });
    const reader = streaming.body!.getReader();
    await reader.read();
    const [from, began] = [product.output().length, Date.now()];
    await postgres.stop();

    const statuses = new Set<number>();
    const crowd = Array.from({ length: 20 }, async () => {
      while (Date.now() < began + 4_000) {
        for (const ask of Object.values(requests())) statuses.add((await ask()).status);
        await wait(50);
      }
    });
    await Promise.all(crowd);
    expect([...statuses]).toEqual([503]);
    await untilKnown();
    await expectRefusals();
    expect((await product.call("GET", "/favicon.svg")).status).toBe(200);
    expect((await product.call("GET", "/healthz")).status).toBe(200);
    expect((await product.call("GET", "/metrics")).text).toMatch(/^tributary_engine_up\{engine="database"\} 0$/m);
    const rest = (async () => {
      while (!(await reader.read()).done);
    })();
    await expect(rest).rejects.toThrow();

    await postgres.start();
    const back = Date.now();
    await ready(product);
    expect(Date.now() - back).toBeLessThan(30_000);
    // The session survived the outage, and writing works.
    expect((await ana.get("/api/users/me")).status).toBe(200);
    expect((await ana.upload("a,b\n1,2\n", { title: "Afterwards" })).status).toBe(201);
    expect(product.process.exitCode).toBeNull();

    const lines = complaints(from);
    expect(lines.filter((line) => line.includes("The database does not answer."))).not.toEqual([]);
    expect(lines.filter((line) => line.includes("The database answers again"))).toHaveLength(1);
    expect(lines.length, lines.join("\n")).toBeLessThan(2 * ((Date.now() - began) / 1_000) + 5);
  },
);

test(
  "a database that hangs is refused at once as soon as that is known, and is used again when it answers",
  { timeout: 120_000 },
  async () => {
    await postgres.freeze();
    try {
      await untilKnown();
      await expectRefusals();
    } finally {
      await postgres.thaw();
    }
    await ready(product);
    expect((await ana.get("/api/users/me")).status).toBe(200);
    expect((await ana.upload("a,b\n1,2\n", { title: "After the pause" })).status).toBe(201);
  },
);

test(
  "a database whose tables are locked keeps no figures back that come from the process itself",
  { timeout: 60_000 },
  async () => {
    const somebody = new pg.Client({ connectionString: postgres.url });
    await somebody.connect();
    try {
      await somebody.query("BEGIN; LOCK TABLE log.events, model_schedules.totals");
      const began = performance.now();
      const { status, text } = await product.call("GET", "/metrics");
      // A statement waits 10 s for its lock.
      expect(performance.now() - began).toBeLessThan(8_000);
      expect(status).toBe(200);
      expect(text).toMatch(/^tributary_budget_limit\{budget="database reads"\} \d+$/m);
      expect(text).not.toMatch(/^tributary_runs_total\{/m);
    } finally {
      await somebody.end();
    }
  },
);

test(
  "an event log that is away: writing and logging in are 503, reading goes on, and all is well when it is back",
  { timeout: 120_000 },
  async () => {
    const port = await freePort();
    let server: ProtocolServer = await startProtocolServer({ port });
    const own = await startOutsidePostgres();
    const kept = server;
    const logged = await startProduct({ databaseUrl: own.url, env: { EVENTSTORE_URL: server.url } });
    try {
      const bo = await logged.person("Bo", 3);
      const from = logged.output().length;
      kept.close();
      await eventually(async () => (await logged.call("GET", "/readyz")).status === 503, 20_000, "Nobody noticed");
      const began = performance.now();
      const sentence = "The server's event log does not answer right now. Try again in a moment.";
      for (let time = 0; time < 5; time += 1) {
        const draft = await bo.post("/api/connectors/draft", { dsl: {} });
        const login = await logged.call("POST", "/api/users/login", {
          body: { email: bo.email, password: bo.password },
        });
        for (const answer of [draft, login]) {
          expect([answer.status, answer.json, answer.headers.get("retry-after")]).toMatchObject([
            503,
            { error: sentence },
            "5",
          ]);
        }
      }
      expect(performance.now() - began).toBeLessThan(25_000);
      expect((await bo.get("/api/users/me")).status).toBe(200);
      expect((await bo.get("/datastore")).status).toBe(200);

      server = await startProtocolServer({ port, state: kept.state });
      await ready(logged);
      expect((await bo.post("/api/connectors/draft", { dsl: {} })).status).toBeLessThan(300);
      const lines = logged
        .output()
        .slice(from)
        .split("\n")
        .filter((line) => /"level":"(?:warn|error)"/.test(line));
      expect(lines.length, lines.join("\n")).toBeLessThan(40);
    } finally {
      await logged.remove();
      await own.remove();
      server.close();
    }
  },
);
