import { afterAll, beforeAll, expect, test } from "vitest";
import type { DomainEvent } from "#domain/core/event-log.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { catalogueOf } from "#testing/follower/catalogue-of.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import type { CatalogueSort } from "./item-order.ts";

const ANY = { q: "", type: null as "dataset" | null, categories: [], sort: "newest" as CatalogueSort };
const FIRST = { page: 1, after: null, before: null } as const;
const owner = (id: string) => ({ kind: "user" as const, id });

type Card = { title?: string; description?: string; category?: string; keywords?: string[]; isPublic?: boolean };
type Extra = { by?: string; rows?: number; labels?: string[] };

function dataset(datasetId: string, card: Card, { by = "ada", rows = 3, labels = ["Value"] }: Extra = {}) {
  const shown = { title: datasetId, description: "", category: "Other", keywords: [], isPublic: true, ...card };
  const columns = labels.map((label, at) => ({ name: `c${at}`, label, type: "text" as const }));
  const table = { physical: `t_${datasetId}`, columns, rows, contentHash: "0" };
  return [
    {
      type: "DatasetCreated",
      data: {
        ...{ datasetId, owner: owner(by), ...shown, price: 0, license: "none", onRequest: false },
        ...{ tableName: `table_${datasetId}`, fileName: "a.csv" },
      },
    },
    { type: "DatasetLoaded", data: { datasetId, version: 1, table, rejected: 0 } },
  ] satisfies DomainEvent[];
}
const person = (userId: string, name: string): DomainEvent => ({
  type: "UserRegistered",
  data: { userId, name, email: `${userId}@example.org` },
});
const granted = (datasetId: string, userId: string): DomainEvent => ({
  type: "AccessGranted",
  data: { datasetId, userId, by: "ada" },
});

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, modelMigrations);
});
afterAll(() => db?.drop());

type Catalogue = Awaited<ReturnType<typeof catalogueOf>>;
const titles = async (catalogue: Catalogue, filter: Partial<typeof ANY>, viewer: string | null = null) =>
  (await catalogue.search(viewer, { ...ANY, ...filter }, FIRST, 50)).items.map(({ title }) => title);

test("a search finds words of title, description, category, author, keywords and columns, and parts of them", async () => {
  const catalogue = await catalogueOf(db.pool, [
    person("ada", "Ada Lövelace"),
    ...dataset("d-1", {
      title: "Rainfall",
      description: "Gauge readings",
      category: "Environment",
      keywords: ["Wasser"],
    }),
    ...dataset("d-2", { title: "Trade" }, { by: "ben", labels: ["Exchange rate", "größe_in_m"] }),
  ]);
  for (const q of [
    "rainfall",
    "RAIN",
    "infal",
    "readings gauge",
    "environment",
    "lovelace",
    "wasser",
    "Rainfall — gauge!",
  ])
    expect([q, await titles(catalogue, { q })]).toEqual([q, ["Rainfall"]]);
  for (const q of ["exchange", "Größe"]) expect([q, await titles(catalogue, { q })]).toEqual([q, ["Trade"]]);
  for (const q of ["%", "rain trade", "___"]) expect([q, await titles(catalogue, { q })]).toEqual([q, []]);
});

test("a search with a typing error finds what has a similar word, and says so", async () => {
  const catalogue = await catalogueOf(db.pool, [
    ...dataset("d-1", { title: "Rainfall by station" }),
    ...dataset("d-2", { title: "Exchange rates 2026" }),
  ]);
  const found = async (q: string) => {
    const { items, similar } = await catalogue.search(null, { ...ANY, q, sort: "relevance" }, FIRST, 50);
    return [items.map(({ title }) => title), similar];
  };
  expect(await found("rainfal")).toEqual([["Rainfall by station"], false]);
  expect(await found("ranfall")).toEqual([["Rainfall by station"], true]);
  expect(await found("exhcange rates")).toEqual([["Exchange rates 2026"], true]);
  expect(await found("rtaes")).toEqual([["Exchange rates 2026"], true]);
  // Numbers have no typing errors.
  expect(await found("rates 2025")).toEqual([[], false]);
});

