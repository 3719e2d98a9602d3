import { afterAll, beforeAll, expect, test } from "vitest";
import type { DomainEvent } from "#domain/core/event-log.ts";
import { connectorCases, DATASET, datasetCases, OWNER, STRANGER, VIEWERS } from "#testing/contracts/who-sees.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { catalogueOf } from "#testing/follower/catalogue-of.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";

const LISTED = { categories: [], changedSince: null, sort: "newest" } as const;

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, modelMigrations);
});
afterAll(() => db?.drop());

const after = (events: readonly DomainEvent[]) => catalogueOf(db.pool, events);

type CatalogueReads = Awaited<ReturnType<typeof after>>;
const ANY = { q: "", type: null, categories: [], sort: "newest" } as const;
const FIRST = { page: 1, after: null, before: null } as const;

/**
 * Who finds the only item in the lists: the DataStore with and without a search, its counts, the lists of the API and
 * those of Manage Data must agree. A visitor finds what a user without relation finds.
 */
async function listsOf(queries: CatalogueReads, q: string): Promise<readonly string[]> {
  const finds = async (viewer: string | null) => {
    const [all, found, { items }] = await Promise.all([
      queries.search(viewer, ANY, FIRST, 20),
      queries.search(viewer, { ...ANY, q, sort: "relevance" }, FIRST, 20),
      queries.itemsOf(
        viewer,
        { ...LISTED, kind: q === "Rivers" ? "dataset" : "connector", q: "" },
        { at: "first" },
        20,
      ),
    ]);
    const counts = [all, found].flatMap(({ total, facets }) => [
      total.count,
      ...facets.types.values(),
      ...facets.categories.values(),
    ]);
    const seen = items.length;
    expect([all.items.length, found.items.length, ...counts]).toEqual(
      seen === 1 ? Array.from({ length: 8 }, () => 1) : [0, 0, 0, 0],
    );
    return seen === 1;
  };
  const found = await Promise.all(VIEWERS.map(async (viewer) => [viewer, await finds(viewer)] as const));
  expect(await finds(null)).toBe(found.some(([viewer, sees]) => viewer === STRANGER && sees));
  return found.flatMap(([viewer, sees]) => (sees ? [viewer] : []));
}

for (const { about, events, seenBy } of datasetCases)
  test(`the catalogue shows ${about} to those who may see it`, async () => {
    const queries = await after(events);
    const found = await Promise.all(VIEWERS.map(async (viewer) => (await queries.dataset(DATASET, viewer)) && viewer));
    expect(found.filter((viewer) => viewer !== null)).toEqual(seenBy);
    // A visitor sees what a user without relation sees.
    expect((await queries.dataset(DATASET, null)) !== null).toBe(seenBy.includes(STRANGER));
    expect(await listsOf(queries, "Rivers")).toEqual(seenBy);
  });

test("a search tells nobody of the words of items that others have", async () => {
  const { events } = datasetCases.find(({ about }) => about === "a private one with rows")!;
  const queries = await after(events);
  const search = async (viewer: string | null, q: string) =>
    (await queries.search(viewer, { ...ANY, q }, FIRST, 20)).items.length;
  expect([await search(OWNER, "ivers"), await search(STRANGER, "ivers"), await search(null, "Riverz")]).toEqual([
    1, 0, 0,
  ]);
});

for (const { about, events, seen } of connectorCases)
  test(`the catalogue shows a connector to those who may see it: ${about}`, async () => {
    const queries = await after(events);
    const found = await Promise.all(
      VIEWERS.map(async (viewer) => [
        viewer,
        (await queries.connectorVersions("c-1", viewer)).map(({ id }) => id).toSorted(),
      ]),
    );
    expect(Object.fromEntries(found)).toEqual(seen);
    expect((await queries.connectorVersions("c-1", null)).map(({ id }) => id).toSorted()).toEqual(seen[STRANGER]);
    const latest = seen[OWNER].at(-1)!;
    expect(await listsOf(queries, "Weather")).toEqual(VIEWERS.filter((viewer) => seen[viewer].includes(latest)));
  });
