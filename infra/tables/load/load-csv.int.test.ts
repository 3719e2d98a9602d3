import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import type { UploadProgress } from "#domain/core/ports/uploads.ts";
import type { CsvLoaded } from "./csv-load.ts";
import { loadCsv } from "./load-csv.ts";
import { dataTable, physicalName, tableStatistics } from "../registry.ts";
import { measureTable } from "../measure-table.ts";
import type { TableStatistics } from "#domain/core/ports/table-statistics.ts";
import { tableMigrations } from "../table-migrations.ts";

let db: FreshDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  folder = await mkdtemp(path.join(tmpdir(), "tables-"));
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

const FIXTURES = path.join(import.meta.dirname, "../csv/fixtures");

type Expected = {
  file: string;
  encoding: string;
  delimiter: string;
  outcome: "clean" | "dirty" | "reject";
  n_columns: number;
  n_rows: number;
  columns: string[];
  first_row?: string[];
  last_row?: string[];
  must_stay_text?: string[];
  skip_rows: number;
  odd_cells: { row: number; col: number; value: string }[];
};
const expected = JSON.parse(await readFile(path.join(FIXTURES, "expected.json"), "utf8")) as Expected[];
const ENCODINGS: Record<string, string> = { "latin-1": "windows-1252", cp932: "shift_jis" };

async function load(source: string, options: Partial<Parameters<typeof loadCsv>[0]> = {}): Promise<CsvLoaded> {
  const loaded = await loadCsv({ pool: db.pool, source, folder, physical: physicalName(), ...options });
  if (!loaded.ok) throw new Error(loaded.failure.code);
  return loaded;
}

let files = 0;
async function file(content: string | Uint8Array): Promise<string> {
  const name = path.join(folder, `file-${(files += 1)}.csv`);
  await writeFile(name, content);
  return name;
}

async function cells(loaded: CsvLoaded): Promise<(string | null)[][]> {
  const list = loaded.table.columns.map((_, index) => `c${index}::text`).join(", ");
  const { rows } = await db.pool.query<{ row: (string | null)[] }>(
    `SELECT ARRAY[${list}]::text[] AS row FROM ${dataTable(loaded.table.physical)} ORDER BY _row_id`,
  );
  return rows.map(({ row }) => row);
}

describe("files of others", () => {
  test.each(expected.map((one) => [one.file, one] as const))("%s", async (name, wanted) => {
    const loaded = await load(path.join(FIXTURES, name));
    expect(loaded.report.encoding).toBe(ENCODINGS[wanted.encoding] ?? wanted.encoding);
    expect(loaded.report.delimiter).toBe(wanted.delimiter);
    expect(loaded.table.rows).toBe(wanted.n_rows);
    expect(loaded.table.columns.length + loaded.report.emptyColumns).toBe(wanted.n_columns);
    const labels = wanted.columns.map((label, index) => label.replace(/\s+/g, " ").trim() || `column_${index + 1}`);
    expect(loaded.table.columns.map((column) => column.label)).toEqual(labels.slice(0, loaded.table.columns.length));
    expect(new Set(loaded.table.columns.map((column) => column.name)).size).toBe(loaded.table.columns.length);
    const rows = await cells(loaded);
    const text = (row: (string | null)[] | undefined) => row?.map((cell) => cell ?? "");
    if (wanted.first_row) expect(text(rows[0])?.slice(0, wanted.first_row.length)).toEqual(wanted.first_row);
    if (wanted.last_row) expect(text(rows.at(-1))?.slice(0, wanted.last_row.length)).toEqual(wanted.last_row);
    for (const odd of wanted.odd_cells) {
      if (wanted.skip_rows === 0) expect(rows[odd.row - 1]?.[odd.col - 1]).toBe(odd.value);
    }
    for (const column of wanted.must_stay_text ?? []) {
      expect(loaded.table.columns.find(({ label }) => label === column)?.type).toBe("text");
    }
  });
});

const types = (loaded: CsvLoaded) => Object.fromEntries(loaded.table.columns.map(({ name, type }) => [name, type]));
const labels = (loaded: CsvLoaded) => loaded.table.columns.map(({ label }) => label);

