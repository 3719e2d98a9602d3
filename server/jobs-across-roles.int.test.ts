import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { makeTables } from "#testing/postgres/make-tables.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/** Jobs of this installation begin because runners are told of them: they look by themselves once in an hour. */
const ROLES = ["follower", "runner", "runner", "web"] as const;
const MONGODB_URL = process.env["MONGODB_URL"];

let db: FreshDatabase;
let dataDir: string;
let upstream: TestServer;
let asked = 0;
const processes: Product[] = [];

beforeAll(async () => {
  db = await testDatabase();
  await makeTables(db.url);
  dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-bell-"));
  upstream = await httpServer((_request, response) => {
    asked += 1;
    response.setHeader("content-type", "application/json").end('[{"id":1}]');
  });
  for (const ROLE of ROLES)
    processes.push(
      await startProduct({
        databaseUrl: db.url,
        dataDir,
        upstreams: [upstream.port],
        env: { ROLE, JOBS_POLL_SECONDS: "3600", ...(MONGODB_URL ? { MONGODB_URL } : {}) },
      }),
    );
}, 180_000);
afterAll(async () => {
  for (const each of processes) await each.stop("SIGKILL");
  await upstream?.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  await db?.drop();
});

test("mails, uploads and runs that a web process asks for begin in a runner at once, and each is done once", async () => {
  const web = processes.at(-1)!;
  const ana = await web.person("Ana", 3);
  const uploaded = await ana.upload("id,city\n1,Oslo\n", { title: "Cities" });
  expect([uploaded.status, uploaded.json.rowCount]).toEqual([201, 1]);

  const dsl = {
    ...{ protocol: "rest", auth: { type: "none" } },
    operations: [{ id: "items", url: `http://127.0.0.1:${upstream.port}/items` }],
  };
  const connector = await ana.post("/api/connectors/upload", { title: "Items", is_public: true, dsl });
  const made = await ana.post("/api/connectors/activate", { connector_id: connector.json.id, auth_data: {} });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  for (const run of [1, 2, 3]) {
    const answer = await ana.post(`/api/connectors/run/${made.json.id}`);
    expect(answer.json).toMatchObject({ status: "success" });
    expect(asked).toBe(run);
  }
  const runs = await eventually(async () => {
    const { json } = await ana.get(`/api/connectors/instance/${made.json.id}/runs`);
    return json.length === 3 && json;
  });
  expect(runs.map(({ status }: { status: string }) => status)).toEqual(["success", "success", "success"]);
}, 120_000);
