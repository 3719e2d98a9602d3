import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Person } from "#testing/person.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { type Product, startProduct } from "#testing/product.ts";

/** Versions of a dataset on the real server: how they come about, and reading, comparing and restoring old ones. */
let db: InstalledDatabase;
let product: Product;
let ana: Person;
let bruno: Person;

beforeAll(async () => {
  db = await installedDatabase();
  const env = { DATASET_VERSIONS_KEPT: "3", UPLOADS_PER_DAY: "200" };
  product = await startProduct({ ...db.installation, env });
  ana = await product.person("Ana", 3);
  bruno = await product.person("Bruno", 3);
});
afterAll(async () => {
  await product?.remove();
  await db?.drop();
});

const JUNE = "station,level\nMill,2\nWeir,3\n";

async function uploaded(csv = JUNE): Promise<{ readonly id: string; readonly table: string }> {
  const { status, json } = await ana.upload(csv);
  expect(status).toBe(201);
  return { id: json.id, table: json.table_name };
}

type Sent = { readonly by?: Person; readonly headers?: Record<string, string> };
const addRows = (id: string, query: string, body: unknown, { by = ana, headers = {} }: Sent = {}) =>
  by.call("POST", `/api/assets/${id}/rows${query}`, {
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
const putFile = (id: string, query: string, body: string) =>
  ana.call("PUT", `/api/assets/${id}/data${query}`, { body, headers: { "content-type": "text/csv" } });
const versions = async (id: string, query = "", by = ana) => by.get(`/api/assets/${id}/versions${query}`);
const restore = (id: string, version: number, { by = ana, headers = {} }: Sent = {}) =>
  by.call("POST", `/api/assets/${id}/versions/${version}/restore`, { body: {}, headers });
const rowsOf = async (id: string, query = "") =>
  ((await ana.get(`/api/assets/${id}/data${query}`)).json.rows as { station: string; level: number }[]).map(
    ({ station, level }) => `${station},${level}`,
  );

describe("rows", () => {
  test("are appended as JSON, lines of JSON, CSV, tabs or a file; each is a version with its own rows", async () => {
    const { id } = await uploaded();
    const json = await addRows(id, "", [{ station: "Lock", level: 4 }]);
    expect([json.status, json.json]).toMatchObject([200, { id, version: 2, unchanged: false, rowCount: 3 }]);
    const as = (type: string) => ({ headers: { "content-type": type } });
    await addRows(id, "?mode=append", '{"level":5,"station":"Ford"}\n{"station":"Quay"}\n', as("application/x-ndjson"));
    await addRows(id, "", "station,level\nPier,7\n", as("text/csv"));
    await addRows(id, "", "station\tlevel\nDam\t8\n", as("text/tab-separated-values"));
    const file = await putFile(id, "?mode=append", "level,station\n9,Moor\n");
    expect([file.status, file.json.version]).toEqual([200, 6]);
    const all = ["Mill,2", "Weir,3", "Lock,4", "Ford,5", "Quay,null", "Pier,7", "Dam,8", "Moor,9"];
    expect(await rowsOf(id)).toEqual(all);
    expect(await rowsOf(id, "?version=5")).toEqual(all.slice(0, 7));
    const stored = await db.pool.query(
      "select distinct stored_in from registry.tables join model_tables.versions using (physical) where item_id = $1",
      [id],
    );
    expect(stored.rowCount).toBe(1);
  });

  test("are merged by a key, which the dataset keeps", async () => {
    const { id } = await uploaded();
    const first = await addRows(id, "?mode=upsert&key=station", [
      { station: "Weir", level: 30 },
      { station: "Lock", level: 4 },
    ]);
    expect([first.status, first.json.version, await rowsOf(id)]).toEqual([200, 2, ["Mill,2", "Weir,30", "Lock,4"]]);
    await addRows(id, "?mode=upsert", [{ station: "Mill", level: 20 }]);
    expect([await rowsOf(id), await rowsOf(id, "?version=1")]).toEqual([
      ["Mill,20", "Weir,30", "Lock,4"],
      ["Mill,2", "Weir,3"],
    ]);
  });

  test("sent again are the same version", async () => {
    const { id } = await uploaded();
    const rows = [{ station: "Lock", level: 4 }];
    await addRows(id, "", rows);
    expect((await addRows(id, "", rows)).json).toMatchObject({ version: 2, unchanged: true, rowCount: 3 });
    // Of a dataset that was replaced by these bytes they are further rows.
    expect((await putFile(id, "", JUNE)).json.version).toBe(3);
    expect((await putFile(id, "?mode=append", JUNE)).json).toMatchObject({ version: 4, rowCount: 4 });
  });

  test.each<[string, string, unknown, number, string]>([
    [
      "no key",
      "?mode=upsert",
      [{ station: "Mill", level: 1 }],
      400,
      "Name the columns that identify a row: key=column, or several with commas.",
    ],
    [
      "an unknown key",
      "?mode=upsert&key=depth",
      [{ station: "Mill", level: 1 }],
      400,
      "The dataset has no column depth, so it cannot be part of the key.",
    ],
    [
      "a key twice",
      "?mode=upsert&key=station",
      [
        { station: "A", level: 1 },
        { station: "A", level: 2 },
      ],
      409,
      "The key station does not identify the rows of the file: A occurs more than once.",
    ],
    [
      "a row without its key",
      "?mode=upsert&key=station",
      [{ station: "A", level: 1 }, { level: 2 }],
      409,
      "Row 2 of the file has no value for the key station. Every row needs one.",
    ],
    ["an unknown column", "", [{ station: "A", depth: 1 }], 400, "Row 1 has depth, which is no column of the dataset."],
    ["another type", "", [{ station: "A", level: "high" }], 422, "Line 2, level: the cell is not a whole number."],
    ["no object", "", [["A", 1]], 400, "Row 1 is not an object."],
    ["no rows", "", [], 400, "There are no rows."],
    ["no array", "", "{", 400, "Send an array of objects, or one object in each line of x-ndjson."],
    ["an unknown mode", "?mode=insert", [{ station: "A" }], 400, "mode must be append or upsert."],
    ["a mode of files", "?mode=replace", [{ station: "A" }], 400, "mode must be append or upsert."],
    ["an unknown parameter", "?modus=append", [{ station: "A" }], 400, "Unknown parameter modus. Did you mean mode?"],
  ])("with %s are refused, and nothing changes", async (_, query, body, status, error) => {
    const { id } = await uploaded();
    const answer = await addRows(id, query, body);
    expect([answer.status, answer.json.error]).toEqual([status, error]);
    expect((await ana.get(`/api/assets/${id}`)).json.version).toBe(1);
    expect(await rowsOf(id)).toEqual(["Mill,2", "Weir,3"]);
  });

  test("of another type than rows, too many bytes, a stale version, strangers", async () => {
    const { id } = await uploaded();
    const type = await addRows(id, "", "<rows/>", { headers: { "content-type": "text/xml" } });
    expect([type.status, type.json.code]).toEqual([415, "rows-type-unknown"]);
    const large = await addRows(id, "", `[${" ".repeat(5_000_001)}]`);
    const many = await addRows(id, "", JSON.stringify(Array.from({ length: 100_001 }, () => ({}))));
    expect([many.status, many.json.error]).toEqual([413, "A call takes at most 100,000 rows. Send more as a file."]);
    expect([large.status, large.json.error]).toEqual([413, "The request is larger than 5 MB."]);
    const row = [{ station: "Lock", level: 4 }];
    const stale = await addRows(id, "", row, { headers: { "if-match": '"7-rows"' } });
    expect([stale.status, stale.json.code]).toEqual([412, "version-stale"]);
    expect((await addRows(id, "", row, { by: bruno })).status).toBe(403);
    expect((await addRows(id, "", row, { headers: { "if-match": '"1-rows"' } })).json.version).toBe(2);
  });
});

describe("an old version", () => {
  test("is read by its number or a time on every address, with an ETag of its own", async () => {
    const { id, table } = await uploaded();
    await addRows(id, "", [{ station: "Lock", level: 4 }]);
    await putFile(id, "", "station,level\nNew,1\n");
    const listed = (await versions(id)).json as { version: number; at: string }[];
    const second = listed.find(({ version }) => version === 2)!;
    const key = await ana.key();
    const csv = (query: string) =>
      product.call("GET", `/api/stream/data?table=${table}&format=csv&api_key=${key}&${query}`);
    const rows = "station,level\nMill,2\nWeir,3\nLock,4\n";
    const old = await csv("version=2");
    expect([old.text, old.headers.get("x-total-count")]).toEqual([rows, "3"]);
    expect((await csv(`as_of=${second.at}`)).text).toBe(rows);
    expect((await csv("version=2&count=exact&level=gt.2")).headers.get("x-total-count")).toBe("2");
    expect((await product.call("GET", `/d/${table}.csv?version=2&api_key=${key}`)).text).toBe(rows);
    const etag = old.headers.get("etag");
    expect(etag).not.toBe((await csv("")).headers.get("etag"));
    await addRows(id, "", [{ station: "More", level: 4 }]);
    const same = await product.call("GET", `/api/stream/data?table=${table}&format=csv&api_key=${key}&version=2`, {
      headers: { "if-none-match": etag! },
    });
    expect(same.status).toBe(304);
    expect(await rowsOf(id, "?version=2")).toEqual(["Mill,2", "Weir,3", "Lock,4"]);
    expect((await ana.get(`/api/assets/table/${table}?version=2`)).json.total).toBe(3);
    expect((await ana.get(`/api/assets/${id}/original?version=3`)).text).toBe("station,level\nNew,1\n");
  });

  test("that there is not, is no longer kept or is unclear is said in one sentence", async () => {
    const { id, table } = await uploaded();
    for (let at = 0; at < 3; at += 1) await addRows(id, "", [{ station: `S${at}`, level: at }]);
    const key = await ana.key();
    const said = async (query: string) => {
      const answers = [
        await ana.get(`/api/assets/${id}/data?${query}`),
        await product.call("GET", `/api/stream/data?table=${table}&api_key=${key}&${query}`),
        await ana.get(`/api/assets/${id}/original?${query}`),
      ];
      const texts = answers.map(({ status, json }) => `${status} ${json.error}`);
      expect(new Set(texts).size, texts.join()).toBe(1);
      return texts[0];
    };
    expect(await said("version=9")).toBe("404 There is no version 9.");
    expect(await said("version=1")).toBe("410 Version 1 is no longer kept. The oldest one that can be read is 2.");
    expect(await said("as_of=2001-01-01")).toBe("404 There was no version yet at 2001-01-01.");
    const unclear =
      "400 Give version as a whole number from 1, or as_of as a date or a time in ISO 8601 such as 2026-11-23T08:00:00Z, not both.";
    for (const query of ["version=0", "version=2&as_of=2026-01-01", "as_of=yesterday"])
      expect(await said(query)).toBe(unclear);
  });

  test("of a table with a column called version: the condition is a filter", async () => {
    const { table } = await uploaded("version,name\n1,a\n2,b\n");
    const key = await ana.key();
    const read = (query: string) => product.call("GET", `/d/${table}.csv?api_key=${key}&${query}`);
    expect((await read("version=eq.2")).text).toBe("version,name\n2,b\n");
    expect((await read("version=1&where.version=eq.2")).text).toBe("version,name\n2,b\n");
  });

  test("needs the rights of now", async () => {
    const { id, table } = await uploaded();
    await addRows(id, "", [{ station: "Lock", level: 4 }]);
    const key = await bruno.key();
    const read = () => product.call("GET", `/api/stream/data?table=${table}&version=1&api_key=${key}`);
    expect((await read()).status).toBe(403);
    expect([
      (await versions(id, "", bruno)).status,
      (await product.call("GET", `/api/assets/${id}/versions`)).status,
    ]).toEqual([403, 401]);
    await bruno.call("POST", `/api/access/grant`, { body: { assetId: id } });
    expect((await read()).status).toBe(200);
    await ana.call("PATCH", `/api/assets/${id}`, { body: { is_public: false } });
    await ana.call("DELETE", `/api/assets/${id}/shares?email=${encodeURIComponent(bruno.email)}`);
    expect((await read()).status).toBe(404);
  });
});

test("versions are listed page by page with what made each, and the people for the owner only", async () => {
  const { id } = await uploaded();
  await addRows(id, "?mode=upsert&key=station", [{ station: "Mill", level: 9 }]);
  await restore(id, 1);
  const all = await versions(id);
  expect(all.headers.get("x-total-count")).toBe("3");
  const none = { restored_from: null, run_id: null, connector_version: null };
  const file = { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: expect.any(Number) };
  const own = { columns: 2, rejected: 0, by: "Ana", at: expect.any(String) };
  expect(all.json).toEqual([
    {
      ...none,
      ...own,
      version: 3,
      mode: "restore",
      rows: 2,
      restored_from: 1,
      current: true,
      kept: true,
      file: { ...file, name: expect.any(String) },
    },
    {
      ...none,
      ...own,
      version: 2,
      mode: "upsert",
      rows: 2,
      current: false,
      kept: true,
      file: { ...file, name: "rows.csv" },
    },
    {
      ...none,
      ...own,
      version: 1,
      mode: "replace",
      rows: 2,
      current: false,
      kept: true,
      file: { ...file, name: expect.any(String) },
    },
  ]);
  const page = await versions(id, "?limit=2");
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get("link") ?? "")?.[1];
  expect([page.json.length, page.headers.get("x-total-count")]).toEqual([2, "3"]);
  const last = await ana.get(new URL(next!).pathname + new URL(next!).search);
  expect([last.json.map(({ version }: { version: number }) => version), last.headers.get("link")]).toEqual([
    [1],
    expect.stringContaining('rel="first"'),
  ]);
  await bruno.call("POST", "/api/access/grant", { body: { assetId: id } });
  expect((await versions(id, "?limit=1", bruno)).json).toMatchObject([{ version: 3, by: null }]);
});

describe("restoring", () => {
  test("makes the old rows the newest without copying them; again changes nothing", async () => {
    const { id } = await uploaded();
    const etagOfRows = async (query: string) => (await ana.get(`/api/assets/${id}/data${query}`)).headers.get("etag");
    await addRows(id, "", [{ station: "Lock", level: 4 }]);
    const tables = async () => (await db.pool.query("select from pg_tables where schemaname = 'data'")).rowCount;
    const before = await tables();
    const answer = await restore(id, 1);
    expect([answer.status, answer.json]).toEqual([200, { id, version: 3, unchanged: false, rowCount: 2 }]);
    expect([await rowsOf(id), await tables()]).toEqual([["Mill,2", "Weir,3"], before]);
    expect((await restore(id, 1)).json).toEqual({ id, version: 3, unchanged: true, rowCount: 2 });
    expect((await ana.get(`/api/assets/${id}/original`)).text).toBe(JUNE);
    // The rows of version 2 stay as they are when something is appended to the restored ones.
    expect((await addRows(id, "", [{ station: "Ford", level: 5 }])).json.version).toBe(4);
    expect([await rowsOf(id), await rowsOf(id, "?version=2")]).toEqual([
      ["Mill,2", "Weir,3", "Ford,5"],
      ["Mill,2", "Weir,3", "Lock,4"],
    ]);
    expect(await etagOfRows("?version=2")).toMatch(/^"2-/);
  });

  test("is the owner's, of a version that is kept, if the version is still the one meant", async () => {
    const { id } = await uploaded();
    for (let at = 0; at < 3; at += 1) await addRows(id, "", [{ station: `S${at}`, level: at }]);
    const said = async (...asked: Parameters<typeof restore>) => {
      const { status, json } = await restore(...asked);
      return [status, json.code];
    };
    expect(await said(id, 2, { by: bruno })).toEqual([403, "not-the-owner"]);
    expect(await said(id, 1)).toEqual([410, "version-not-kept"]);
    expect(await said(id, 7)).toEqual([404, "version-unknown"]);
    expect(await said(id, 2, { headers: { "if-match": '"3-rows"' } })).toEqual([412, "version-stale"]);
    expect((await restore(id, 2, { headers: { "if-match": '"4-rows"' } })).json.version).toBe(5);
  });
});

describe("comparing", () => {
  test("counts and shows what is different, by the key of the dataset or one that the caller names", async () => {
    const { id } = await uploaded();
    await putFile(id, "?mode=upsert&key=station", "station,level\nWeir,9\nLock,4\n");
    const compare = (query = "") => ana.get(`/api/assets/${id}/versions/1/compare/2${query}`);
    expect((await compare()).json).toEqual({
      columns: { added: [], removed: [], retyped: [] },
      key: ["station"],
      rows: { added: 1, removed: 0, changed: 1, unchanged: 1 },
      samples: {
        added: [{ station: "Lock", level: 4 }],
        removed: [],
        changed: [{ row: { station: "Weir", level: 9 }, cells: [{ column: "level", before: 3, after: 9 }] }],
      },
    });
    expect((await compare("?key=level,station")).json).toMatchObject({ rows: { added: 2, removed: 1, changed: 0 } });
    const unknown = await compare("?key=depth");
    expect([unknown.status, unknown.json.error]).toEqual([
      400,
      "Both versions must have the column depth, which is part of the key.",
    ]);
    const missing = await ana.get(`/api/assets/${id}/versions/1/compare/5`);
    expect([missing.status, missing.json.code]).toEqual([404, "version-unknown"]);
    expect((await bruno.get(`/api/assets/${id}/versions/1/compare/2`)).status).toBe(403);
  });

  test("by columns that do not identify the rows is refused with the first duplicate", async () => {
    const { id } = await uploaded();
    await addRows(id, "", [{ station: "Mill", level: 4 }]);
    const answer = await ana.get(`/api/assets/${id}/versions/1/compare/2?key=station`);
    expect([answer.status, answer.json.error]).toEqual([
      409,
      "The key does not identify the rows of the newer rows: Mill occurs more than once.",
    ]);
  });
});

describe("the page for pasting rows", () => {
  const page = (id: string, form: Record<string, string>, by = ana) =>
    by.call("POST", `/dataset_profile/${id}/rows`, {
      body: new URLSearchParams({ intent: "preview-rows", ...form }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    });

  test("shows what the rows would do and stores nothing", async () => {
    const { id } = await uploaded();
    const before = (await db.pool.query("select from registry.tables")).rowCount;
    const shown = await page(id, { rows: "Mill\t5\r\nLock\t6\t7\r\nFord\t8", mode: "upsert", key: "station" });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining("Rows: 1 added, 1 changed, 0 unchanged")]);
    expect(shown.text).toContain("1 row does not fit and will be left out.");
    expect((await db.pool.query("select from registry.tables")).rowCount).toBe(before);
    expect((await ana.get(`/api/assets/${id}`)).json.version).toBe(1);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["no rows", { rows: " " }, 400, "Paste some rows."],
    [
      "too many",
      { rows: "x".repeat(100_001) },
      413,
      "At most 100,000 characters can be pasted. Upload more as a file.",
    ],
    [
      "other columns",
      { rows: "a,b\n1,2\n", header: "on" },
      409,
      "The file has other columns than the dataset: missing station, level; new a, b.",
    ],
    ["no key", { rows: "Mill,1", mode: "upsert" }, 400, "Name the columns that identify a row"],
  ])("refuses %s", async (_, form, status, sentence) => {
    const { id } = await uploaded();
    const answer = await page(id, form);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(sentence)]);
  });

  test("is the owner's", async () => {
    const { id } = await uploaded();
    const sent = await bruno.call("GET", `/dataset_profile/${id}/rows`, { headers: { accept: "text/html" } });
    const flash = (sent.headers.get("set-cookie") ?? "").split(";")[0];
    const headers = { accept: "text/html", cookie: `${bruno.cookie}; ${flash}` };
    const shown = await product.call("GET", sent.headers.get("location") ?? "", { headers });
    expect([sent.status, shown.text]).toEqual([302, expect.stringContaining("Only the owner can add rows.")]);
  });
});