test("a search finds every word that begins with its own, however many there are and whoever has the item", async () => {
  const endings = Array.from({ length: 25 }, (_, at) => String.fromCharCode(97 + at));
  const catalogue = await catalogueOf(db.pool, [
    ...endings.flatMap((letter) => dataset(`d-${letter}`, { title: `Rain${letter} ${letter}` })),
    ...dataset("d-snow", { title: "Snowfall" }),
    ...dataset("d-hidden", { title: "Snowdrift", isPublic: false }),
    granted("d-hidden", "ben"),
  ]);
  expect(await titles(catalogue, { q: "rain" })).toHaveLength(25);
  expect(await titles(catalogue, { q: "snow" })).toEqual(["Snowfall"]);
  for (const viewer of ["ada", "ben"])
    expect([viewer, await titles(catalogue, { q: "snow" }, viewer)]).toEqual([viewer, ["Snowdrift", "Snowfall"]]);
});

test("a search is ranked: the word itself first, then what begins with it, the title before the description", async () => {
  const catalogue = await catalogueOf(db.pool, [
    ...dataset("d-1", { title: "Rain" }),
    ...dataset("d-2", { title: "Snow", description: "Rain in winter" }),
    ...dataset("d-3", { title: "Rainfall" }),
    ...dataset("d-4", { title: "Trains" }),
  ]);
  expect(await titles(catalogue, { q: "rain", sort: "relevance" })).toEqual(["Rain", "Rainfall", "Snow", "Trains"]);
});

test("items are in each order, and with equal values each is on one page", async () => {
  const catalogue = await catalogueOf(db.pool, [
    ...dataset("d-1", { title: "Äpfel" }, { rows: 5 }),
    ...dataset("d-2", { title: "beeren" }, { rows: 9 }),
    ...dataset("d-3", { title: "Citrus" }, { rows: 5 }),
    granted("d-3", "ben"),
    granted("d-3", "cleo"),
    granted("d-1", "ben"),
    { type: "DatasetLoadFailed", data: { datasetId: "d-2", code: "empty", facts: {} } },
  ]);
  expect(await titles(catalogue, { sort: "newest" })).toEqual(["Citrus", "beeren", "Äpfel"]);
  expect(await titles(catalogue, { sort: "title" })).toEqual(["Äpfel", "beeren", "Citrus"]);
  expect(await titles(catalogue, { sort: "users" })).toEqual(["Citrus", "Äpfel", "beeren"]);
  expect(await titles(catalogue, { sort: "rows" })).toEqual(["beeren", "Citrus", "Äpfel"]);
});

test("the landing page has what most people use, not what came last", async () => {
  const catalogue = await catalogueOf(db.pool, [
    ...dataset("d-1", { title: "Used" }, { rows: 5 }),
    ...dataset("d-2", { title: "Newest" }, { rows: 9 }),
    granted("d-1", "ben"),
  ]);
  const { items, sampleId } = await catalogue.featured(1, "users");
  expect([items.map(({ title }) => title), sampleId]).toEqual([["Used"], "d-1"]);
  expect((await catalogue.featured(1, "newest")).items.map(({ title }) => title)).toEqual(["Newest"]);
});

test("pages from cursor to cursor, by number and from the end are the same pages, in every order", async () => {
  const many = Array.from({ length: 23 }, (_, at) =>
    dataset(
      `d-${at}`,
      { title: `Same ${at % 3}`, isPublic: at % 4 !== 1 },
      { by: at % 2 ? "ben" : "ada", rows: at % 5 },
    ),
  ).flat();
  const catalogue = await catalogueOf(db.pool, [person("ada", "Ada"), ...many]);
  for (const viewer of [null, "ada", "ben"])
    for (const sort of ["newest", "updated", "title", "users", "rows", "relevance"] as const) {
      const filter = { ...ANY, sort, q: sort === "relevance" ? "same" : "" };
      const read = (asked: Partial<Parameters<Catalogue["search"]>[2]>) =>
        catalogue.search(viewer, filter, { ...FIRST, ...asked }, 5);
      const ids = ({ items }: Awaited<ReturnType<typeof read>>) => items.map(({ id }) => id);
      const whole = (await catalogue.search(viewer, filter, FIRST, 50)).items.map(({ id }) => id);
      expect(new Set(whole).size).toBe(viewer === "ben" ? 23 : 17);
      const pages = Array.from({ length: Math.ceil(whole.length / 5) }, (_, at) => whole.slice(at * 5, at * 5 + 5));
      let page = await read({});
      const forwards = [page];
      while (page.after !== null) {
        page = await read({ page: page.page + 1, after: page.after });
        forwards.push(page);
      }
      expect(forwards.map(ids)).toEqual(pages);
      expect(forwards.map((each) => each.page)).toEqual(pages.map((_, at) => at + 1));
      const backwards = [await read({ page: "last" })];
      while (backwards[0]!.before !== null)
        backwards.unshift(await read({ page: backwards[0]!.page - 1, before: backwards[0]!.before }));
      expect(backwards.map(ids)).toEqual(pages);
      for (const [at, expected] of pages.entries()) expect(ids(await read({ page: at + 1 }))).toEqual(expected);
      // A page that the list no longer has is its last one, and what is no cursor is ignored.
      expect(ids(await read({ page: 99 }))).toEqual(pages.at(-1));
      expect(ids(await read({ after: "nonsense~" }))).toEqual(pages[0]);
    }
});

