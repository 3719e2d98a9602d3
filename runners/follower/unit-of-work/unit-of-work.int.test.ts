import fc from "fast-check";
import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { Rows } from "#projections/projection.ts";
import { integer, nullable, table, text, texts, time } from "#projections/table.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { type AnyProjection, makeTables } from "../model.ts";
import { inTransaction, type Session, sessionAfter, sessionOf } from "./session.ts";
import { applyEvents, createUnitOfWork, type UnitOfWork } from "./unit-of-work.ts";

const tables = {
  books: table(
    { id: text(), shelfId: text(), title: text(), lentTo: nullable(text()), tags: texts(), addedAt: time() },
    { key: ["id"], indexes: [{ on: ["shelfId"] }, { on: ["title"], unique: true }] },
  ),
  loans: table(
    { shelfId: text(), reader: text(), count: integer() },
    { key: ["shelfId", "reader"], indexes: [{ on: ["reader"] }] },
  ),
};
type Library = Rows<typeof tables>;
type Happened = LoggedEvent<{ readonly type: string; readonly data: Readonly<Record<string, string>> }>;

const library: AnyProjection = {
  name: "library",
  version: 1,
  tables,
  on: {
    Added: (rows: Library, { data: { book = "", shelf = "" }, recordedAt: addedAt }: Happened) =>
      rows.books.put({ id: book, shelfId: shelf, title: `About ${book}`, lentTo: null, tags: [], addedAt }),
    /** Reads a row that only another row names. */
    Lent(rows: Library, { data: { book = "", reader = "" } }: Happened) {
      const found = rows.books.get(book);
      if (!found) return;
      rows.books.patch({ id: book }, ({ tags }) => ({ lentTo: reader, tags: [...tags, reader] }));
      const { shelfId } = found;
      rows.loans.put({ shelfId, reader, count: (rows.loans.get(shelfId, reader)?.count ?? 0) + 1 });
    },
    Moved: (rows: Library, { data: { shelf = "", to = "" } }: Happened) =>
      rows.books.patch({ shelfId: shelf }, { shelfId: to }),
    Cleared(rows: Library, { data: { shelf = "" } }: Happened) {
      rows.books.remove({ shelfId: shelf });
      rows.loans.remove({ shelfId: shelf });
    },
    Lost: (rows: Library, { data: { book = "" } }: Happened) => rows.books.remove({ id: book }),
    Left: (rows: Library, { data: { reader = "" } }: Happened) => rows.loans.remove({ reader }),
    Copied(rows: Library, { data: { shelf = "", to = "" } }: Happened) {
      for (const loan of rows.loans.where({ shelfId: shelf })) rows.loans.put({ ...loan, shelfId: to });
    },
  },
};

let db: FreshDatabase;
let kysely: Kysely<unknown>;
let statements = 0;
beforeAll(async () => {
  db = await testDatabase();
  kysely = new Kysely({ dialect: new PostgresDialect({ pool: db.pool }), log: () => void (statements += 1) });
});
afterAll(() => db?.drop());

const apply = async (schema: string, events: readonly Happened[]): Promise<void> =>
  kysely.transaction().execute((trx) => applyEvents(trx, library, schema, events, { has: () => false }));
const make = async (schema: string): Promise<void> =>
  kysely.transaction().execute((trx) => makeTables(trx, library, schema));
async function rowsOf(schema: string): Promise<unknown> {
  const read = async (name: string) =>
    (await db.pool.query<{ row: string }>(`SELECT t::text AS row FROM ${schema}.${name} t ORDER BY 1`)).rows;
  return { books: await read("books"), loans: await read("loans") };
}

/** A follower's rows, and the questions and statements of its batches. */
function follow(schema: string, { empty, kept }: { readonly empty: boolean; readonly kept: number }) {
  const skipped = { has: () => false };
  const rows: UnitOfWork = createUnitOfWork({ projection: library, schema, skipped, empty, keptCharacters: kept });
  const asked: string[] = [];
  const run: string[] = [];
  const session: Session = sessionOf(db.pool);
  const watched: Session = { ...session, query: (text) => (asked.push(text), session.query(text)) };
  return {
    ...{ rows, asked, run },
    async apply(events: readonly Happened[]): Promise<void> {
      const statements = await rows.apply(watched, events);
      run.push(...statements.map(({ text }) => text));
      await inTransaction(db.pool, statements);
      rows.keep();
    },
  };
}

