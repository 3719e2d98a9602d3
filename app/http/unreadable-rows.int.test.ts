import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { uploadDataset } from "#domain/use-cases/datasets/upload-dataset.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, PRODUCT_SECRET, startProduct } from "#testing/product.ts";
import { causeOf, portsOver, valueOf } from "#testing/use-case-ports.ts";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";

/**
 * What the product says when rows cannot be read: while they are loaded, after a load that failed, and when Postgres
 * ends a statement at one of its limits (simulated by a policy of the tables that raises what Postgres would).
 */
let db: InstalledDatabase;
let upstream: TestServer;
let product: Product;
let ana: Person;
let id: string;

beforeAll(async () => {
  db = await installedDatabase();
  upstream = await httpServer((_request, response) => void response.end('[{"id":1}]'));
  product = await startProduct({ ...db.installation, upstreams: [upstream.port] });
  ana = await product.person("Ana", 3);
  id = (await ana.upload("town,people\nBern,134000\nChur,38000\n", { title: "Towns" })).json.id;
  const second = { body: "town,people\nBern,134000\nChur,39000\n", headers: { "content-type": "text/csv" } };
  expect((await ana.call("PUT", `/api/assets/${id}/data`, second)).json).toMatchObject({ version: 2 });
});
afterEach(() => db.pool.query("DROP FUNCTION IF EXISTS planted_limit CASCADE"));
afterAll(async () => {
  await product?.remove();
  await upstream?.close();
  await db?.drop();
});

const STATEMENT_TIMEOUT = "57014";
const TEMP_FILE_LIMIT = "53400";

/** From now on Postgres ends each statement that reads a row of a data table, with this SQLSTATE. */
const endReads = (sqlState: string) =>
  db.pool.query(`
  CREATE FUNCTION planted_limit() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '${sqlState}'; END $$;
  GRANT EXECUTE ON FUNCTION planted_limit TO PUBLIC;
  DO $$ DECLARE each text; BEGIN
    FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = 'data' LOOP
      EXECUTE format('ALTER TABLE data.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', each);
      EXECUTE format('CREATE POLICY planted ON data.%I USING (public.planted_limit())', each);
    END LOOP;
  END $$`);

test("reads that the database ends at its time limit are said to be too slow", async () => {
  const key = { headers: { authorization: `Bearer ${await ana.key()}` } };
  await endReads(STATEMENT_TIMEOUT);
  const preview = await ana.get(`/api/assets/${id}/data`);
  expect([preview.status, preview.json.error]).toEqual([
    503,
    "The rows could not be read in time. Try again in a moment.",
  ]);
  expect((await ana.get(`/dataset_profile/${id}`)).text).toContain("The rows could not be read in time.");
  const compared = await ana.get(`/api/assets/${id}/versions/1/compare/2?key=town`);
  expect([compared.status, compared.json.error]).toEqual([
    503,
    "The versions could not be compared in time. Try again later, or compare them without a key.",
  ]);
  const stream = await product.call("GET", `/api/stream/data?table=${id}`, key);
  expect([stream.status, stream.json.error]).toEqual([
    503,
    "The first rows did not come in time. Ask for fewer rows with filters, or leave out order and offset.",
  ]);
});

test("rows that the database has no room to sort are refused", async () => {
  const key = { headers: { authorization: `Bearer ${await ana.key()}` } };
  await endReads(TEMP_FILE_LIMIT);
  const sorted = await product.call("GET", `/api/stream/data?table=${id}&order=-people`, key);
  expect([sorted.status, sorted.json.error]).toEqual([
    400,
    "There are too many rows to sort. Ask for fewer rows with filters, for fewer columns, or leave out order.",
  ]);
});

test("rows that are still being loaded are said to be", async () => {
  const ports = await portsOver(db.pool, PRODUCT_SECRET);
  const datasetId = ports.ids.fresh();
  const card = {
    ...{ title: "Rivers", description: "", category: "Other", keywords: [], license: "none" },
    ...{ isPublic: false, onRequest: false, fileName: "rivers.csv" },
  };
  // Nobody wakes the job that would load it.
  await valueOf(uploadDataset(ports, { ...card, datasetId, by: ana.id }, causeOf()));
  await eventually(async () => (await ana.get(`/api/assets/${datasetId}`)).status === 200);
  for (const target of [`/api/assets/${datasetId}/data`, `/api/assets/${datasetId}/rejected`]) {
    const { status, json } = await ana.get(target);
    expect([target, status, json.error]).toEqual([target, 409, "The rows are still being loaded."]);
  }
  await ports.store.close();
});

test("rows of a file that could not be loaded are named with the reason", async () => {
  // Now and then the load ends before the answer, which then is its refusal.
  const failed = await eventually(async () => {
    const { status, json } = await ana.upload(
      "%PDF-1.4\n%\u00e2\u00e3\n",
      { title: "No table" },
      { prefer: "respond-async" },
    );
    return status === 202 && (json.id as string);
  });
  const { status, json } = await eventually(async () => {
    const answer = await ana.get(`/api/assets/${failed}/data`);
    return answer.json.code === "load-failed" && answer;
  });
  expect([status, json.error]).toEqual([409, expect.stringMatching(/^The file could not be loaded: .*PDF/)]);
  expect((await ana.get(`/dataset_profile/${failed}/rejected`)).text).toContain("The file could not be loaded.");
});

test("a run whose end the read models do not have yet is still told as it was claimed", async () => {
  const operations = [{ id: "rows", method: "GET", url: `http://127.0.0.1:${upstream.port}/`, records: "$" }];
  const dsl = { protocol: "rest", auth: { type: "none" }, operations };
  const { json: made } = await ana.post("/api/connectors/upload", { title: "Rows", dsl });
  const { json: instance } = await ana.post("/api/connectors/activate", { connector_id: made.id });
  const holder = await db.pool.connect();
  // The follower waits, so that no read model gets a new event.
  await holder.query("BEGIN; SELECT FROM models.checkpoints FOR UPDATE");
  const started = await ana.post(`/api/connectors/run/${instance.id}`, {}, { prefer: "wait=1" }).finally(async () => {
    await holder.query("ROLLBACK");
    holder.release();
  });
  expect([started.status, started.json.status]).toEqual([202, "running"]);
  await eventually(async () => (await ana.get(`/api/connectors/instance/${instance.id}/runs`)).json[0]);
});
