import { createHash } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";
import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";
import readXlsxFile from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Tables as files: the Parquet file of a version, in parts and whole, and xlsx. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;
let key: string;
let id: string;
let table: string;
let long: string;
const ROWS = 150_000;
/** Hardly compressible, so that the file is larger than what a reader of Parquet fetches first. */
const remark = (n: number) => createHash("md5").update(String(n)).digest("base64url");
const line = (n: number) => `${n},${remark(n)},2024-01-${String((n % 28) + 1).padStart(2, "0")}\n`;
const CSV = `n,text,day\n${Array.from({ length: ROWS }, (_, n) => line(n)).join("")}`;
const compressors = { ZSTD: (bytes: Uint8Array) => new Uint8Array(zstdDecompressSync(bytes)) };

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct(db.installation);
  ana = await product.person("Ana", 3);
  key = await ana.key();
  ({ id, table_name: table } = await uploaded(CSV, "River levels"));
  ({ table_name: long } = await uploaded(`n\n${"1\n".repeat(1_048_576)}`, "Long"));
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

async function uploaded(csv: string, title: string): Promise<{ id: string; table_name: string }> {
  const { json } = await ana.upload(csv, { title });
  return eventually(async () => {
    const data = await ana.get(`/api/assets/${json.id}/data`);
    return data.status === 200 && (await ana.get(`/api/assets/${json.id}`)).json;
  }, 60_000);
}

