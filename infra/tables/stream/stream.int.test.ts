import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { readHead } from "../csv/dialect.ts";
import { loadCsv } from "../load/load-csv.ts";
import { type OpenStreamOptions, openStream } from "./open-stream.ts";
import { countRows, previewTable } from "./preview-table.ts";
import { prepareReaderRole } from "../reader-role.ts";
import { physicalName } from "../registry.ts";
import { dropTable, sweepStaging } from "../remove-tables.ts";
import { parseStreamQuery } from "./stream-query.ts";
import { tableMigrations } from "../table-migrations.ts";

let db: FreshDatabase;
let folder: string;
let towns: TableVersion;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  expect(await prepareReaderRole(db.pool)).toEqual({ warning: null });
  folder = await mkdtemp(path.join(tmpdir(), "streams-"));
  towns = await table(
    [
      "id,name,share,founded,seen,since,open,code",
      "1,Köln,0.25,2001-02-03,2024-01-31T10:00:00+02:00,2024-01-31 10:00:00,true,007",
      '2,"a ""b"", c",-1.5,1999-12-31,2024-01-31T10:00:00.5Z,2024-01-31 10:00:01,false,=1+1',
      "9007199254740993,,,,,,,",
    ].join("\n"),
  );
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

async function table(csv: string | Uint8Array): Promise<TableVersion> {
  const loaded = await loadCsv({
    pool: db.pool,
    source: Readable.from([Buffer.from(csv)]),
    folder,
    physical: physicalName(),
  });
  if (!loaded.ok) throw new Error(loaded.failure.code);
  return loaded.table;
}

async function open(of: TableVersion, params: string, options: Partial<OpenStreamOptions> = {}): Promise<Readable> {
  const parsed = parseStreamQuery(new URLSearchParams(params), of.columns);
  if (!parsed.ok) throw new Error(parsed.message);
  const opened = await openStream({
    pool: db.pool,
    physical: of.physical,
    query: parsed.query,
    format: parsed.query.format ?? "json",
    excel: false,
    ...options,
  });
  if (!opened.ok) throw new Error(opened.reason);
  return opened.readable;
}

const get = async (of: TableVersion, params = "", options: Partial<OpenStreamOptions> = {}) =>
  text(await open(of, params, options));
async function preview(of: TableVersion, from: "first" | "latest", limit: number) {
  const found = await previewTable({ pool: db.pool, physical: of.physical, from, limit });
  if (found === null || found === "too-slow") throw new Error(`No preview: ${found}`);
  return found;
}

const names = async (params: string) => (JSON.parse(await get(towns, params)) as { id: number }[]).map((row) => row.id);

describe("formats", () => {
  test("csv: a header, ISO times, empty cells for null", async () => {
    expect(await get(towns, "format=csv")).toBe(
      [
        "id,name,share,founded,seen,since,open,code",
        "1,Köln,0.25,2001-02-03,2024-01-31T08:00:00Z,2024-01-31T10:00:00,true,007",
        '2,"a ""b"", c",-1.5,1999-12-31,2024-01-31T10:00:00.5Z,2024-01-31T10:00:01,false,=1+1',
        "9007199254740993,,,,,,,",
        "",
      ].join("\n"),
    );
  });

  test("json and ndjson: the same rows, whole numbers exact", async () => {
    const lines = (await get(towns, "format=ndjson")).trimEnd().split("\n");
    expect(lines[1]).toBe(
      '{"id":2,"name":"a \\"b\\", c","share":-1.5,"founded":"1999-12-31","seen":"2024-01-31T10:00:00.5Z","since":"2024-01-31T10:00:01","open":false,"code":"=1+1"}',
    );
    expect(lines[2]).toContain('{"id":9007199254740993,"name":null');
    expect(JSON.parse(await get(towns, "format=json"))).toEqual(lines.map((line) => JSON.parse(line) as unknown));
  });

  test("an empty answer is an empty array, no lines, a header alone", async () => {
    expect(JSON.parse(await get(towns, "limit=0"))).toEqual([]);
    expect(await get(towns, "format=ndjson&limit=0")).toBe("");
    expect(await get(towns, "format=csv&limit=0&columns=id,name")).toBe("id,name\n");
  });

  test("for Excel: a mark first, and formulas disarmed where a cell is no plain number", async () => {
    const risky = await table(
      'v,n\n=1+1,1\n"  @x",1\n-5.3,1\n+1 234,1\n"\t=a",1\n＝1,1\n"\n=1",1\n"""=1",1\nfine,1\n-,1\n"-1,5",1\n',
    );
    const cells = readHead(
      await buffer(await open(risky, "format=csv", { excel: true })),
      { delimiter: ",", quote: '"', escape: "double" },
      { whole: true },
    );
    expect(cells.map((record) => record.cells[0]?.text)).toEqual([
      "\ufeffv",
      "'=1+1",
      "'  @x",
      "-5.3",
      "'+1 234",
      "'\t=a",
      "'＝1",
      "'\n=1",
      "'\"=1",
      "fine",
      "'-",
      "-1,5",
    ]);
    expect(await get(risky, "format=csv&limit=1")).toBe("v,n\n=1+1,1\n");
  });
});