/** Texts that mean something in COPY, in arrays and in JSON. */
const ODD = ["", "\\N", 'a\t"b"\n\\.\r{},NULL'];
const of = (prefix: string) => fc.nat({ max: 3 }).map((n) => `${prefix}${ODD[n] ?? n}`);
const happened = fc.record({
  type: fc.constantFrom("Added", "Added", "Lent", "Lent", "Moved", "Cleared", "Lost", "Left", "Copied"),
  data: fc.record({ book: of("b"), shelf: of("s"), to: of("s"), reader: of("r") }),
  recordedAt: fc.constant("2026-01-02T03:04:05.678901Z"),
}) as unknown as fc.Arbitrary<Happened>;

test("a batch leaves the rows that its events leave one by one", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(happened, { maxLength: 12 }), { maxLength: 4 }), async (batches) => {
      await Promise.all([make("model_whole"), make("model_single")]);
      for (const batch of batches) await apply("model_whole", batch);
      for (const event of batches.flat()) await apply("model_single", [event]);
      expect(await rowsOf("model_whole")).toEqual(await rowsOf("model_single"));
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

test.each([
  { name: "every row from the start", empty: true, kept: 1_000_000 },
  { name: "rows of tables that had some", empty: false, kept: 1_000_000 },
  { name: "every row until there are too many", empty: true, kept: 1_500 },
  { name: "nothing", empty: true, kept: 0 },
])("a follower that keeps $name leaves the rows that events leave one by one", { timeout: 60_000 }, async (keeps) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(happened, { maxLength: 12 }), { maxLength: 6 }), async (batches) => {
      await Promise.all([make("model_whole"), make("model_single")]);
      const follower = follow("model_whole", keeps);
      for (const batch of batches) await follower.apply(batch);
      for (const event of batches.flat()) await apply("model_single", [event]);
      expect(await rowsOf("model_whole")).toEqual(await rowsOf("model_single"));
    }),
    { numRuns: 30, endOnFailure: true },
  );
});

test.each([
  { name: "every row", kept: 1_000_000 },
  { name: "every row until there are too many", kept: 1_500 },
])(
  "a follower that knows $name leaves the same rows when handlers run ahead and some batches cannot be written",
  { timeout: 60_000 },
  async ({ kept }) => {
    const batch = fc.record({ events: fc.array(happened, { maxLength: 12 }), fails: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { maxLength: 6 }), async (batches) => {
        await Promise.all([make("model_whole"), make("model_single")]);
        const { rows, apply: applyAlone } = follow("model_whole", { empty: true, kept });
        let writing = Promise.resolve();
        const ahead = sessionAfter(db.pool, () => writing);
        for (let at = 0; at < batches.length; at += 2) {
          const [first, second] = [batches[at]!, batches[at + 1]];
          const statements = await rows.apply(ahead, first.events);
          writing = first.fails ? Promise.reject(new Error("not written")) : inTransaction(db.pool, statements);
          const next = await (second ? rows.apply(ahead, second.events) : Promise.resolve([])).catch(() => null);
          const isWritten = await writing.then(
            () => true,
            () => false,
          );
          writing = Promise.resolve();
          if (isWritten) rows.keep();
          else {
            rows.forget();
            await applyAlone(first.events);
          }
          if (second && isWritten && next && !second.fails) {
            await inTransaction(db.pool, next);
            rows.keep();
          } else if (second) {
            rows.forget();
            await applyAlone(second.events);
          }
        }
        for (const event of batches.flatMap(({ events }) => events)) await apply("model_single", [event]);
        expect(await rowsOf("model_whole")).toEqual(await rowsOf("model_single"));
      }),
      { numRuns: 40, endOnFailure: true },
    );
  },
);

test("a batch that failed leaves nothing behind in what a follower knows", async () => {
  await make("model_library");
  const follower = follow("model_library", { empty: true, kept: 1_000_000 });
  const added = (book: string, title: string) =>
    ({ type: "Added", data: { book, shelf: "s1", title }, recordedAt: "2026-01-02T03:04:05Z" }) as unknown as Happened;
  await follower.apply([added("b1", "one")]);
  await db.pool.query("ALTER TABLE model_library.books ADD CHECK (id <> 'b2')");
  await expect(follower.apply([added("b2", "two"), added("b3", "three")])).rejects.toThrow(/check constraint/);
  follower.rows.forget();
  await follower.apply([added("b3", "three")]);
  const { rows } = await db.pool.query("SELECT id FROM model_library.books ORDER BY id");
  expect(rows).toEqual([{ id: "b1" }, { id: "b3" }]);
});