const ask = (file: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${product.url}/d/${file}`, { method, headers: { authorization: `Bearer ${key}`, ...headers } });
const told = (answer: Response, ...names: string[]) => [
  answer.status,
  ...names.map((name) => answer.headers.get(name)),
];

describe("the Parquet file of a version", () => {
  let file: Buffer;
  let etag: string;
  beforeAll(async () => {
    const answer = await ask(`${table}.parquet`);
    expect(told(answer, "content-type", "accept-ranges", "cache-control", "content-encoding", "x-total-count")).toEqual(
      [...[200, "application/vnd.apache.parquet", "bytes", "private, no-cache", null, String(ROWS)]],
    );
    expect(answer.headers.get("content-disposition")).toContain('filename="River levels.parquet"');
    file = Buffer.from(await answer.arrayBuffer());
    etag = answer.headers.get("etag") ?? "";
  });

  test("has its SHA-256 as ETag and the same bytes under each of its addresses", async () => {
    expect(etag).toBe(`"${createHash("sha256").update(file).digest("hex")}"`);
    for (const address of [`${id}.parquet`, `${table}@1.parquet`]) {
      const same = await ask(address);
      expect([same.headers.get("etag"), Buffer.from(await same.arrayBuffer()).equals(file)]).toEqual([etag, true]);
    }
    const stream = await product.call("HEAD", `/api/stream/data?table=${table}&format=parquet&api_key=${key}`);
    expect(stream.headers.get("etag")).toBe(etag);
  });

  test("never changes under the address of the version, and there is no other version", async () => {
    const head = await ask(`${table}@1.parquet`, {}, "HEAD");
    expect(told(head, "cache-control", "content-length")).toEqual([
      ...[200, "private, max-age=31536000, immutable", String(file.length)],
    ]);
    expect((await ask(`${table}@2.parquet`)).status).toBe(404);
    expect((await ask(`${table}@0.csv`)).status).toBe(404);
  });

  test("is sent in parts that are parts of the whole", async () => {
    for (const [range, start, end] of [
      ["bytes=0-3", 0, 3],
      ["bytes=-8", file.length - 8, file.length - 1],
      ["bytes=1000-1999", 1000, 1999],
    ] as const) {
      const part = await ask(`${table}.parquet`, { range });
      expect(told(part, "content-range", "content-length")).toEqual([
        ...[206, `bytes ${start}-${end}/${file.length}`, String(end - start + 1)],
      ]);
      expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await ask(`${table}.parquet`, { range: `bytes=${file.length}-` });
    expect(told(beyond, "content-range")).toEqual([416, `bytes */${file.length}`]);
    const other = await ask(`${table}.parquet`, { range: "bytes=0-3", "if-range": '"another"' });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, file.length]);
    expect((await ask(`${table}.parquet`, { range: "bytes=0-3", "if-range": etag })).status).toBe(206);
    expect((await ask(`${table}.parquet`, { "if-none-match": etag })).status).toBe(304);
  });

  test("is read by its parts: ten rows cost little more than the end of the file and the first row group", async () => {
    let bytes = 0;
    const counting: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      bytes += Number(answer.headers.get("content-length")) * (init?.method === "HEAD" ? 0 : 1);
      return answer;
    };
    const url = `${product.url}/d/${table}.parquet?api_key=${key}`;
    const source = await asyncBufferFromUrl({ url, fetch: counting });
    const rows = await parquetReadObjects({ file: source, rowStart: 0, rowEnd: 10, compressors });
    expect(rows[9]).toEqual({ n: 9n, text: remark(9), day: new Date("2024-01-10T00:00:00Z") });
    expect(bytes).toBeLessThan(file.length / 2);
    expect(bytes).toBeGreaterThan(0);
  });

  test("is open to scripts of other sites with the key, and its parts are shown to them", async () => {
    const preflight = await fetch(`${product.url}/d/${table}.parquet`, {
      method: "OPTIONS",
      redirect: "manual",
      headers: {
        origin: "https://notebook.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization,range",
      },
    });
    expect(told(preflight, "access-control-allow-origin")).toEqual([204, "*"]);
    const part = await ask(`${table}.parquet`, { range: "bytes=0-3", origin: "https://notebook.example" });
    const exposed = part.headers.get("access-control-expose-headers");
    for (const name of ["Content-Range", "Accept-Ranges", "Content-Length", "ETag"]) expect(exposed).toContain(name);
  });

  test("needs the key for each part", async () => {
    const { json } = await ana.post("/api/users/api-keys", { name: "for a while" });
    const part = () => ask(`${table}.parquet`, { range: "bytes=0-3", authorization: `Bearer ${json.secret}` });
    expect((await part()).status).toBe(206);
    expect((await ana.call("DELETE", `/api/users/api-keys/${json.id}`)).status).toBe(200);
    expect((await part()).status).toBe(401);
    expect((await fetch(`${product.url}/d/${table}.parquet`)).status).toBe(401);
  });

  test("of chosen rows or columns is made for the call, and has no parts", async () => {
    const answer = await ask(`${table}.parquet?n=lt.3&columns=n`, { range: "bytes=0-3" });
    expect(told(answer, "accept-ranges", "content-range", "content-length")).toEqual([200, "none", null, null]);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(await parquetReadObjects({ file: bytes.buffer, compressors })).toEqual([{ n: 0n }, { n: 1n }, { n: 2n }]);
    expect((await ask(`${table}.parquet?nothing=eq.1`)).status).toBe(400);
  });
});

describe("a workbook", () => {
  test("has the rows of the table, and is the same file again", async () => {
    const answer = await ask(`${table}.xlsx?n=lt.3`);
    expect(told(answer, "content-type", "content-encoding")).toEqual([
      ...[200, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", null],
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const [sheet] = await readXlsxFile(bytes);
    expect(sheet?.data.slice(0, 2)).toEqual([
      ["n", "text", "day"],
      [0, remark(0), new Date("2024-01-01T00:00:00Z")],
    ]);
    expect(sheet?.data).toHaveLength(4);
    const again = await ask(`${table}.xlsx?n=lt.3`);
    expect(again.headers.get("etag")).toBe(answer.headers.get("etag"));
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("of more rows than a sheet holds is refused, and csv is offered", async () => {
    const refused = await ask(`${long}.xlsx`);
    expect([refused.status, await refused.json()]).toMatchObject([
      413,
      {
        error:
          "A sheet has room for 1,048,575 rows below its header, and these are 1,048,576. Ask for csv, or for fewer rows with filters or limit.",
      },
    ]);
    expect((await ask(`${long}.xlsx?n=eq.1`, {}, "HEAD")).status).toBe(413);
    expect((await ask(`${long}.xlsx?n=eq.2`, {}, "HEAD")).status).toBe(200);
    expect((await ask(`${long}.xlsx?limit=5`, {}, "HEAD")).status).toBe(200);
  });
});