test("counts by type and category follow items that change, are hidden and deleted", async () => {
  const history: DomainEvent[] = [
    ...dataset("d-1", { category: "Health" }),
    ...dataset("d-2", { category: "Health", isPublic: false }),
    ...dataset("d-3", { category: "Health" }),
    granted("d-3", "ben"),
    granted("d-2", "ben"),
    {
      type: "DatasetEdited",
      data: {
        datasetId: "d-1",
        title: "d-1",
        description: "",
        category: "Science",
        keywords: [],
        license: "none",
        onRequest: false,
        isPublic: true,
      },
    },
    { type: "DatasetHidden", data: { datasetId: "d-3" } },
    ...dataset("d-4", { category: "Finance" }),
    { type: "DatasetDeleted", data: { datasetId: "d-4" } },
  ];
  const catalogue = await catalogueOf(db.pool, history);
  const counts = async (viewer: string | null) => {
    const { total, facets } = await catalogue.search(viewer, ANY, FIRST, 50);
    return [total, Object.fromEntries(facets.categories)];
  };
  expect(await counts(null)).toEqual([{ count: 1, exact: true }, { Science: 1 }]);
  expect(await counts("ada")).toEqual([
    { count: 2, exact: true },
    { Science: 1, Health: 1 },
  ]);
  expect(await counts("ben")).toEqual([
    { count: 3, exact: true },
    { Science: 1, Health: 2 },
  ]);
});

test("a search with more matches than are ranked says so, and counts at least those", async () => {
  const many = Array.from({ length: 503 }, (_, at) => dataset(`d-${at}`, { title: `Level ${at}` })).flat();
  const catalogue = await catalogueOf(db.pool, many);
  const found = await catalogue.search(null, { ...ANY, q: "level", sort: "relevance" }, FIRST, 20);
  expect([found.total, found.pages, found.facets.exact]).toEqual([{ count: 500, exact: false }, null, false]);
  expect(found.facets.types.get("dataset")).toBe(500);
  const some = { ...ANY, q: "level", type: "dataset" as const, sort: "title" as const };
  const filtered = await catalogue.search(null, some, FIRST, 20);
  expect([filtered.total, filtered.items[0]?.title]).toEqual([{ count: 500, exact: false }, "Level 10"]);
  // In the order newest the list goes on beyond those that are ranked.
  const newest = { ...ANY, q: "level" };
  let page = await catalogue.search(null, newest, FIRST, 100);
  const seen = page.items.map(({ id }) => id);
  while (page.after !== null) {
    page = await catalogue.search(null, newest, { page: page.page + 1, after: page.after, before: null }, 100);
    seen.push(...page.items.map(({ id }) => id));
  }
  expect([new Set(seen).size, page.page]).toEqual([503, 6]);
  const previous = { page: 5, after: null, before: page.before };
  const fifth = (await catalogue.search(null, newest, previous, 100)).items;
  expect(fifth.map(({ id }) => id)).toEqual(seen.slice(400, 500));
  const one = await catalogue.search(null, { ...ANY, q: "level 77", sort: "relevance" }, FIRST, 20);
  expect([one.items.map(({ title }) => title), one.total]).toEqual([["Level 77"], { count: 1, exact: true }]);
});
