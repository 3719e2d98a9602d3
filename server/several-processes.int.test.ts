import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OutsidePostgres, startOutsidePostgres } from "#testing/postgres/outside-postgres.ts";
import { eventually } from "#testing/eventually.ts";
import { runTool } from "#testing/command/run-tool.ts";
import { buildOnce, PRODUCT_SECRET, type Product, startProduct } from "#testing/product.ts";

/** Two processes of each role, started at the same moment on a database that was just migrated, and one job that involves all roles. */
const ROLES = ["web", "web", "follower", "follower", "runner", "runner"] as const;

let postgres: OutsidePostgres;
let dataDir: string;
let processes: Product[] = [];

beforeAll(async () => {
  await buildOnce();
  postgres = await startOutsidePostgres();
  dataDir = await mkdtemp(path.join(os.tmpdir(), "tributary-six-"));
  const env = { DATABASE_URL: postgres.url, APP_SECRET: PRODUCT_SECRET, DATA_DIR: dataDir };
  // Two at once: one makes the tables, the other waits for it.
  const made = await Promise.all([1, 2].map(() => runTool("migrate", [], env)));
  expect(
    made.map(({ status, out }) => [status, /^(?:Done: \d+ made|There is nothing to do)\.$/m.exec(out)?.[0]]),
  ).toEqual([
    [0, expect.any(String)],
    [0, expect.any(String)],
  ]);
  expect(made.filter(({ out }) => out.includes("There is nothing to do"))).toHaveLength(1);
});
afterAll(async () => {
  for (const each of processes) await each.stop("SIGKILL");
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  await postgres?.remove();
});

test("six processes that start together on tables that were just made all get ready, and do one job across them", async () => {
  const started = await Promise.allSettled(
    ROLES.map((ROLE) =>
      startProduct({ built: true, startWithinMs: 150_000, databaseUrl: postgres.url, dataDir, env: { ROLE } }),
    ),
  );
  processes = started.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  expect(started.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []))).toEqual([]);
  const [one, other, ...rest] = processes as [Product, Product, ...Product[]];

  const readiness = await Promise.all(processes.map(async (each) => (await each.call("GET", "/readyz")).json));
  expect(readiness.map(({ status, role }) => `${role} ${status}`)).toEqual(ROLES.map((role) => `${role} ready`));
  const followers = readiness.filter(({ role }) => role === "follower").map(({ follower }) => follower);
  expect(followers.toSorted()).toEqual(["active", "standby"]);
  for (const each of processes) {
    expect((await each.call("GET", "/healthz")).status).toBe(200);
    const metrics = await each.call("GET", "/metrics");
    expect(metrics.text).toMatch(/^tributary_read_model_lag_events\{model="catalogue"\} \d+$/m);
  }
  for (const each of rest) expect((await each.call("GET", "/")).status).toBe(404);

  // Registered with one, mailed by a runner, read with the other.
  const ana = await one.person("Ana", 3);
  const uploaded = await ana.upload("id,city\n1,Oslo\n2,Rome\n", { title: "Cities" });
  expect([uploaded.status, uploaded.json.rowCount]).toEqual([201, 2]);
  const key = await ana.key();
  const streamed = await eventually(async () => {
    const answer = await other.call("GET", `/d/${uploaded.json.table_name}.csv`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return answer.status === 200 && answer.text;
  });
  expect(streamed).toBe("id,city\n1,Oslo\n2,Rome\n");

  for (const each of processes) expect(await each.stop()).toBe(0);
  expect(processes.map((each) => each.output()).join("")).not.toMatch(/"level":"error"/);
}, 300_000);