describe("queries", () => {
  test.each([
    ["id=eq.1", [1]],
    ["id=neq.1", [2, 9007199254740992]],
    ["name=neq.Köln", [2]],
    ["name=isdistinct.Köln", [2, 9007199254740992]],
    ["share=isdistinct.-1.5", [1, 9007199254740992]],
    ["where.founded=isdistinct.1900-01-01&id=lt.3", [1, 2]],
    ["id=gt.1.5&id=lt.3", [2]],
    ["share=lte.0.25", [1, 2]],
    ["share=eq.-1.5", [2]],
    ["where.name=like.K*", [1]],
    ["where.name=ilike.k*", [1]],
    ["where.*=ilike.*KÖLN*", [1]],
    ["where.*=like.*0.25*", [1]],
    ["where.*=ilike.*2024-01-31T08:00*", [1]],
    ["where.*=ilike.*FALSE*", [2]],
    ["where.*=like.9007199254740993", [9007199254740992]],
    ["where.*=ilike.*nowhere*", []],
    ['name=in.(Köln,"a \\"b\\", c")', [1, 2]],
    ["id=in.(2,1)", [1, 2]],
    ["name=is.null", [9007199254740992]],
    ["name=is.not_null", [1, 2]],
    ["open=is.true", [1]],
    ["open=eq.false", [2]],
    ["founded=gte.2000-01-01", [1]],
    ["since=gt.2024-01-31T10:00:00", [2]],
    ["seen=eq.2024-01-31T08:00:00Z", [1]],
    ["seen=eq.2024-01-31T10:00:00+02:00", [1]],
    ["code=eq.007", [1]],
    ["code=gte.1", [2]],
    ["_row_id=gt.2", [9007199254740992]],
    ["order=-id", [9007199254740992, 2, 1]],
    ["order=share", [2, 1, 9007199254740992]],
    ["order=name&limit=1&offset=1", [2]],
    ["name=eq.'); DROP TABLE x; --\\", []],
    ["name=like.%5C", []],
  ])("%s", async (params, ids) => {
    expect(await names(params)).toEqual(ids);
  });

  describe("an offset in the order of the rows", () => {
    const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
    const wide = (at: number) => Array.from({ length: 400 }, () => at).join(",");

    test.each([
      ["of a table as it was loaded", `n\n${numbers.join("\n")}\n`, null],
      [
        "of a wide one",
        `${["n", ...Array.from({ length: 399 }, (_, at) => `c${at}`)].join(",")}\n${numbers.map(wide).join("\n")}\n`,
        null,
      ],
      ["of one whose row ids have gaps", `n\n${numbers.join("\n")}\n`, 7],
      ["of one whose row ids begin later", `n\n${numbers.join("\n")}\n`, 1],
      ["of one whose last row is gone", `n\n${numbers.join("\n")}\n`, 40],
    ])("%s", async (_name, csv, gone) => {
      const loaded = await table(csv);
      if (gone !== null) {
        await db.pool.query(`DELETE FROM data.${loaded.physical} WHERE _row_id = $1`, [gone]);
        await db.pool.query("UPDATE registry.tables SET row_count = row_count - 1 WHERE physical = $1", [
          loaded.physical,
        ]);
      }
      const all = numbers.filter((each) => each !== gone);
      const read = async (query: string) =>
        (JSON.parse(await get(loaded, `columns=n&${query}`)) as { n: number }[]).map(({ n }) => n);
      for (const offset of [0, 1, 6, 7, 38, 39, 40, 1_000_000]) {
        expect(await read(`offset=${offset}`), String(offset)).toEqual(all.slice(offset));
        expect(await read(`offset=${offset}&limit=3`), String(offset)).toEqual(all.slice(offset, offset + 3));
        expect(await read(`offset=${offset}&limit=3&order=-n`), String(offset)).toEqual(
          all.toReversed().slice(offset, offset + 3),
        );
        expect(await read(`offset=${offset}&limit=3&n=gt.2`), String(offset)).toEqual(
          all.filter((n) => n > 2).slice(offset, offset + 3),
        );
      }
    });

    test("reads none of the rows that it skips", async () => {
      const large = await table(`n\n${Array.from({ length: 100_000 }, (_, at) => at).join("\n")}\n`);
      // The statistics of a connection are visible once it reports them itself.
      const pool = new pg.Pool({ connectionString: db.url, max: 1 });
      const rowsRead = async () => {
        await pool.query("SELECT pg_stat_force_next_flush()");
        return Number(
          (
            await pool.query(
              "SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS rows FROM pg_stat_user_tables WHERE relname = $1",
              [large.physical],
            )
          ).rows[0].rows,
        );
      };
      const before = await rowsRead();
      expect(await get(large, "offset=99998&limit=5&format=csv", { pool })).toBe("n\n99998\n99999\n");
      expect((await rowsRead()) - before).toBeLessThan(100);
      await pool.end();
    });
  });

  test("columns come in the order asked for", async () => {
    expect(await get(towns, "format=ndjson&columns=code,_row_id&limit=1")).toBe('{"code":"007","_row_id":1}\n');
  });

  test("counting what the filters let through", async () => {
    const parsed = parseStreamQuery(new URLSearchParams("id=lt.3"), towns.columns);
    if (!parsed.ok) throw new Error(parsed.message);
    expect(await countRows({ pool: db.pool, physical: towns.physical, filters: parsed.query.filters })).toBe(2);
    expect(await countRows({ pool: db.pool, physical: towns.physical })).toBe(3);
    expect(await countRows({ pool: db.pool, physical: physicalName() })).toBeNull();
  });
});

