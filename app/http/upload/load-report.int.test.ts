import { afterAll, beforeAll, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import type { Person } from "#testing/person.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** What users are told of a load, and decide about it, on the real server. */
let db: FreshDatabase;
let product: Product;
let ana: Person;
let ben: Person;

beforeAll(async () => {
  db = await testDatabase();
  product = await startProduct({ databaseUrl: db.url });
  ana = await product.person("Ana", 3);
  ben = await product.person("Ben", 3);
}, 120_000);
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const ODD = "Sales of May\n\nshop,zip,,n\nA,01234,,1\nB,55555,,2\n,,,\nC,1\n";

test("the answer, the status and the job page tell what was decided; strangers see none of it", async () => {
  const made = await ana.upload(ODD);
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({ rowCount: 2, rejected: 1 });
  expect(made.json.load_report).toMatchObject({
    encoding: "utf-8",
    delimiter: ",",
    header: true,
    skipped_lines: 2,
    skipped: [{ line: 1, text: "Sales of May" }],
    rejected: 1,
    empty_rows: 1,
    dropped_columns: [3],
    text_columns: [{ column: "zip", reason: "leading-zeros", line: 4, text: "01234" }],
  });
  const { id } = made.json;
  const status = await ana.get(`/api/assets/${id}/load`);
  expect(status.json.report).toEqual(made.json.load_report);
  const page = await ana.get(`/upload/job/${id}`);
  expect(page.text).toContain("zip is text, because a number begins with zero (line 4: 01234).");
  for (const path of [`/upload/job/${id}`, `/api/assets/${id}/load`]) {
    const seen = await ben.get(path);
    expect(seen.text).not.toContain("Sales of May");
    expect([403, 404]).toContain(seen.status);
  }
});

test("events keep the report without texts of the file, and the texts go with the table", async () => {
  const made = await ana.upload(ODD);
  const events = await db.pool.query<{ data: string }>(
    "select data::text as data from log.events where type = 'DatasetLoaded' order by position desc limit 1",
  );
  expect(events.rows[0]?.data).toContain("leading-zeros");
  expect(events.rows[0]?.data).not.toContain("Sales of May");
  expect(events.rows[0]?.data).not.toContain("01234");
  const version = await ana.call("PUT", `/api/assets/${made.json.id}/data`, {
    body: "shop,zip,n\nA,1,1\n",
    headers: { "content-type": "text/csv" },
  });
  expect([version.status, version.json.load_report.skipped_lines]).toEqual([200, 0]);
});