describe("the whole file decides", () => {
  test.each([
    [
      "plain numbers, ISO times, truth values",
      "i,d,b,day,at,zone,t\n1,0.5,true,2024-01-31,2024-01-31T10:00,2024-01-31 10:00:00Z,10:00\n 2 ,1e-3,FALSE,1999-12-31,2024-01-31 10:00:00.25,2024-01-31T10:00:00+02,23:59:59\n,,,,,,\nx\n",
      ["bigint", "double precision", "boolean", "date", "timestamp", "timestamptz", "time"],
    ],
    [
      "codes, other dates, other decimals, words for nothing",
      'a,b,c,d,e,f,g\n007,12E4,1.5,31/01/2024,NA,yes,+49\n1,1,"1,5",1,1,1,1\n',
      ["text", "text", "text", "text", "text", "text", "text"],
    ],
    [
      "more digits than a type holds",
      "a,b,c\n9223372036854775808,0.12345678901234567890,0.1\n1,2.5,9007199254740993\n",
      ["text", "numeric", "numeric"],
    ],
    ["quoted digits among unquoted numbers", 'a,b\n"1",1\n"2",2\n', ["text", "bigint"]],
    ["every cell quoted", '"a","b"\n"1","x"\n"2","y"\n', ["bigint", "text"]],
  ])("%s", async (_, content, wanted) => {
    const loaded = await load(await file(content));
    expect(loaded.table.columns.map((column) => column.type)).toEqual(wanted);
  });

  test.each([false, true])(
    "a cell far behind the head changes its column's type (worker thread: %s)",
    async (large) => {
      const rows = Array.from({ length: large ? 60_000 : 30_000 }, (_, i) => `${i},${i}.5,,${i}`);
      const pad = large ? "x".repeat(10) : "";
      const loaded = await load(
        await file(
          `int,dec,late,unit,,pad\n${rows.map((row) => `${row},,${pad}`).join("\n")}\n7,x,2024-01-31,0.5,,\n8,1,,,here,`,
        ),
        { limits: {} },
      );
      expect(types(loaded)).toEqual({
        int: "bigint",
        dec: "text",
        late: "date",
        unit: "double precision",
        column_5: "text",
        pad: "text",
      });
      expect(loaded.table.rows).toBe(rows.length + 2);
      const last = await db.pool.query(
        `SELECT c0, c1, c2::text, c3, c4 FROM ${dataTable(loaded.table.physical)} WHERE _row_id > $1 ORDER BY _row_id`,
        [rows.length],
      );
      expect(last.rows).toEqual([
        { c0: "7", c1: "x", c2: "2024-01-31", c3: 0.5, c4: null },
        { c0: "8", c1: "1", c2: null, c3: null, c4: "here" },
      ]);
    },
  );

  test("a number that Postgres cannot hold makes its column text, and the report tells it", async () => {
    const zeros = (count: number) => "0".repeat(count);
    const odd = [
      `0.5${zeros(16_383)}`,
      `1${zeros(131_072)}.0`,
      "1e400",
      "9".repeat(131_073),
      `1${zeros(308)}.0`,
      `0.${zeros(323)}5`,
    ];
    // Behind the head of the file, where the types are settled already.
    const usual = "0.12345678901234567890,2.5,2.5,7,2.5,2.5";
    const rows = [...Array.from({ length: 100_000 }, () => usual), odd.join(","), odd.join(","), usual];
    const loaded = await load(await file(`long,high,power,whole,sum,tiny\n${rows.join("\n")}\n`));
    expect(types(loaded)).toEqual(Object.fromEntries(Object.keys(types(loaded)).map((name) => [name, "text"])));
    expect(loaded.report.textColumns.map(({ column, reason, line }) => [column, reason, line])).toEqual([
      ["long", "too-many-digits", 100_002],
      ["high", "too-many-digits", 100_002],
      ["power", "other-cell", 100_002],
      ["whole", "too-many-digits", 100_002],
      ["sum", "too-many-digits", 100_002],
      ["tiny", "too-many-digits", 100_002],
    ]);
    const { rows: last } = await db.pool.query(
      `SELECT ARRAY[c0, c1, c2, c3, c4, c5] AS row FROM ${dataTable(loaded.table.physical)} WHERE _row_id = 100002`,
    );
    expect((last as { row: string[] }[])[0]?.row).toEqual(odd);
  });

  test("a cell that is longer than the head of the file is stored whole", async () => {
    const shape = `LINESTRING (${"30.1 10.2, ".repeat(200_000)}30 10)`;
    const loaded = await load(await file(`id,name,wkt\n1,"Coast, north","${shape}"\n2,b,"POINT (30 10)"\n`));
    expect(loaded.table.columns.map(({ name, type }) => [name, type])).toEqual([
      ["id", "bigint"],
      ["name", "text"],
      ["wkt", "text"],
    ]);
    expect(await cells(loaded)).toEqual([
      ["1", "Coast, north", shape],
      ["2", "b", "POINT (30 10)"],
    ]);
  });

  test("decimals that may be versions stay numbers where they were so before", async () => {
    const source = await file("v,n\n1.9,1\n1.10,2\n");
    const typesOf = async (...options: Parameters<typeof load>) =>
      (await load(...options)).table.columns.map(({ type }) => type);
    expect(await typesOf(source)).toEqual(["text", "bigint"]);
    const expectedColumns = [{ name: "v", label: "v", type: "double precision" as const }];
    expect(await typesOf(source, { expected: expectedColumns })).toEqual(["double precision", "bigint"]);
    // Its versions show behind the head only.
    const long = await file(`v\n${"1.5\n2.7\n".repeat(5000)}3.20\n`);
    expect(await typesOf(long)).toEqual(["text"]);
    expect(await typesOf(long, { expected: expectedColumns })).toEqual(["double precision"]);
  });

  test("the largest numbers that are none of text can be stored and measured", async () => {
    const zeros = (count: number) => "0".repeat(count);
    const row = `0.5${zeros(16_382)},1${zeros(269)}.0,0.${zeros(269)}1`;
    const loaded = await load(await file(`exact,high,tiny\n0.12345678901234567890,1.5,1.5\n${row}\n${row}\n`));
    expect(types(loaded)).toEqual({ exact: "numeric", high: "double precision", tiny: "double precision" });
    await measureTable(db.pool, loaded.table.physical);
    const measured = await tableStatistics<TableStatistics>(db.pool, loaded.table.physical);
    expect(measured?.columns.map(({ nulls }) => nulls)).toEqual([0, 0, 0]);
  });

  test("one byte of another encoding behind two megabytes of ASCII", async () => {
    const loaded = await load(
      await file(
        Buffer.concat([Buffer.from(`name,n\n${"plain,1\n".repeat(250_000)}`), Buffer.from("Andr\xe9,2\n", "latin1")]),
      ),
    );
    expect(loaded.report.encoding).toBe("windows-1252");
    const { rows } = await db.pool.query(`SELECT c0 FROM ${dataTable(loaded.table.physical)} WHERE c1 = 2`);
    expect(rows).toEqual([{ c0: "André" }]);
  });
});