test("a follower asks for no row that it has read or written, and one batch is one statement for each kind of change", async () => {
  await make("model_library");
  const follower = follow("model_library", { empty: true, kept: 1_000_000 });
  const at = { recordedAt: "2026-01-02T03:04:05Z" };
  const of = (type: string, data: object) => ({ ...at, type, data }) as unknown as Happened;
  await follower.apply(Array.from({ length: 100 }, (_, n) => of("Added", { book: `b${n}`, shelf: `s${n % 9}` })));
  await follower.apply(Array.from({ length: 100 }, (_, n) => of("Lent", { book: `b${n}`, reader: "r1" })));
  await follower.apply([
    of("Moved", { shelf: "s1", to: "s2" }),
    of("Lost", { book: "b7" }),
    of("Left", { reader: "r1" }),
  ]);
  expect(follower.asked).toEqual([]);
  expect(follower.run.map((text) => text.split(" ").slice(0, 3).join(" "))).toEqual([
    'COPY "model_library"."books" ("id",',
    'INSERT INTO "model_library"."books"',
    'COPY "model_library"."loans" ("shelf_id",',
    'DELETE FROM "model_library"."books"',
    'INSERT INTO "model_library"."books"',
    'DELETE FROM "model_library"."loans"',
  ]);
});

test("a row of nothing but its key is written once", async () => {
  const marks = { marks: table({ shelfId: text(), reader: text() }, { key: ["shelfId", "reader"] }) };
  const marked = {
    ...{ name: "marked", version: 1, tables: marks },
    on: {
      Lent: (rows: Rows<typeof marks>, { data: { shelf = "", reader = "" } }: Happened) =>
        rows.marks.put({ shelfId: shelf, reader }),
    },
  };
  await kysely.transaction().execute((trx) => makeTables(trx, marked, "model_marked"));
  const schema = "model_marked";
  const rows = createUnitOfWork({
    ...{ projection: marked, schema, empty: true, keptCharacters: 1_000_000, skipped: { has: () => false } },
  });
  const lent = [{ type: "Lent", data: { shelf: "s1", reader: "r1" } }] as unknown as readonly Happened[];
  const session = sessionOf(db.pool);
  expect(await rows.apply(session, lent)).toHaveLength(1);
  rows.keep();
  expect(await rows.apply(session, lent)).toEqual([]);
});

test("a batch of 500 events takes some twenty statements", async () => {
  await make("model_library");
  const at = { recordedAt: "2026-01-02T03:04:05Z" };
  const events = Array.from({ length: 250 }, (_, n) => [
    { ...at, type: "Added", data: { book: `b${n}`, shelf: `s${n % 50}` } },
    { ...at, type: "Lent", data: { book: `b${n}`, reader: `r${n % 7}` } },
  ]).flat() as unknown as Happened[];
  await apply("model_library", events);
  statements = 0;
  await apply(
    "model_library",
    events.filter(({ type }) => type === "Lent"),
  );
  expect(statements).toBeLessThan(12);
  const { rows } = await db.pool.query("SELECT sum(count)::int AS count FROM model_library.loans");
  expect(rows).toEqual([{ count: 500 }]);
});

test("a handler's fault is thrown, also after rows were read, and leaves nothing", async () => {
  await make("model_library");
  const faulty: AnyProjection = {
    ...library,
    on: {
      ...library.on,
      Lost(rows: Library, { data: { book = "" } }: Happened) {
        if (rows.books.get(book)) throw new Error(`${book} is not to be lost`);
      },
    },
  };
  const [added, lost] = ["Added", "Lost"].map((type) => ({
    ...{ type, data: { book: "b1", shelf: "s1" }, recordedAt: "2026-01-02T03:04:05Z" },
  })) as unknown as [Happened, Happened];
  const applying = (events: readonly Happened[]) =>
    kysely.transaction().execute((trx) => applyEvents(trx, faulty, "model_library", events, { has: () => false }));
  await expect(applying([added, lost])).rejects.toThrow("b1 is not to be lost");
  expect(await rowsOf("model_library")).toEqual({ books: [], loans: [] });
  await applying([added]);
  await expect(applying([lost])).rejects.toThrow("b1 is not to be lost");
});
