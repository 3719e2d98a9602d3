import { open, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { installedDatabase } from "#testing/installed-database.ts";
import { runTool } from "#testing/command/run-tool.ts";
import type { Person } from "#testing/person.ts";
import { type OutsidePostgres, startOutsidePostgres } from "#testing/postgres/outside-postgres.ts";
import { type Product, PRODUCT_SECRET, startProduct } from "#testing/product.ts";
import { freePort } from "#testing/servers/free-port.ts";
import { type S3Server, startS3Server } from "#testing/servers/s3-server.ts";

/** What an operator sees of requests, transfers, damage and engines. */
let postgres: OutsidePostgres;
let pool: pg.Pool;
let store: S3Server;
let product: Product;
let ana: Person;
let key: string;
const others: Product[] = [];

beforeAll(async () => {
  [postgres, store] = await Promise.all([startOutsidePostgres(), startS3Server()]);
  pool = new pg.Pool({ connectionString: postgres.url });
  pool.on("error", () => undefined);
  product = await startProduct({ databaseUrl: postgres.url, env: { LOG_LEVEL: "info" } });
  ana = await product.person("Ana", 3);
  key = await ana.key();
}, 120_000);
afterAll(async () => {
  for (const each of [...others, product]) await each?.remove();
  await store?.stop();
  await pool?.end();
  await postgres?.remove();
});

const metrics = async (of = product) => (await of.call("GET", "/metrics")).text;
const valueOf = (text: string, series: string): number | null => {
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.split(" ").at(-1));
};
type Line = Record<string, unknown>;
const lines = (): Line[] =>
  product
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Line);
const requestsOf = (route: string) => lines().filter((line) => line["msg"] === "Request" && line["route"] === route);

/** A dataset of about 6 MB that no compression makes small. */
async function uploadLarge(title: string): Promise<{ table: string; physical: string }> {
  const noise = () => Math.random().toString(36).slice(2);
  const csv = `n,note\n${Array.from({ length: 60_000 }, (_, n) => `${n},${noise()}${noise()}${noise()}${noise()}\n`).join("")}`;
  const { json } = await ana.upload(csv, { title });
  const { rows } = await pool.query<{ physical: string }>(
    "select physical from registry.tables where ready_at is not null order by ready_at desc limit 1",
  );
  return { table: json.table_name, physical: rows[0]!.physical };
}
const withKey = () => ({ headers: { authorization: `Bearer ${key}`, "accept-encoding": "identity" } });

test("the line of a request says who asked, from where, for which route and how many bytes were sent", async () => {
  const { table } = await uploadLarge("Asked for");
  const answer = await product.call("GET", `/d/${table}.csv?limit=10000`, withKey());
  const found = await eventually(async () => requestsOf("/d/{file}")[0]);
  expect(found).toMatchObject({ status: 200, address: "127.0.0.1", user: ana.id, key: expect.any(String) as string });
  expect(found["bytes"]).toBeGreaterThan(answer.text.length);
  expect(found["bytes"]).toBeLessThan(answer.text.length + 5_000);
  expect(found).not.toHaveProperty("ended");
  await ana.get("/api/users/me");
  expect(await eventually(async () => requestsOf("/api/users/me")[0])).toMatchObject({ user: ana.id });
  const uploaded = requestsOf("/api/assets/upload-csv")[0]!;
  expect(uploaded["received"]).toBeGreaterThan(2_000_000);
});