describe("encodings and dialects", () => {
  test.each(["utf-8", "utf-16le", "utf-16be"])("%s with its mark", async (encoding) => {
    const loaded = await load(await file(iconv.encode("größe,ort\n1,Łódź\n", encoding, { addBOM: true })));
    expect([labels(loaded), await cells(loaded)]).toEqual([["größe", "ort"], [["1", "Łódź"]]]);
    expect(loaded.report.encoding).toBe(encoding);
  });

  test.each([
    ["tabs", "a\tb\n1,5\t2,5\n", "\t"],
    ["semicolons and decimal commas", "1,5;2,5\n3,5;4,5\n5,5;6,5\n", ";"],
    ["pipes", "a|b\n1|2\n", "|"],
    ["a hint of Excel", "sep=;\na;b,c\n1;2,3\n", ";"],
    ["one column with commas in its text", "title\nfoo, bar\nbaz\nqux\nquux\n", null],
  ])("%s", async (_, content, delimiter) => {
    expect((await load(await file(content))).report.delimiter).toBe(delimiter);
  });

  test.each([
    [
      "single quotes",
      "a,b\n'x, y','it''s'\n'z','1'\n",
      [
        ["x, y", "it's"],
        ["z", "1"],
      ],
    ],
    [
      "backslash escapes",
      'a,b\n"say \\"hi, you\\"",1\n"back\\\\slash",2\n',
      [
        ['say "hi, you"', "1"],
        ["back\\slash", "2"],
      ],
    ],
    [
      "all line ends at once",
      'a,b\r\n1,"x\r\ny"\n2,z\r3,w',
      [
        ["1", "x\r\ny"],
        ["2", "z"],
        ["3", "w"],
      ],
    ],
    [
      "a quote inside a cell",
      'a,b\n5" disk,1\nx,2\n',
      [
        ['5" disk', "1"],
        ["x", "2"],
      ],
    ],
    [
      "comments and a title first",
      "# made by hand\n#\nReport of May,,\n\na,b,c\n1,2,3\n4,5,6\n",
      [
        ["1", "2", "3"],
        ["4", "5", "6"],
      ],
    ],
    [
      "years as labels",
      "country,1990,2000\nDE,1,2\nFR,3,4\n",
      [
        ["DE", "1", "2"],
        ["FR", "3", "4"],
      ],
    ],
    [
      "no header",
      "1,2024-01-31,x\n2,2024-02-01,y\n",
      [
        ["1", "2024-01-31", "x"],
        ["2", "2024-02-01", "y"],
      ],
    ],
    [
      "numbered rows without a label",
      ",value\n0,5\n1,6\n",
      [
        ["0", "5"],
        ["1", "6"],
      ],
    ],
    [
      "one delimiter at each end",
      "a,b,\n1,2,\n3,4,\n",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
  ])("%s", async (_, content, wanted) => {
    expect(await cells(await load(await file(content)))).toEqual(wanted);
  });
});

describe("a bad row never loses the file", () => {
  test("ragged rows are set aside with their place and kept whole in a file", async () => {
    const loaded = await load(await file('a,b\n1,2\n3\n"x\ny",4\n5,6,7\n"q" z,8\n9,10,,\n'));
    expect(loaded.rejected.count).toBe(3);
    expect(loaded.rejected.sample).toEqual([
      { line: 3, record: 2, reason: "1 cell instead of 2" },
      { line: 6, record: 4, reason: "3 cells instead of 2" },
      { line: 7, record: 5, reason: "text after a closing quote" },
    ]);
    const kept = (await readFile(loaded.rejected.path ?? "", "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { text: string }).text);
    expect(kept).toEqual(["3", "5,6,7", '"q" z,8']);
    expect(loaded.table.rows).toBe(3);
  });

  test("empty rows, columns without name and value, and NUL bytes go and are counted", async () => {
    const loaded = await load(await file("a,,b\n1,,x\0y\n,,\n\n  \n2,,z\n"));
    expect(await cells(loaded)).toEqual([
      ["1", "xy"],
      ["2", "z"],
    ]);
    expect(loaded.report).toMatchObject({ emptyRows: 2, emptyColumns: 1, dropped: [2], nulBytes: 1, skippedLines: 0 });
  });

  test.each([
    ["a,b", ["a", "b"], 0],
    ["a\n", ["a"], 0],
    ["5", ["column_1"], 1],
    ["hello\nworld", ["hello"], 1],
    ['"a"\n"x"', ["a"], 1],
  ])("the smallest files: %j", async (content, wanted, rows) => {
    const loaded = await load(await file(content));
    expect([labels(loaded), loaded.table.rows]).toEqual([wanted, rows]);
  });

  test("text is kept byte for byte; only an empty cell is null", async () => {
    const loaded = await load(await file('a,b\n" x ",NA\n,null\n"",None\n" ",-\n'));
    expect(await cells(loaded)).toEqual([
      [" x ", "NA"],
      [null, "null"],
      [null, "None"],
      [" ", "-"],
    ]);
  });
});

describe("what is no table is refused with the place, and leaves nothing", () => {
  const big = 400_000;
  test.each([
    ["empty", "", { code: "empty", facts: {} }],
    ["only blank lines", "\n\n \n", { code: "no-rows", facts: {} }],
    [
      "binary",
      Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256)),
      { code: "not-a-table", facts: { kind: "binary" } },
    ],
    ["a broken workbook", "PK\x03\x04rest", { code: "file-damaged", facts: { format: "zip" } }],
    ["a web page", "<!DOCTYPE html><html></html>", { code: "not-a-table", facts: { kind: "markup" } }],
    ["broken JSON", '[{"a": 1}', { code: "file-damaged", facts: { format: "json", line: 1 } }],
    [
      "a quote that never closes",
      `a,b\n1,2\n3,"x\n${"4,5\n".repeat(1000)}`,
      { code: "cell-too-large", facts: { line: 3, maxBytes: 1000 } },
    ],
    [
      "a quote that never closes in a large file",
      `a,b\n${"1,2\n".repeat(big)}3,"x\n${"4,5\n".repeat(1000)}`,
      { code: "cell-too-large", facts: { line: big + 2, maxBytes: 1000 } },
    ],
    [
      "a cell over the limit",
      `a,b\n1,${"x".repeat(2000)}\n`,
      { code: "cell-too-large", facts: { line: 2, maxBytes: 1000 } },
    ],
    ["too large", `a,b\n${"1,2\n".repeat(600_000)}`, { code: "too-large", facts: { maxBytes: 2e6 } }],
    ["a cut gzip file", gzipSync(`a,b\n${"1,2\n".repeat(1000)}`).subarray(0, 30), { code: "bad-gzip", facts: {} }],
    [
      "a small gzip file of a large one",
      gzipSync(`a,b\n${"1,2\n".repeat(600_000)}`),
      { code: "too-large", facts: { maxBytes: 2e6 } },
    ],
  ])("%s", async (what, content, failure) => {
    const physical = physicalName();
    const refused = await loadCsv({
      pool: db.pool,
      source: Readable.from([Buffer.from(content)]),
      folder,
      physical,
      limits: { maxBytes: 2e6, maxCellBytes: 1000 },
    });
    expect(refused, what).toEqual({ ok: false, failure });
    expect(await traces(physical)).toEqual([]);
  });

  async function traces(physical: string): Promise<unknown[]> {
    const { rows } = await db.pool.query(
      "SELECT tablename FROM pg_tables WHERE tablename = $1 UNION ALL SELECT physical FROM registry.tables WHERE physical = $1",
      [physical],
    );
    return [...rows, ...(await readdir(folder)).filter((name) => name.startsWith(physical))];
  }

  const many = () =>
    Readable.from(
      (function* () {
        yield "a,b\n";
        for (let i = 0; i < 300; i += 1) yield Buffer.from("1,some words\n".repeat(1000));
      })(),
    );

  test.each(["receive", "check", "load"] as const)("cancelled in stage %s", async (stage) => {
    const stop = new AbortController();
    const physical = physicalName();
    const loading = loadCsv({
      pool: db.pool,
      source: many(),
      folder,
      physical,
      signal: stop.signal,
      onProgress: (progress) => {
        if (progress.stage === stage) stop.abort(new Error("cancelled"));
      },
    });
    await expect(loading).rejects.toThrow("cancelled");
    expect(await traces(physical)).toEqual([]);
  });

  test("a connection killed while rows go in", async () => {
    const physical = physicalName();
    let killed = false;
    const loading = loadCsv({
      pool: db.pool,
      source: many(),
      folder,
      physical,
      onProgress: ({ stage, rows }) => {
        if (stage !== "load" || rows === 0 || killed) return;
        killed = true;
        void db.pool.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'COPY data.%'",
        );
      },
    });
    await expect(loading).rejects.toThrow();
    expect(await traces(physical)).toEqual([]);
  });

  test("an upload that breaks off", async () => {
    const physical = physicalName();
    const broken = Readable.from(
      (function* () {
        yield Buffer.from("a,b\n1,2\n");
        throw new Error("the socket closed");
      })(),
    );
    await expect(loadCsv({ pool: db.pool, source: broken, folder, physical })).rejects.toThrow("the socket closed");
    expect(await traces(physical)).toEqual([]);
  });
});

