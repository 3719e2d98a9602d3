import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

let db: InstalledDatabase;
let product: Product;
let ana: Person;
let key: string;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ana = await product.person("Ana", 3);
  key = await ana.key();
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

type Row = { readonly id: unknown; readonly price: unknown; readonly share: unknown };

/** Every URL that returns rows as JSON, with the texts of its rows. */
async function everyAnswer(table: string, query: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const keyed = { headers: { authorization: `Bearer ${key}` } };
  const parameters = new URLSearchParams(query).toString();
  const array = (text: string) => [...text.matchAll(/\{"id":[^}]*\}/g)].map(([row]) => row);
  const answers = new Map<string, readonly string[]>();
  for (const [name, path] of Object.entries({
    json: `/api/stream/data?table=${table}&${parameters}`,
    ndjson: `/api/stream/data?table=${table}&format=ndjson&${parameters}`,
    excel: `/api/stream/data/excel?table=${table}&format=json&${parameters}`,
    short: `/d/${table}.ndjson?${parameters}`,
    data: `/api/assets/${table}/data?${parameters}`,
    table: `/api/assets/table/${table}?${parameters}`,
  })) {
    const answer = path.startsWith("/api/assets") ? await ana.get(path) : await product.call("GET", path, keyed);
    expect([name, answer.status]).toEqual([name, 200]);
    answers.set(name, array(answer.text));
  }
  return answers;
}

const bigint = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const digits = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most }).map((each) => each.join(""));
/** Decimals with more digits than a double holds, as Postgres writes them. */
const decimal = fc
  .tuple(fc.integer({ min: 1, max: 9 }), digits(18), digits(12), fc.boolean())
  .map(([first, whole, fraction, minus]) => `${minus ? "-" : ""}${first}${whole}.${fraction}`);
const WIDE = "12345678901234567890.5";

test("each bigint and decimal comes back whole, as text where it is asked for and as all of its digits otherwise", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(bigint, decimal), { minLength: 1, maxLength: 60 }), async (values) => {
      // The first row fixes the types, whatever the others are.
      const rows = [[2n ** 53n + 1n, WIDE] as const, ...values];
      const csv = `id,price,share\n${rows.map(([id, price]) => `${id},${price},0.1`).join("\n")}\n`;
      const made = (await ana.upload(csv, { title: "Numbers" })).json;
      expect(made.columns.map(({ type }: { type: string }) => type)).toEqual(["bigint", "numeric", "double precision"]);
      for (const [name, texts] of await everyAnswer(made.table_name, "bigint=string")) {
        expect([name, texts.map((text) => JSON.parse(text) as Row)]).toEqual([
          name,
          rows.map(([id, price]) => ({ id: String(id), price, share: 0.1 })),
        ]);
      }
      for (const query of ["", "bigint=number"]) {
        for (const [name, texts] of await everyAnswer(made.table_name, query)) {
          expect([name, texts]).toEqual([name, rows.map(([id, price]) => `{"id":${id},"price":${price},"share":0.1}`)]);
        }
      }
      await ana.call("DELETE", `/api/assets/${made.id}`);
    }),
    { numRuns: 8 },
  );
}, 120_000);

test("small values are texts as well, row ids too and in their order; CSV and empty cells are as ever", async () => {
  const csv = `id,price,share\n${Array.from({ length: 12 }, (_, at) => `${at},,0.5`).join("\n")}\n9007199254740993,${WIDE},0.5\n`;
  const { table_name: table } = (await ana.upload(csv, { title: "Small" })).json;
  const ask = async (query: string) =>
    (
      await product.call("GET", `/api/stream/data?table=${table}&${query}`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).text;
  expect(JSON.parse(await ask("bigint=string&columns=_row_id,id,price"))).toEqual([
    ...Array.from({ length: 12 }, (_, at) => ({ _row_id: String(at + 1), id: String(at), price: null })),
    { _row_id: "13", id: "9007199254740993", price: WIDE },
  ]);
  expect(await ask("bigint=string&format=csv")).toBe(await ask("format=csv"));
  for (const path of [`/api/stream/data?table=${table}&bigint=text`, `/api/assets/${table}/data?bigint=text`]) {
    const answer = await ana.call(
      "GET",
      path,
      path.includes("stream") ? { headers: { authorization: `Bearer ${key}` } } : {},
    );
    expect([answer.status, answer.json]).toMatchObject([400, { error: "bigint must be number or string." }]);
  }
});

test("a page shows the digits of a number that a browser would round", async () => {
  const { id } = (await ana.upload("id\n9007199254740993\n", { title: "Shown" })).json;
  expect((await ana.get(`/dataset_profile/${id}`)).text).toContain("9007199254740993");
});