test("streams, uploads and pages are counted apart, with their bytes and how they ended", async () => {
  const { table } = await uploadLarge("Left");
  const before = await metrics();
  const count = (text: string, kind: string, ended: string) =>
    valueOf(text, `tributary_answers_total{kind="${kind}",ended="${ended}"}`) ?? 0;
  await product.call("GET", `/d/${table}.csv?limit=1`, withKey());
  await new Promise<void>((resolve) => {
    const socket = connect(product.port, "127.0.0.1", () =>
      socket.write(`GET /d/${table}.csv HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`),
    );
    // It reads the first rows and goes.
    socket.once("data", () => socket.resetAndDestroy()).once("close", () => resolve());
  });
  await eventually(async () => count(await metrics(), "stream", "left") > count(before, "stream", "left"));
  const text = await metrics();
  expect(count(text, "stream", "whole")).toBe(count(before, "stream", "whole") + 1);
  expect(count(text, "stream", "failed")).toBe(0);
  expect(count(text, "upload", "whole")).toBeGreaterThanOrEqual(1);
  expect(valueOf(text, 'tributary_transferred_bytes_total{kind="upload",direction="received"}')).toBeGreaterThan(
    2_000_000,
  );
  expect(text).toContain('http_request_seconds_count{method="GET",route="/d/{file}",kind="stream",status="200"}');
  expect(text).not.toContain(table);
  expect(text).not.toMatch(/route="[^"]*t_[0-9a-f]{10}/);
  expect(await eventually(async () => requestsOf("/d/{file}").find((line) => line["ended"] === "left"))).toBeTruthy();
});

test("jobs, mails, webhooks, disk, version, fork and the last backup are there", async () => {
  const text = await metrics();
  expect(valueOf(text, 'tributary_jobs{kind="pull",state="waiting"}')).toBe(0);
  expect(valueOf(text, 'tributary_oldest_job_seconds{kind="load-dataset"}')).toBe(0);
  expect(valueOf(text, 'tributary_mails{state="failed"}')).toBe(0);
  expect(valueOf(text, 'tributary_webhook_deliveries{state="waiting"}')).toBe(0);
  expect(valueOf(text, "tributary_disk_free_bytes")).toBeGreaterThan(0);
  expect(text).toMatch(/^tributary_build_info\{version="[\d.]+",role="all"\} 1$/m);
  expect(valueOf(text, "tributary_log_forked")).toBe(0);
  expect(valueOf(text, 'tributary_log_bytes{place="database"}')).toBeGreaterThan(8_000);
  expect(valueOf(text, 'tributary_log_bytes{place="archive"}')).toBe(0);
  expect(valueOf(text, "tributary_last_archive_timestamp_seconds")).toBeNull();
  expect(valueOf(text, "tributary_last_backup_timestamp_seconds")).toBeNull();
  expect(valueOf(text, 'tributary_budget_used{budget="database streams"}')).not.toBeNull();
  const file = path.join(product.dataDir, "last-backup.json");
  await writeFile(file, JSON.stringify({ at: "2026-11-27T03:00:00.000Z" }));
  expect(valueOf(await metrics(), "tributary_last_backup_timestamp_seconds")).toBe(Date.UTC(2026, 10, 27, 3) / 1_000);
  await writeFile(file, "{");
  const broken = await metrics();
  expect(valueOf(broken, "tributary_last_backup_timestamp_seconds")).toBeNull();
  expect(valueOf(broken, "tributary_log_forked")).toBe(0);
});

test("npm run admin-link prints a link at any time, and the one before ends", async () => {
  const tool = () => runTool("admin-link", [], { DATABASE_URL: postgres.url, APP_SECRET: PRODUCT_SECRET });
  const tokens = [await tool(), await tool()].map(({ out }) => /\/reset-password\/([\w-]{43})$/m.exec(out)?.[1] ?? "");
  const body = { password: "a long password of the admin" };
  const answers = await Promise.all(
    tokens.map((token) => product.call("POST", `/api/users/reset-password/${token}`, { body })),
  );
  expect(answers.map(({ status }) => status)).toEqual([400, 200]);
  expect(
    await runTool("admin-link", ["ana@example.org"], { DATABASE_URL: postgres.url, APP_SECRET: PRODUCT_SECRET }),
  ).toMatchObject({
    status: 1,
    faults: "ana@example.org is no admin.\n",
  });
});