test("the original bytes stay, and progress names its stages in bytes and rows", async () => {
  const seen: UploadProgress[] = [];
  const physical = physicalName();
  const content = `a,b\r\n${"1,é\r\n".repeat(200_000)}`;
  const loaded = await load(folder, {
    source: Readable.from([Buffer.from(content)]),
    physical,
    onProgress: (progress) => seen.push(progress),
  });
  expect(await readFile(loaded.original, "utf8")).toBe(content);
  expect([...new Set(seen.map((progress) => progress.stage))]).toEqual(["receive", "check", "load"]);
  const last = seen.filter((progress) => progress.stage === "load").at(-1);
  expect(last).toMatchObject({ rows: 200_000, bytes: last?.ofBytes });
});

test("statistics of every column", async () => {
  const rows = Array.from(
    { length: 100 },
    (_, i) =>
      `${i + 1},${i % 4 === 0 ? "" : `w${i % 3}`},2024-01-${String((i % 31) + 1).padStart(2, "0")},${i % 2 === 0}`,
  );
  const loaded = await load(await file(`n,w,d,b\n${rows.join("\n")}\n`));
  expect(await tableStatistics(db.pool, loaded.table.physical)).toBeNull();
  await measureTable(db.pool, loaded.table.physical);
  const statistics = (await tableStatistics<TableStatistics>(db.pool, loaded.table.physical)) as TableStatistics;
  expect(statistics).toMatchObject({ rows: 100, sampledRows: null });
  const [n, w, d, b] = statistics.columns;
  expect(n).toMatchObject({
    name: "n",
    nulls: 0,
    nullShare: 0,
    distinct: 100,
    min: "1",
    max: "100",
    mean: 50.5,
    histogram: new Array(20).fill(5),
  });
  expect(w).toMatchObject({
    nulls: 25,
    nullShare: 0.25,
    distinct: 3,
    min: "w0",
    max: "w2",
    mean: null,
    histogram: null,
  });
  expect(w?.top[0]).toEqual({ value: "w0", count: 25 });
  expect(d).toMatchObject({ distinct: 31, min: "2024-01-01", max: "2024-01-31" });
  expect(d?.histogram?.reduce((sum, bin) => sum + bin, 0)).toBe(100);
  expect(b).toMatchObject({
    distinct: 2,
    min: "false",
    max: "true",
    top: [
      { value: "false", count: 50 },
      { value: "true", count: 50 },
    ],
  });
});

