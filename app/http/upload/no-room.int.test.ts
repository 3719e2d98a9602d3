import { afterAll, beforeAll, expect, test } from "vitest";
import { httpServer, type TestServer } from "#testing/servers/outbound-servers.ts";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { uploadedFiles } from "#testing/files/uploaded-files.ts";

/** A product whose files cannot grow beyond 512 kB, like a full disk. */
const FILE_BYTES = 512 * 1_024;
const NO_ROOM = "There is no room left on the server's disk. Try again later, or tell the people who run this server.";

let db: InstalledDatabase;
let api: TestServer;
let product: Product;
let ana: Person;
/** Files and tables after the first start. */
let atFirst: { readonly files: number; readonly tables: number };

beforeAll(async () => {
  db = await installedDatabase();
  api = await httpServer((_request, response) => {
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ id, text: `${id} `.repeat(50) }))));
  });
  product = await startProduct({ ...db.installation, upstreams: [api.port], fileBytes: FILE_BYTES });
  ana = await product.person("Ana", 3);
  atFirst = { files: (await files()).length, tables: await tables() };
});
afterAll(async () => {
  await product?.remove();
  await api?.close();
  await db?.drop();
});

const mine = async () =>
  (await ana.get("/api/assets")).json.filter(({ user_id }: { user_id: string }) => user_id === ana.id);
const files = () => uploadedFiles(product.dataDir);
const tables = async () => (await db.pool.query("select from pg_tables where schemaname = 'data'")).rowCount ?? 0;
const nothingLeft = () =>
  eventually(
    async () => (await files()).length === atFirst.files && (await tables()) === atFirst.tables,
    10_000,
    "Files or tables were left",
  );

test("rows that cannot be set aside for lack of room: 507, and nothing is left", async () => {
  // Each of these rows is short, but longer when stored with its line and reason.
  const answer = await ana.upload(`a,b\n${"1,2\n".repeat(9_000)}${"1,2,3\n".repeat(79_000)}`);
  expect([answer.status, answer.json]).toMatchObject([507, { error: NO_ROOM }]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await mine()).toEqual([]);
  await nothingLeft();
});

test("a pull whose rows find no room fails and says so", async () => {
  const dsl = {
    protocol: "rest",
    base_url: `http://127.0.0.1:${api.port}`,
    operations: [{ id: "rows", url: "/rows" }],
  };
  const made = await ana.post("/api/connectors/upload", { title: "Rows", is_public: true, dsl });
  const connected = await ana.post("/api/connectors/activate", { connector_id: made.json.id });
  expect((await ana.post(`/api/connectors/run/${connected.json.id}`)).json).toMatchObject({
    status: "failed",
    error: NO_ROOM,
  });
});

test("a file that finds no room: 507 soon, nothing is left, and /readyz says so while writes fail", async () => {
  const began = Date.now();
  const answer = await ana.upload(`a,b\n${"123456789,abcdefghi\n".repeat(50_000)}`);
  expect([answer.status, answer.json]).toMatchObject([507, { error: NO_ROOM }]);
  expect(Date.now() - began).toBeLessThan(20_000);
  await nothingLeft();
  const ready = await product.call("GET", "/readyz");
  expect([ready.status, ready.json.reasons]).toEqual([
    503,
    [expect.stringMatching(/^The disk of DATA_DIR has no room/)],
  ]);
  // What fits is still accepted.
  expect((await ana.upload("a,b\n1,2\n")).status).toBe(201);
});
