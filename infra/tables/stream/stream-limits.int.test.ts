import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { STREAM_FORMATS } from "#domain/core/ports/stream-query.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import { createDatabase } from "../../postgres/database.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { migrate } from "../../postgres/migrations.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { loadCsv } from "../load/load-csv.ts";
import { measureTable } from "../measure-table.ts";
import { type OpenStreamOptions, openStream } from "./open-stream.ts";
import { countRows, previewTable } from "./preview-table.ts";
import { openPull } from "../pull/pull-table.ts";
import { prepareReaderRole } from "../reader-role.ts";
import { emptyShares, physicalName } from "../registry.ts";
import { parseStreamQuery } from "./stream-query.ts";
import { tableMigrations } from "../table-migrations.ts";

let db: FreshDatabase;
let folder: string;
/** Long cells: a filter on them takes the database seconds. */
let heavy: TableVersion;
/** Some 30 MB of short rows. */
let large: TableVersion;
const SLOW = `body=like.*${"a".repeat(97)}b*`;

beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, tableMigrations);
  await prepareReaderRole(db.pool);
  folder = await mkdtemp(path.join(tmpdir(), "stream-limits-"));
  heavy = await table(`n,body\n0,${"a".repeat(900_000)}\n`);
  await db.pool.query(
    `INSERT INTO data.${heavy.physical} (_row_id, c0, c1) SELECT place, place - 1, repeat('a', 900000) FROM generate_series(2, 300) AS place`,
  );
  large = await table(`id,text\n${Array.from({ length: 60_000 }, (_, at) => `${at},${"x".repeat(500)}`).join("\n")}`);
});
afterAll(async () => {
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
});
/** After every test no connection may be in use and no query running. */
afterEach(async () => {
  for (let tries = 0; tries < 50 && (db.pool.totalCount > db.pool.idleCount || (await active()) > 0); tries += 1)
    await wait(100);
  expect([db.pool.totalCount - db.pool.idleCount, db.pool.waitingCount, await active()]).toEqual([0, 0, 0]);
});

async function active(): Promise<number> {
  const { rows } = await db.pool.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'",
  );
  return rows[0]!.n;
}

async function table(csv: string): Promise<TableVersion> {
  const loaded = await loadCsv({
    pool: db.pool,
    source: Readable.from([Buffer.from(csv)]),
    folder,
    physical: physicalName(),
  });
  if (!loaded.ok) throw new Error(loaded.failure.code);
  return loaded.table;
}

function open(of: TableVersion, params: string, options: Partial<OpenStreamOptions> = {}) {
  const parsed = parseStreamQuery(new URLSearchParams(params), of.columns);
  if (!parsed.ok) throw new Error(parsed.message);
  return openStream({
    pool: db.pool,
    physical: of.physical,
    query: parsed.query,
    format: "csv",
    excel: false,
    ...options,
  });
}

async function readable(of: TableVersion, params: string, options: Partial<OpenStreamOptions> = {}): Promise<Readable> {
  const opened = await open(of, params, options);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.readable;
}

describe("a stream gives its connection back", () => {
  test("when the database refuses the query after it was opened, more often than there are connections", async () => {
    const secret = await table("a,b\n1,2\n");
    await db.pool.query(`REVOKE SELECT ON data.${secret.physical} FROM tributary_reader`);
    for (let round = 0; round < 12; round += 1) await expect(open(secret, "")).rejects.toMatchObject({ code: "42501" });
    expect(await text(await readable(large, "limit=1&columns=id"))).toBe("id\n0\n");
  });

  test("when a row in its middle cannot be read", async () => {
    const broken = await table(
      `id,text\n${Array.from({ length: 20_000 }, (_, at) => `${at},${"x".repeat(500)}`).join("\n")}`,
    );
    // A view that divides by zero at a late row simulates damage on the disk.
    await db.pool.query(`ALTER TABLE data.${broken.physical} RENAME TO broken;
      CREATE VIEW data.${broken.physical} AS SELECT _row_id, c0 / (_row_id - 15000) AS c0, c1 FROM data.broken; GRANT SELECT ON data.${broken.physical} TO tributary_reader`);
    for (const format of STREAM_FORMATS)
      await expect(readable(broken, "", { format }).then(text)).rejects.toMatchObject({ code: "22012" });
  });

  test("when its reader leaves before the first row, between rows and while nothing is read", async () => {
    const early = new AbortController();
    const opening = open(heavy, `columns=n&${SLOW}`, { signal: early.signal });
    setTimeout(() => early.abort(new Error("left")), 500);
    await expect(opening).rejects.toThrow("left");
    const between = await readable(large, "");
    between.destroy();
    const late = new AbortController();
    const unread = await readable(large, "", { signal: late.signal });
    late.abort(new Error("left"));
    await expect(text(unread)).rejects.toThrow("left");
  });

  test("and a client that leaves while waiting for a connection takes none", async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => db.pool.connect()));
    const waiting = [new AbortController(), new AbortController(), new AbortController()];
    const asked = [
      open(large, "", { signal: waiting[0]!.signal }),
      countRows({ pool: db.pool, physical: large.physical, signal: waiting[1]!.signal }),
      previewTable({ pool: db.pool, physical: large.physical, from: "first", limit: 1, signal: waiting[2]!.signal }),
    ];
    for (const each of waiting) each.abort(new Error("left"));
    for (const each of asked) await expect(each).rejects.toThrow("left");
    for (const client of all) client.release();
  });
});

