import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runTool } from "#testing/command/run-tool.ts";
import { eventually } from "#testing/eventually.ts";
import { startEmbeddedPostgres } from "#infra/embedded-postgres/embedded-postgres.ts";
import { buildOnce, type Product, startProduct } from "#testing/product.ts";
import { httpServer } from "#testing/servers/outbound-servers.ts";

/** A copy of an installation that was killed in the middle of a run. */
let folder: string;
let copy: string;
let original: Product;
let upstream: Awaited<ReturnType<typeof httpServer>>;
let calls = 0;
let isHeld = true;
let connectionId: string;

beforeAll(async () => {
  await buildOnce();
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-copy-"));
  copy = path.join(folder, "copy");
  upstream = await httpServer((_request, response) => {
    calls += 1;
    if (!isHeld) response.setHeader("content-type", "application/json").end("[]");
  });
  original = await startProduct({ built: true, upstreams: [upstream.port] });
  const ana = await original.person("Ana", 3);
  const operation = { id: "rows", method: "GET", url: `http://127.0.0.1:${upstream.port}/rows`, records: "$" };
  const connector = await ana.post("/api/connectors/upload", {
    title: "Rows",
    is_public: true,
    dsl: { protocol: "rest", auth: { type: "none" }, operations: [operation] },
  });
  connectionId = (await ana.post("/api/connectors/activate", { connector_id: connector.json.id })).json.id;
  ana.call("POST", `/api/connectors/run/${connectionId}`, { body: {} }).catch(() => undefined);
  await eventually(async () => calls > 0, 20_000, "The run did not begin");
  await original.stop("SIGKILL");
  const backup = path.join(folder, "backup");
  expect(await runTool("backup/backup", [backup], { DATA_DIR: original.dataDir })).toMatchObject({ status: 0 });
  expect(await runTool("backup/restore", [backup], { DATA_DIR: copy })).toMatchObject({
    status: 0,
    out: expect.stringContaining("until it is started once with RUNS=on"),
  });
}, 240_000);
afterAll(async () => {
  await original?.remove();
  await upstream?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const start = (env: Record<string, string> = {}) =>
  startProduct({ built: true, dataDir: copy, upstreams: [upstream.port], env });

test("a restored copy calls nobody, and says so", { timeout: 120_000 }, async () => {
  calls = 0;
  const product = await start();
  try {
    const ready = await product.call("GET", "/readyz");
    expect(ready.text).toContain("RUNS is off");
    const [bea, mails] = [await product.person("Bea", 3).catch(() => null), await product.mailsTo("ana@example.org")];
    // Mails wait: nobody can verify an address.
    expect([bea, mails.length]).toEqual([null, mails.length]);
    await sleep(5_000);
    expect(calls).toBe(0);
    expect(existsSync(path.join(copy, "restored-copy"))).toBe(true);
  } finally {
    await product.stop();
  }
});

test("it takes up the work when it is started with RUNS=on, and from then on", { timeout: 180_000 }, async () => {
  [calls, isHeld] = [0, false];
  const product = await start({ RUNS: "on" });
  await eventually(async () => calls > 0, 60_000, "The run was not taken up");
  await product.stop();
  expect(existsSync(path.join(copy, "restored-copy"))).toBe(false);
  const again = await start();
  expect((await again.call("GET", "/readyz")).text).not.toContain("RUNS is off");
  await again.stop();
});

test(
  "a tool whose first query fails ends, and so does the Postgres that it started",
  { timeout: 120_000 },
  async () => {
    const cluster = await startEmbeddedPostgres({ dataDir: copy, log: () => undefined });
    const client = new pg.Client({ connectionString: cluster.url.replace("/postgres?", "/template1?") });
    await client.connect();
    await client.query("ALTER DATABASE postgres ALLOW_CONNECTIONS false");
    await client.end();
    await cluster.stop();
    expect(await runTool("verify-log", [], { DATA_DIR: copy })).toMatchObject({
      status: 2,
      faults: expect.stringContaining("The database cannot be used"),
    });
    // The folder is free again.
    await (await startEmbeddedPostgres({ dataDir: copy, log: () => undefined })).stop();
  },
);
