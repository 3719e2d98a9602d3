import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/**
 * What each way out of the product says and does if Postgres has no room or no time (simulated by a trigger of the
 * log), aborts a load, or files are gone.
 */
const NO_ROOM = "There is no room left on the server's disk. Try again later, or tell the people who run this server.";
const BUSY = "The server's database is busy right now. Try again in a moment.";

let db: InstalledDatabase;
let product: Product;
let ana: Person;
let connector: string;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ana = await product.person("Ana", 3);
  const dsl = { protocol: "rest", base_url: "https://api.example.com", operations: [{ id: "rows", url: "/rows" }] };
  connector = (await ana.post("/api/connectors/upload", { title: "Rows", is_public: true, dsl })).json.id;
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});
afterEach(() => db.pool.query("DROP FUNCTION IF EXISTS planted_fault CASCADE"));

/** From now on Postgres refuses every new event, or those of one type, with this SQLSTATE. */
const refuseEvents = (sqlState: string, type = "") =>
  db.pool.query(`
  CREATE FUNCTION planted_fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '${sqlState}'; END $$;
  GRANT EXECUTE ON FUNCTION planted_fault TO PUBLIC;
  CREATE TRIGGER planted BEFORE INSERT ON log.events FOR EACH ROW ${type && `WHEN (NEW.type = '${type}')`} EXECUTE FUNCTION planted_fault()`);

const form = { "content-type": "application/x-www-form-urlencoded" };
const deactivate = () =>
  ana.call("POST", `/connector_profile/${connector}`, { body: "intent=deactivate", headers: form });

test("an action of a page that finds no room answers 507 with its sentence", async () => {
  await refuseEvents("53100");
  const page = await deactivate();
  expect([page.status, page.headers.get("retry-after")]).toEqual([507, "300"]);
  expect(page.text).toContain(NO_ROOM.replaceAll("'", "&#x27;"));
  const data = await ana.call("POST", `/connector_profile/${connector}.data`, {
    body: "intent=deactivate",
    headers: form,
  });
  expect([data.status, data.text]).toEqual([507, expect.stringContaining(NO_ROOM)]);
  const call = await ana.upload("a\n1\n");
  expect([call.status, call.json, call.headers.get("retry-after")]).toMatchObject([507, { error: NO_ROOM }, "300"]);
});

test("what Postgres has no time for is 503: a page's action, a call, an upload", async () => {
  await refuseEvents("55P03");
  const page = await deactivate();
  expect([page.status, page.headers.get("retry-after")]).toEqual([503, "5"]);
  for (const answer of [await ana.post("/api/connectors/draft", {}), await ana.upload("a\n1\n")]) {
    expect([answer.status, answer.json, answer.headers.get("retry-after")]).toMatchObject([503, { error: BUSY }, "5"]);
  }
});

test("a fault that nobody foresaw is 500 with one sentence, and is logged", async () => {
  await refuseEvents("XX000");
  const { status, json } = await ana.post("/api/connectors/draft", {});
  expect([status, json]).toMatchObject([500, { error: "Something went wrong on our side. It has been recorded." }]);
  await eventually(() => Promise.resolve(product.output().includes("planted")), 10_000, "Nothing was logged");
});

test("a fault while somebody opens a mailed link leaves the link's token out of the log", async () => {
  const token = "a-token-that-nobody-else-may-see-0123456789";
  await db.pool.query("ALTER TABLE identity.one_time_tokens RENAME TO away");
  try {
    const page = await product.call("POST", `/reset-password/${token}`, {
      body: "password=correct+horse+2&confirm=correct+horse+2",
      headers: { ...form, "sec-fetch-site": "same-origin" },
    });
    expect(page.status).toBe(500);
  } finally {
    await db.pool.query("ALTER TABLE identity.away RENAME TO one_time_tokens");
  }
  // The lines of a process arrive after its answer at times.
  await eventually(() => Promise.resolve(product.output().includes("/reset-password/…")), 10_000, "Nothing was logged");
  expect(product.output()).not.toContain(token);
});

test(
  "what a registration leaves to do after its answer is done although the database had no time for it at first",
  { timeout: 60_000 },
  async () => {
    await refuseEvents("55P03", "UserRegistered");
    const email = "patient@example.org";
    const answer = await product.call("POST", "/api/users/register", {
      body: { name: "Patient", email, password: "correct horse of the test" },
    });
    expect(answer.status).toBe(201);
    await eventually(async () => product.output().includes("finishing a registration"), 20_000, "It did not fail");
    expect(await product.mailsTo(email)).toEqual([]);
    await db.pool.query("DROP FUNCTION planted_fault CASCADE");
    await eventually(async () => (await product.mailsTo(email)).length === 1, 40_000, "No mail came");
  },
);

test("a file whose load loses its connection is loaded all the same", { timeout: 60_000 }, async () => {
  const answer = ana.upload(`id,text\n${"1,some text\n".repeat(400_000)}`, { title: "Cut" });
  const cut =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'COPY data.%' AND state = 'active'";
  await eventually(async () => ((await db.pool.query(cut)).rowCount ?? 0) > 0, 30_000, "No load was seen");
  const { status, json } = await answer;
  expect([status, json.error, json.rowCount]).toEqual([201, undefined, 400_000]);
});

test("an upload whose read models are late is taken all the same", { timeout: 90_000 }, async () => {
  const holder = await db.pool.connect();
  try {
    await holder.query("BEGIN; SELECT FROM models.checkpoints FOR UPDATE");
    const begun = (await holder.query<{ now: Date }>("SELECT clock_timestamp() AS now")).rows[0]?.now;
    const answer = ana.upload("a\n1\n2\n", { title: "Late" });
    // Its rows are loaded and recorded, which no read model shows yet.
    const loaded = "SELECT FROM log.events WHERE type = 'DatasetLoaded' AND recorded_at >= $1";
    await eventually(async () => (await db.pool.query(loaded, [begun])).rowCount === 1, 30_000, "No load was recorded");
    await holder.query("ROLLBACK");
    const { status, json } = await answer;
    expect([status, json.error, json.rowCount]).toEqual([201, undefined, 2]);
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
});

test("files that are gone from the disk are said to be gone", async () => {
  const { json } = await ana.upload("a,b\n1,2\n3\n", { title: "Gone" });
  await rm(path.join(product.dataDir, "uploads", json.id), { recursive: true });
  const said = async (part: string) => {
    const { status, json: answer } = await ana.get(`/api/assets/${json.id}/${part}`);
    return [status, answer.error];
  };
  expect(await said("original")).toEqual([404, "The original file is gone."]);
  expect(await said("rejected")).toEqual([404, "The rows that were set aside are gone."]);
});