test("rows whose order takes more room on the server's disk than a stream has are refused", async () => {
  const { pool, close } = createDatabase(db.url, {
    applicationName: "little room",
    tempBytes: 1_000_000,
    onIdleError: () => undefined,
  });
  expect(await open(large, "order=-text,id", { pool })).toEqual({ ok: false, reason: "too-large-to-sort" });
  expect((await text(await readable(large, "order=-id&limit=1&columns=id", { pool }))).trimEnd()).toBe("id\n59999");
  await close();
});

describe("time limits of streams", () => {
  test("a query whose first rows do not come is ended and said to be too slow", async () => {
    expect(await open(heavy, `columns=n&${SLOW}`, { limits: { silenceMs: 400, totalMs: 60_000 } })).toEqual({
      ok: false,
      reason: "too-slow",
    });
    expect(await open(heavy, `columns=n&${SLOW}`, { limits: { silenceMs: 60_000, totalMs: 400 } })).toEqual({
      ok: false,
      reason: "too-slow",
    });
  });

  test("a reader that pauses is not taken for a silent database", async () => {
    const stream = await readable(large, "columns=id", { limits: { silenceMs: 400, totalMs: 60_000 } });
    await wait(1_000);
    expect((await text(stream)).trimEnd().split("\n")).toHaveLength(60_001);
  });

  test("a whole stream has its time too, however its reader dawdles", async () => {
    const stream = await readable(large, "", { limits: { silenceMs: 2_000, totalMs: 800 } });
    const broken = new Promise((resolve) => stream.once("error", resolve));
    expect(String(await broken)).toContain("took too long");
  });
});

test("a count whose reader leaves ends in the database", async () => {
  const parsed = parseStreamQuery(new URLSearchParams(SLOW), heavy.columns);
  if (!parsed.ok) throw new Error(parsed.message);
  const left = new AbortController();
  const counting = countRows({
    pool: db.pool,
    physical: heavy.physical,
    filters: parsed.query.filters,
    signal: left.signal,
  });
  setTimeout(() => left.abort(new Error("left")), 500);
  await expect(counting).rejects.toThrow("left");
});

describe("previews of long cells", () => {
  const look = async (of: { physical: string }, from: "first" | "latest", limit = 100) => {
    const found = await previewTable({ pool: db.pool, physical: of.physical, from, limit });
    if (found === null || found === "too-slow") throw new Error(`No preview: ${found}`);
    return found;
  };

  test("a cell of up to 1,000 characters is whole, of a longer one these are shown, no character halved", async () => {
    const cells = ["x".repeat(1_000), "x".repeat(1_001), "😀".repeat(1_000), "😀".repeat(1_001)];
    const found = await look(await table(`text\n${cells.join("\n")}\n`), "first");
    expect(found.rows.map((row) => row["text"])).toEqual([cells[0], "x".repeat(1_000), cells[2], "😀".repeat(1_000)]);
    expect(found.truncated).toEqual({
      cells: [
        { row: 1, column: "text", bytes: 1_001 },
        { row: 3, column: "text", bytes: 4_004 },
      ],
      rows: 0,
    });
    expect(await look(await table("text\nshort\n"), "first")).not.toHaveProperty("truncated");
  });

  test("JSON that is too long is shown as the beginning of its text", async () => {
    const opened = await openPull({ pool: db.pool, folder, physical: physicalName(), runId: "run-1" });
    await opened.write([{ list: ["a", "b"] }, { list: ["c".repeat(8_000)] }]);
    const found = await look(await opened.finish(), "latest");
    expect(found.rows).toEqual([{ list: ["a", "b"] }, { list: `["${"c".repeat(998)}` }]);
    expect(found.truncated).toEqual({ cells: [{ row: 1, column: "list", bytes: 8_004 }], rows: 0 });
  });

  test("rows are left out when all together are longer than 1 MB, the latest ones last", async () => {
    const columns = Array.from({ length: 20 }, (_, at) => `c${at}`);
    const long = await table(
      `n,${columns.join(",")}\n${Array.from({ length: 100 }, (_, at) => `${at},${columns.map(() => "😀".repeat(980)).join(",")}`).join("\n")}\n`,
    );
    const first = await look(long, "first");
    expect([first.rows.length, first.rows.at(-1)?.["n"], first.truncated]).toEqual([12, 11, { cells: [], rows: 88 }]);
    const latest = await look(long, "latest");
    expect(latest.rows.map((row) => row["n"])).toEqual(Array.from({ length: 12 }, (_, at) => 88 + at));
    expect(Buffer.byteLength(JSON.stringify(latest.rows))).toBeLessThan(1_000_000);
  });

  test("one row is shown however wide it is, with less of each cell", async () => {
    const wide = Array.from({ length: 400 }, (_, at) => `f${at}`);
    const found = await look(
      await table(
        `${wide.join(",")}\n${wide.map(() => "z".repeat(400)).join(",")}\n${wide.map(() => "z".repeat(400)).join(",")}\n`,
      ),
      "first",
    );
    expect([found.rows.length, found.rows[0]?.["f399"], found.truncated?.cells.at(-1)]).toEqual([
      2,
      "z".repeat(250),
      { row: 1, column: "f399", bytes: 400 },
    ]);
  });
});

test("lists read of the statistics only the shares of empty cells, for all tables at once", async () => {
  const some = await table("a,b\n1,\n2,x\n");
  for (const { physical } of [some, heavy]) await measureTable(db.pool, physical);
  expect(await emptyShares(db.pool, [some.physical, physicalName(), heavy.physical])).toEqual(
    new Map([
      [
        some.physical,
        new Map([
          ["a", 0],
          ["b", 0.5],
        ]),
      ],
      [
        heavy.physical,
        new Map([
          ["n", 0],
          ["body", 0],
        ]),
      ],
    ]),
  );
});