test("the same rows have the same hash", async () => {
  const [a, b, c] = [
    await load(await file("a,b\n1,2\n")),
    await load(await file("a;b\r\n1;2\r\n")),
    await load(await file("a,b\n1,3\n")),
  ];
  expect(a.table.contentHash).toBe(b.table.contentHash);
  expect(a.table.contentHash).not.toBe(c.table.contentHash);
});

test("200,000 rows pass in memory that does not grow with them", async () => {
  const wide = "some words that make the row longer than it need be,".repeat(4);
  const source = Readable.from(
    (function* () {
      yield "n,a,b,c,d,e\n";
      for (let i = 0; i < 200; i += 1)
        yield Buffer.from(Array.from({ length: 1000 }, (_, k) => `${i * 1000 + k},${wide}x\n`).join(""));
    })(),
  );
  let most = 0;
  const before = process.memoryUsage().rss;
  const loaded = await load(folder, {
    source,
    onProgress: () => {
      most = Math.max(most, process.memoryUsage().rss);
    },
  });
  expect(loaded.table.rows).toBe(200_000);
  // The memory of rows that the database has taken is used for others.
  const { rows } = await db.pool.query(
    `SELECT count(*)::int AS other FROM ${dataTable(loaded.table.physical)} WHERE c0 <> _row_id - 1 OR c4 <> $1 OR c5 <> 'x'`,
    [wide.split(",")[0]],
  );
  expect(rows).toEqual([{ other: 0 }]);
  expect(most - before).toBeLessThan(200_000_000);
});