test("a damaged page cuts a stream, and the request is logged and counted as failed", async () => {
  const { table, physical } = await uploadLarge("Damaged");
  await damage(`data.${physical}`);
  await eventually(async () => (await product.call("GET", "/readyz")).status === 200);
  const failed = 'tributary_answers_total{kind="stream",ended="failed"}';
  expect(valueOf(await metrics(), failed)).toBeNull();
  const cut = fetch(`${product.url}/d/${table}.ndjson`, withKey()).then(async (answer) => (await answer.text()).length);
  await expect(cut).rejects.toThrow();
  const line = await eventually(async () => requestsOf("/d/{file}").find((each) => each["ended"] === "failed"));
  expect(line).toMatchObject({ status: 500, user: ana.id });
  expect(lines().find((each) => each["msg"] === "An answer broke off")).toMatchObject({
    level: "error",
    requestId: line["requestId"],
    err: { code: "XX001" },
  });
  const text = await metrics();
  expect(valueOf(text, failed)).toBe(1);
  expect(text).toMatch(/http_request_seconds_count\{method="GET",route="\/d\/\{file\}",kind="stream",status="500"\} 1/);
  expect(valueOf(text, "tributary_damaged_reads_total")).toBeGreaterThanOrEqual(1);
  const { warnings } = (await product.call("GET", "/readyz")).json as { warnings: string[] };
  expect(warnings.join()).toMatch(new RegExp(`damaged data at .*: page \\d+ of data\\.${physical}`));
  const said = lines().find((each) => each["msg"] === "The database found damaged data");
  expect(said).toMatchObject({ level: "error", reason: expect.stringContaining(`data.${physical}`) as string });
});

/** Writes over a page behind the middle of a table, as a disk does, while its server is stopped. */
async function damage(relation: string): Promise<void> {
  const { rows } = await pool.query<{ file: string; pages: number }>(
    `select current_setting('data_directory') || '/' || pg_relation_filepath($1) as file, (pg_relation_size($1) / 8192)::int as pages`,
    [relation],
  );
  const { file: name, pages } = rows[0]!;
  // What is not on the disk yet would be written again at the start.
  await pool.query("checkpoint");
  await postgres.stop();
  const file = await open(name, "r+");
  await file.write(Buffer.alloc(8_192, 0xa5), 0, 8_192, Math.floor(pages * 0.8) * 8_192);
  await file.close();
  await postgres.start();
}

test("engines without which most of the product works are watched, and make no process unready", async () => {
  const files = store.url({ bucket: "files/watched" });
  const another = await installedDatabase();
  const env = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, FILES_URL: files };
  const watched = await startProduct({ ...another.installation, env });
  others.push(watched);
  const up = async (engine: string) => valueOf(await metrics(watched), `tributary_engine_up{engine="${engine}"}`);
  await eventually(async () => (await up("mail server")) === 0);
  expect(await up("file store")).toBe(1);
  const body = { name: "Bob", email: "bob@example.org", password: "a long password of Bob" };
  expect((await watched.call("POST", "/api/users/register", { body })).status).toBe(201);
  await eventually(async () => valueOf(await metrics(watched), 'tributary_mails{state="waiting"}') === 1);
  await store.stop();
  await eventually(async () => (await up("file store")) === 0, 30_000);
  const ready = await watched.call("GET", "/readyz");
  expect(ready.status).toBe(200);
  expect((ready.json as { warnings: string[] }).warnings).toEqual([
    "The file store does not answer. Pages and tables go on; calls that need a file are answered 503 until it is back.",
    "The mail server does not answer. Mails wait until it is back, and are given up after a day.",
  ]);
  expect((await watched.call("GET", "/datastore")).status).toBe(200);
  await watched.remove();
  await another.drop();
}, 90_000);

test("verify-log says how far the log can be read, and which page of what is damaged", async () => {
  await product.stop();
  await damage("log.events");
  const run = await runTool("verify-log", [], { DATABASE_URL: postgres.url, APP_SECRET: PRODUCT_SECRET });
  expect(run.status).toBe(2);
  expect(run.faults).toMatch(
    /^The log can be read up to the (?:event at position \S+|beginning); what follows it cannot\.$/m,
  );
  expect(run.faults).toMatch(/^The database found damaged data: page \d+ of log\.events \(base\/\d+\/\d+\)\.$/m);
});