describe("any cells", () => {
  const cell = fc
    .oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.integer().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
      fc.constantFrom(
        "",
        " ",
        "\\N",
        "\\.",
        "NULL",
        '"',
        "''",
        "a,b",
        "\r\n",
        "\n",
        "\r",
        "\t",
        "\\",
        "{}",
        "true",
        "2024-01-01",
        "0",
        "-0",
        "007",
        "1e5",
        "\u2028",
      ),
    )
    .map((value) => value.replaceAll("\0", "").toWellFormed());
  // A row without any value does not count: loading leaves it out.
  const row = fc.tuple(cell, cell, cell).filter((cells) => cells.some((value) => value !== ""));
  const quote = (value: string) => `"${value.replaceAll('"', '""')}"`;

  test("a file of text comes out of the stream as it went in", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), fc.boolean(), async (rows, wide) => {
        const padding = wide ? Array.from({ length: 300 }, (_, i) => `p${i}`) : [];
        // One cell of plain words in each column: types must not change what is written.
        const all = [["x.", "y.", "z."], ...rows];
        const csv = [
          ["first", "second", "third", ...padding].join(","),
          ...all.map((row) => [...row.map(quote), ...padding.map((name) => `of ${name}`)].join(",")),
        ].join("\n");
        const loaded = await table(csv);
        const out = readHead(
          Buffer.from(await get(loaded, "format=csv&columns=first,second,third")),
          { delimiter: ",", quote: '"', escape: "double" },
          { whole: true },
        );
        expect(out.slice(1).map((record) => record.cells.map(({ text }) => text))).toEqual(all);
        const json = JSON.parse(await get(loaded, "columns=first,second,third")) as Record<string, string | null>[];
        expect(json.map((row) => [row["first"] ?? "", row["second"] ?? "", row["third"] ?? ""])).toEqual(all);
        await dropTable(db.pool, loaded.physical);
      }),
      { numRuns: 25 },
    );
  });

  test("numbers come back with the value they had", async () => {
    const number = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }).map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 30 }), async (values) => {
        const loaded = await table(`v,w\n${values.map((value) => `${value},x`).join("\n")}\n`);
        const out = (await get(loaded, "format=csv&columns=v")).trimEnd().split("\n").slice(1);
        if (loaded.columns[0]?.type === "text") expect(out).toEqual(values);
        else if (loaded.columns[0]?.type === "bigint") expect(out.map(BigInt)).toEqual(values.map(BigInt));
        else expect(out.map(Number)).toEqual(values.map(Number));
        await dropTable(db.pool, loaded.physical);
      }),
      { numRuns: 25 },
    );
  });
});

