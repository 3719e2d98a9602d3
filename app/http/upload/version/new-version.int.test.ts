import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";
import { END, part, rawUpload } from "#testing/servers/upload-client.ts";

/** New versions of a dataset on the real server. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  db = await installedDatabase();
  product = await startProduct({ ...db.installation, env: { UPLOAD_MAX_BYTES: "2000000", UPLOADS_PER_DAY: "200" } });
  ana = await product.person("Ana", 3);
  bruno = await product.person("Bruno", 3);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const JUNE = "station,level\nMill,2.5\nWeir,3.5\n";
const JULY = "station,level\nMill,4\nWeir,5\nLock,6\n";
const SAME = /"(\d+)-/;

async function uploaded(csv = JUNE, fields: Record<string, string> = {}): Promise<{ id: string; table: string }> {
  const { status, json } = await ana.upload(csv, fields);
  expect(status).toBe(201);
  return { id: json.id, table: json.table_name };
}

const put = (
  id: string,
  body: string | Uint8Array<ArrayBuffer> | FormData,
  { query = "", headers = {}, by = ana }: { query?: string; headers?: Record<string, string>; by?: Person } = {},
) => {
  const type: Record<string, string> = body instanceof FormData ? {} : { "content-type": "text/csv" };
  return by.call("PUT", `/api/assets/${id}/data${query}`, { body, headers: { ...type, ...headers } });
};

const levels = async (id: string, by = ana) =>
  (await by.get(`/api/assets/${id}/data`)).json.rows.map(({ level }: { level: number }) => level);
const filesOf = (id: string) => readdir(path.join(product.dataDir, "uploads", id));
const versionOf = async (id: string) => (await ana.get(`/api/assets/${id}`)).json.version;

describe("a file", () => {
  test("takes the place of all rows under the same id and addresses, and its bytes can be downloaded", async () => {
    const { id, table } = await uploaded();
    const answer = await put(id, JULY);
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        ...{ id, version: 2, unchanged: false, table_name: table, rowCount: 3, rejected: 0 },
        columns: [
          { name: "station", label: "station", type: "text" },
          // Whole numbers only, but the column held others before: its type stays.
          { name: "level", label: "level", type: "double precision" },
        ],
        redirectUrl: `/dataset_profile/${id}`,
        load_report: expect.objectContaining({ encoding: "utf-8", delimiter: ",", header: true }),
      },
    ]);
    expect(SAME.exec(answer.headers.get("etag") ?? "")?.[1]).toBe("2");
    expect(await levels(id)).toEqual([4, 5, 6]);
    const key = await ana.key();
    const stream = await product.call("GET", `/d/${table}.csv?api_key=${key}`);
    expect(stream.text.trim().split(/\r?\n/)).toEqual(["station,level", "Mill,4", "Weir,5", "Lock,6"]);
    expect((await ana.get(`/api/assets/${id}/original`)).text).toBe(JULY);
    expect(await versionOf(id)).toBe(2);
  });

  test("comes as a form too, packed too, and keeps or changes the name of the file", async () => {
    const { id } = await uploaded();
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(gzipSync(JULY))]), "july.csv.gz");
    expect((await put(id, form)).json).toMatchObject({ version: 2, rowCount: 3 });
    expect((await ana.get(`/api/assets/${id}`)).json.file_name).toBe("july.csv.gz");
    expect((await put(id, JUNE)).json).toMatchObject({ version: 3 });
    expect((await ana.get(`/api/assets/${id}`)).json.file_name).toBe("july.csv.gz");
    const named = await put(id, JULY, { headers: { "content-disposition": 'attachment; filename="a/august.csv"' } });
    expect([named.status, (await ana.get(`/api/assets/${id}`)).json.file_name]).toEqual([200, "august.csv"]);
  });

  test("without a type and of an unknown length, sent after 100-continue, as curl -T does", async () => {
    const { id } = await uploaded();
    const ask = {
      method: "PUT" as const,
      path: `/api/assets/${id}/data`,
      port: product.port,
      cookie: ana.cookie,
      type: null,
    };
    const answer = await rawUpload({ ...ask, length: "expect", pieces: [JULY] });
    expect([answer.status, answer.continued, JSON.parse(answer.text).version]).toEqual([200, true, 2]);
    const chunked = await rawUpload({ ...ask, length: "chunked", pieces: ["station,level\n", "Mill,7\n"] });
    expect([chunked.status, JSON.parse(chunked.text).version]).toEqual([200, 3]);
    expect(await levels(id)).toEqual([7]);
  });

  test("of the same bytes is the same version: nothing is loaded, and nothing of it stays", async () => {
    const { id } = await uploaded();
    const files = await filesOf(id);
    const again = await put(id, JUNE);
    expect([again.status, again.json]).toMatchObject([200, { version: 1, unchanged: true, rowCount: 2 }]);
    expect((await put(id, JULY)).json).toMatchObject({ version: 2, unchanged: false });
    expect((await put(id, JULY)).json).toMatchObject({ version: 2, unchanged: true });
    expect(files).toEqual(["original"]);
    expect((await filesOf(id)).filter((name) => !/^original$|^t_[0-9a-f]{32}\.original$/.test(name))).toEqual([]);
    const events = await db.pool.query("select from model_tables.versions where item_id = $1", [id]);
    expect(events.rowCount).toBe(2);
  });

  test("real files of many kinds replace each other", async () => {
    const folder = path.resolve(import.meta.dirname, "../../../../infra/tables/csv/fixtures");
    const expected = JSON.parse(await readFile(path.join(folder, "expected.json"), "utf8")) as unknown;
    expect(expected).toBeTruthy();
    const { id } = await uploaded();
    let version = 1;
    for (const name of (await readdir(folder)).filter((file) => /\.csv(\.gz)?$/.test(file))) {
      const bytes = new Uint8Array(await readFile(path.join(folder, name)));
      const answer = await put(id, bytes, { query: "?columns=change" });
      version += 1;
      expect([name, answer.status, answer.json.version]).toEqual([name, 200, version]);
      const original = await fetch(`${product.url}/api/assets/${id}/original`, { headers: { cookie: ana.cookie } });
      const hash = (of: Uint8Array) => createHash("sha256").update(of).digest("hex");
      expect(hash(new Uint8Array(await original.arrayBuffer()))).toBe(hash(bytes));
    }
  });
});

describe("other columns", () => {
  test("are refused with both lists, and the rows stay; columns=change takes them", async () => {
    const { id } = await uploaded();
    const other = "station,depth,note\nMill,1,x\n";
    const refused = await put(id, other);
    const column = (name: string, type: string) => ({ name, label: name, type });
    expect([refused.status, refused.json]).toMatchObject([
      409,
      {
        error: "The file has other columns than the dataset: missing level; new depth, note.",
        code: "columns-changed",
        old_columns: [column("station", "text"), column("level", "double precision")],
        new_columns: [column("station", "text"), column("depth", "bigint"), column("note", "text")],
      },
    ]);
    expect(await levels(id)).toEqual([2.5, 3.5]);
    expect((await ana.get(`/api/assets/${id}`)).json).toMatchObject({
      ...{ status: "ready", version: 1, loading_version: null },
      load_error: expect.stringContaining("other columns"),
    });
    expect((await bruno.get(`/api/assets/${id}`)).json.load_error).toBeNull();
    const taken = await put(id, other, { query: "?columns=change" });
    expect([taken.status, taken.json.version]).toEqual([200, 2]);
    expect((await ana.get(`/api/assets/${id}`)).json.load_error).toBeNull();
  });

  test("are named: many columns, another order", async () => {
    const { id } = await uploaded();
    const said = async (csv: string) => (await put(id, csv)).json.error;
    const prefix = "The file has other columns than the dataset: ";
    expect(await said("level,station\n1.5,Mill\n")).toBe(`${prefix}they are in another order.`);
    expect(await said("station,level,a,b,c,d,e,f,g\nMill,1.5,1,1,1,1,1,1,1\n")).toBe(
      `${prefix}new a, b, c, d, e and 2 more.`,
    );
  });
});

describe("If-Match", () => {
  test("takes the tag of the dataset and of its rows, and refuses the ones of an older version", async () => {
    const { id } = await uploaded();
    const tagOf = async (address: string) => (await ana.get(address)).headers.get("etag") ?? "";
    const [ofItem, ofRows] = [await tagOf(`/api/assets/${id}`), await tagOf(`/api/assets/${id}/data`)];
    expect([SAME.exec(ofItem)?.[1], SAME.exec(ofRows)?.[1]]).toEqual(["1", "1"]);
    expect((await put(id, JULY, { headers: { "if-match": ofItem } })).json.version).toBe(2);
    for (const stale of [ofItem, ofRows, '"x"', `${ofItem}, ${ofRows}`]) {
      const answer = await put(id, JUNE, { headers: { "if-match": stale } });
      expect([answer.status, answer.json]).toMatchObject([
        412,
        { error: "The dataset has changed: it is at version 2 now.", code: "version-stale", current_version: 2 },
      ]);
    }
    expect(await levels(id)).toEqual([4, 5, 6]);
    const fresh = `"x", W/${await tagOf(`/api/assets/${id}/data`)}`;
    expect((await put(id, JUNE, { headers: { "if-match": fresh } })).json.version).toBe(3);
    expect((await put(id, JULY, { headers: { "if-match": "*" } })).json.version).toBe(4);
  });
});

describe("what goes wrong", () => {
  test("a file that is no table leaves the version before readable, and says so on the page", async () => {
    const { id } = await uploaded();
    const refused = await put(id, "<!doctype html><p>no</p>");
    expect([refused.status, refused.json.error]).toEqual([
      400,
      "This is not a CSV, Excel, JSON or Parquet file but a web page or XML.",
    ]);
    expect(await levels(id)).toEqual([2.5, 3.5]);
    expect((await ana.get(`/api/assets/${id}/original`)).text).toBe(JUNE);
    const page = await ana.call("GET", `/dataset_profile/${id}`, { headers: { accept: "text/html" } });
    expect(page.text).toContain("Version 1 stays as it was.");
    expect(await filesOf(id)).toEqual(["original"]);
    // The next good file is loaded as if nothing had happened.
    expect((await put(id, JULY)).json.version).toBe(2);
  });

  test.each<[string, () => Parameters<typeof put>[1], Parameters<typeof put>[2], number, string]>([
    ["nothing", () => "", {}, 400, "The file is empty."],
    [
      "an unknown parameter",
      () => JULY,
      { query: "?column=change" },
      400,
      "Unknown parameter column. Did you mean columns?",
    ],
    ["a wrong word for columns", () => JULY, { query: "?columns=yes" }, 400, "columns must be same or change."],
    [
      "a coding",
      () => JULY,
      { headers: { "content-encoding": "gzip" } },
      415,
      "Send the file without Content-Encoding.",
    ],
    ["too many bytes", () => "x".repeat(2_000_001), {}, 413, "The file is larger than the limit of 2 MB."],
  ])("%s is refused", async (_, body, ask, status, error) => {
    const { id } = await uploaded();
    const answer = await put(id, body(), ask);
    expect([answer.status, answer.json.error]).toEqual([status, error]);
    expect(await versionOf(id)).toBe(1);
  });

  test("a form without a file, with a wrong word or an unknown field is refused", async () => {
    const { id } = await uploaded();
    const send = async (fill: (form: FormData) => void) => {
      const form = new FormData();
      fill(form);
      const { status, json } = await put(id, form);
      return [status, json.error];
    };
    expect(await send((form) => form.append("columns", "same"))).toEqual([
      400,
      "Choose a CSV, Excel, JSON or Parquet file.",
    ]);
    const file = (form: FormData) => form.append("file", new Blob([JULY]), "a.csv");
    expect(await send((form) => (form.append("columns", "yes"), file(form)))).toEqual([
      400,
      "columns must be same or change.",
    ]);
    expect(await send((form) => (form.append("title", "x"), file(form)))).toEqual([400, "Unknown field: title."]);
  });

  test("only the owner, and only of rows that were uploaded", async () => {
    const { id } = await uploaded();
    const refused = async (by: Person | null, target = id) => {
      const ask = { body: JULY, headers: { "content-type": "text/csv" } };
      const { status, json } = await (by ?? product).call("PUT", `/api/assets/${target}/data`, ask);
      return [status, json.error];
    };
    expect(await refused(bruno)).toEqual([403, expect.any(String)]);
    expect((await refused(null))[0]).toBe(401);
    expect((await refused(ana, "none"))[0]).toBe(404);
    const hidden = await uploaded(JUNE, { is_public: "false" });
    expect((await refused(bruno, hidden.id))[0]).toBe(404);
    expect(await levels(id)).toEqual([2.5, 3.5]);
  });

  test("other methods are told which there are", async () => {
    const { id } = await uploaded();
    const on = await ana.call("POST", `/api/assets/${id}/data`, { body: JULY });
    expect([on.status, on.headers.get("allow")]).toEqual([405, "GET, HEAD, PUT"]);
    const form = await ana.call("PUT", `/api/assets/${id}/versions`, { body: JULY });
    expect([form.status, form.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
  });

  test("of two files at once one is loaded, and the other is refused", async () => {
    const { id } = await uploaded();
    const bodies = Array.from({ length: 4 }, (_, at) => `station,level\nMill,${at}.5\n`);
    const answers = await Promise.all(bodies.map((body) => put(id, body)));
    const version = await versionOf(id);
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBe(version - 1);
    for (const { status, json } of answers.filter((each) => each.status !== 200))
      expect([status, json.error]).toEqual([409, "Another file is being loaded into this dataset."]);
  });

  test("a key of a repeated call is one version, and its answer is the same", async () => {
    const { id } = await uploaded();
    const headers = { "idempotency-key": "one-version" };
    const first = await put(id, JULY, { headers });
    await put(id, JUNE);
    const again = await put(id, JULY, { headers });
    expect([again.status, again.json, again.headers.get("idempotency-replayed")]).toEqual([200, first.json, "true"]);
    expect(await versionOf(id)).toBe(3);
    expect((await put(id, JUNE, { headers })).status).toBe(422);
  });
});

describe("others", () => {
  test("who use the dataset are told of the version, once, and of changed columns; its owner is not", async () => {
    const { id } = await uploaded(JUNE, { title: "Told" });
    await bruno.post("/api/access/grant", { assetId: id });
    await put(id, JULY);
    await put(id, "station,level,note\nMill,9,x\n", { query: "?columns=change" });
    const said = async (by: Person) =>
      (await by.get("/api/users/notices")).json
        .map(({ text }: { text: string }) => text)
        .filter((text: string) => text.includes("Told"));
    await eventually(async () => (await said(bruno)).length === 2, 10_000, "No notices came");
    expect((await said(bruno)).sort()).toEqual([
      "The columns of Told have changed: added note.",
      "Told has new rows: version 3.",
    ]);
    expect(await said(ana)).toEqual([]);
  });

  test("read all old or all new rows while versions follow each other", async () => {
    const csv = (number: number) => `number\n${`${number}\n`.repeat(2_000)}`;
    const { id, table } = await uploaded(csv(1));
    const key = await ana.key();
    let over = false;
    const seen = new Set<string>();
    const reading = Promise.all(
      [1, 2].map(async () => {
        while (!over) {
          const { status, text } = await product.call("GET", `/d/${table}.csv?api_key=${key}`);
          expect(status).toBe(200);
          const numbers = text.trim().split(/\r?\n/).slice(1);
          expect([numbers.length, new Set(numbers).size]).toEqual([2_000, 1]);
          seen.add(numbers[0]!);
        }
      }),
    );
    for (let number = 2; number <= 6; number += 1) expect((await put(id, csv(number))).json.version).toBe(number);
    over = true;
    await reading;
    expect(seen.size).toBeGreaterThan(1);
  });
});

test("a form of a page is answered with the page: what was loaded, or why not", async () => {
  const { id } = await uploaded();
  const send = (...parts: string[]) =>
    rawUpload({
      ...{ path: `/api/assets/${id}/versions`, port: product.port, cookie: ana.cookie, length: "declared" },
      ...{ pieces: [...parts, END], headers: ["Accept: text/html"] },
    });
  const taken = await send(part("version", "1"), part("file", JULY, "july.csv"));
  expect([taken.status, /location: (.*)/i.exec(taken.headers)?.[1]?.trim()]).toEqual([303, `/dataset_profile/${id}`]);
  const stale = await send(part("version", "1"), part("file", JUNE, "june.csv"));
  expect([stale.status, /location: (.*)/i.exec(stale.headers)?.[1]?.trim()]).toEqual([
    303,
    `/dataset_profile/${id}?new-version=1`,
  ]);
  expect(await versionOf(id)).toBe(2);
});

test("a file that comes while the load before keeps its claim is loaded soon after, and answered with its rows", async () => {
  const { id } = await uploaded();
  const other = await db.pool.connect();
  const claim = `hashtextextended('load/${id}', 7)`;
  try {
    await other.query(`select pg_advisory_lock(${claim})`);
    const answer = put(id, JULY);
    const job = () =>
      db.pool.query("select 1 from agenda_jobs where data->>'id' like $1 and last_run_at is not null", [`${id}/%`]);
    await eventually(async () => (await job()).rowCount === 1, 20_000, "The job did not look at the claim");
    await other.query(`select pg_advisory_unlock(${claim})`);
    // After 30 s the answer would be 202, without rows.
    expect([(await answer).status, await levels(id)]).toEqual([200, [4, 5, 6]]);
  } finally {
    other.release(true);
  }
});