describe("columns in number and name", () => {
  test.each([
    [300, "c299"],
    [301, "cells"],
    [1600, "cells"],
  ])("%i columns", async (count, physicalColumn) => {
    const labels = Array.from({ length: count }, (_, i) => `f${i}`);
    const loaded = await table(
      `${labels.join(",")}\n${labels.map((_, i) => i).join(",")}\n${labels.map((_, i) => (i % 2 ? "" : i / 2)).join(",")}\n`,
    );
    const { rows } = await db.pool.query(
      "SELECT 1 FROM information_schema.columns WHERE table_name = $1 AND column_name = $2",
      [loaded.physical, physicalColumn],
    );
    expect(rows).toHaveLength(1);
    const lines = (await get(loaded, "format=ndjson&order=-_row_id"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, number>);
    expect(lines.map((line) => [Object.keys(line).length, line["f3"], line[`f${count - 2}`]])).toEqual([
      [count, null, count % 2 ? null : (count - 2) / 2],
      [count, 3, count - 2],
    ]);
    expect((await preview(loaded, "latest", 1)).rows[0]?.["f2"]).toBe(1);
    expect(JSON.parse(await get(loaded, "f2=eq.1&columns=f2"))).toEqual([{ f2: 1 }]);
  });

  test("1,601 columns are refused", async () => {
    const row = Array.from({ length: 1601 }, (_, i) => `f${i}`).join(",");
    const refused = await loadCsv({
      pool: db.pool,
      source: Readable.from([Buffer.from(`${row}\n${row}\n`)]),
      folder,
      physical: physicalName(),
    });
    expect(refused).toEqual({
      ok: false,
      failure: { code: "too-many-columns", facts: { columns: 1601, maxColumns: 1600 } },
    });
  });

  test("names that break quoting, hide or collide", async () => {
    const long = "é".repeat(35);
    const labels = [
      "]",
      'x"; DROP TABLE y; --',
      "ctid",
      `${long}a`,
      `${long}b`,
      "",
      "a",
      "A",
      "__proto__",
      "_row_id",
      "constructor",
      "limit",
      "名前 ",
      "a\tb",
    ];
    const loaded = await table(
      `${labels.map((label) => `"${label.replaceAll('"', '""')}"`).join(",")}\n${labels.map((_, i) => `v${i}`).join(",")}\n`,
    );
    const named = loaded.columns.map((column) => column.name);
    expect(new Set(named.map((name) => name.toLowerCase())).size).toBe(labels.length);
    for (const name of named) expect(name).toMatch(/^[\p{L}\p{N}\p{M}_]{1,63}$/u);
    expect(loaded.columns[2]).toEqual({ name: "ctid", label: "ctid", type: "text" });
    const [row] = JSON.parse(await get(loaded)) as Record<string, string>[];
    expect(named.map((name) => row?.[name])).toEqual(labels.map((_, i) => `v${i}`));
    expect(JSON.parse(await get(loaded, "where.limit=eq.v11&columns=limit"))).toEqual([{ limit: "v11" }]);
  });

  test("names that the SQL itself uses", async () => {
    const loaded = await table("r,c2,c1,source,cells\n1,9,5,a,x\n2,8,6,b,y\n");
    const rows = [
      { r: 1, c2: 9, c1: 5, source: "a", cells: "x" },
      { r: 2, c2: 8, c1: 6, source: "b", cells: "y" },
    ];
    expect(JSON.parse(await get(loaded))).toEqual(rows);
    expect((await preview(loaded, "latest", 10)).rows).toEqual(rows);
    for (const name of ["r", "c2", "c1", "source", "cells"] as const) {
      for (const format of ["csv", "ndjson"]) {
        const first = (await get(loaded, `format=${format}&columns=r,c2,c1,source,cells&order=${name}&limit=1`)).split(
          "\n",
        )[format === "csv" ? 1 : 0];
        expect(first).toMatch(name === "c2" ? /8/ : /9/);
      }
    }
  });
});

describe("connections", () => {
  const busy = async () => {
    const { rows } = await db.pool.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (%' AND state = 'active'",
    );
    return (rows[0] as { n: number }).n;
  };
  const settled = async (wanted: number) => {
    for (let tries = 0; tries < 100 && (await busy()) !== wanted; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    return busy();
  };
  let large: TableVersion;
  beforeAll(async () => {
    large = await table(`id,text\n${Array.from({ length: 60_000 }, (_, i) => `${i},${"x".repeat(500)}`).join("\n")}`);
  });

  test("a slow reader holds the server back, one that leaves frees the connection", async () => {
    const stream = await open(large, "format=csv");
    await new Promise((resolve) => stream.once("readable", resolve));
    expect(await settled(1)).toBe(1);
    expect(stream.readableLength).toBeLessThan(5_000_000);
    stream.destroy();
    expect(await settled(0)).toBe(0);
    expect(db.pool.waitingCount).toBe(0);
  });

  test("when the source breaks midway the stream ends with an error, not as if it were whole", async () => {
    const stream = await open(large, "format=json");
    await new Promise((resolve) => stream.once("readable", resolve));
    await db.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY (%' AND pid <> pg_backend_pid()",
    );
    await expect(text(stream)).rejects.toThrow();
    expect(await settled(0)).toBe(0);
  });

  test("a right that is taken away ends the stream", async () => {
    const right = new AbortController();
    const stream = await open(large, "format=ndjson", { signal: right.signal });
    right.abort(new Error("access was removed"));
    await expect(text(stream)).rejects.toThrow("access was removed");
    expect(await settled(0)).toBe(0);
  });

  test("a table that is dropped while it is read cannot be opened again; its rows go later", async () => {
    const doomed = await table(
      `id,text\n${Array.from({ length: 60_000 }, (_, i) => `${i},${"x".repeat(500)}`).join("\n")}`,
    );
    const stream = await open(doomed, "format=csv");
    await new Promise((resolve) => stream.once("readable", resolve));
    await dropTable(db.pool, doomed.physical);
    await expect(open(doomed, "")).rejects.toThrow("gone");
    expect((await text(stream)).trimEnd().split("\n")).toHaveLength(60_001);
    expect(await sweepStaging(db.pool, { olderThanMs: Date.now() })).toEqual({ removed: 1, done: true });
    const { rows } = await db.pool.query("SELECT 1 FROM pg_tables WHERE tablename = $1", [doomed.physical]);
    expect(rows).toEqual([]);
  });

  test("the reader's role sees data tables and nothing else", async () => {
    const client = await db.pool.connect();
    await client.query("BEGIN; SET LOCAL ROLE tributary_reader");
    await expect(client.query("SELECT * FROM registry.tables")).rejects.toMatchObject({ code: "42501" });
    client.release(true);
    const secret = await table("a,b\n1,2\n");
    await db.pool.query(`REVOKE SELECT ON data.${secret.physical} FROM tributary_reader`);
    await expect(get(secret)).rejects.toMatchObject({ code: "42501" });
    await expect(
      previewTable({ pool: db.pool, physical: secret.physical, from: "first", limit: 1 }),
    ).rejects.toMatchObject({ code: "42501" });
  });
});
