import { afterAll, beforeAll, expect, test } from "vitest";
import type { DomainEvent } from "#domain/core/event-log.ts";
import { pick } from "#domain/core/values/pick.ts";
import type { DatasetEvent } from "#domain/dataset/events.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { catalogueOf } from "#testing/follower/catalogue-of.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import type { CatalogueFilter } from "./item-reads.ts";
import { PERIODS } from "./visible-items.ts";

const FIRST = { page: 1, after: null, before: null } as const;
const CATEGORIES = ["Health", "Science"];
const LICENSES = ["none", "CC0-1.0", "ODbL-1.0"];
/** Days since the newest rows; whole days and a half, so that no period begins or ends meanwhile. */
const AGES = [0, 0.5, 3, 5.5, 20, 60, 300, 500];

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
  await migrate(db.pool, modelMigrations);
});
afterAll(() => db?.drop());

type Edited = Extract<DatasetEvent, { type: "DatasetEdited" }>["data"];
const CARD = ["datasetId", "title", "description", "category", "keywords", "isPublic", "onRequest", "license"] as const;

function dataset(at: number) {
  const datasetId = `d-${at}`;
  const owner = { kind: "user" as const, id: at % 3 === 0 ? "ada" : "ben" };
  const recordedAt = new Date(Date.now() - AGES[at % AGES.length]! * 86_400_000).toISOString();
  const card = { title: `Level ${at}`, description: "", keywords: [], isPublic: at % 5 !== 0, onRequest: false };
  const filters = { category: CATEGORIES[at % 2]!, license: LICENSES[at % 3]! };
  const table = { physical: `t_${at}`, columns: [], rows: 1, contentHash: "0" };
  const events: DomainEvent[] = [
    {
      type: "DatasetCreated",
      data: { datasetId, owner, ...card, ...filters, price: 0, tableName: `t${at}`, fileName: "a.csv" },
    },
    { type: "DatasetLoaded", data: { datasetId, version: 1, table, rejected: 0 } },
  ];
  return events.map((event) => ({ ...event, recordedAt }));
}

test("every count of a filter is how many items the list has with it, for everybody and for owners", async () => {
  const history = Array.from({ length: 60 }, (_, at) => dataset(at)).flat();
  const share = { type: "AccessGranted", data: { datasetId: "d-25", userId: "cid", by: "ben" } } satisfies DomainEvent;
  const catalogue = await catalogueOf(db.pool, [...history, share]);
  const search = (viewer: string | null, filter: Partial<CatalogueFilter>) =>
    catalogue.search(viewer, { q: "", type: null, categories: [], sort: "newest", ...filter }, FIRST, 100);
  for (const viewer of [null, "ada", "cid"])
    for (const q of ["", "level"])
      for (const categories of [[], ["Health"]])
        for (const licenses of [[], ["CC0-1.0", "none"]])
          for (const updatedWithin of [null, "week", "year"] as const) {
            const filter = { q, categories, licenses, updatedWithin };
            const { items, total, facets } = await search(viewer, filter);
            expect([viewer, filter, total]).toEqual([viewer, filter, { count: items.length, exact: true }]);
            const counted = async (other: Partial<CatalogueFilter>) =>
              (await search(viewer, { ...filter, ...other })).items.length;
            for (const name of CATEGORIES)
              expect(facets.categories.get(name) ?? 0).toBe(await counted({ categories: [name] }));
            for (const id of LICENSES) expect(facets.licenses.get(id) ?? 0).toBe(await counted({ licenses: [id] }));
            for (const period of PERIODS)
              expect([period, facets.periods.get(period)]).toEqual([
                period,
                { count: await counted({ updatedWithin: period }), exact: true },
              ]);
          }
});

test("counts follow a changed licence and new rows", async () => {
  const [made, loaded] = dataset(1) as readonly { readonly data: object; readonly type: string }[];
  const again = { ...loaded!, data: { ...loaded!.data, version: 2 }, recordedAt: new Date().toISOString() };
  const old = new Date(Date.now() - 400 * 86_400_000).toISOString();
  const edited = { type: "DatasetEdited", data: { ...pick(made!.data as Edited, CARD), license: "MIT" } };
  const periods = async (events: readonly object[]) => {
    const catalogue = await catalogueOf(db.pool, events as never);
    const { facets } = await catalogue.search(null, { q: "", type: null, categories: [], sort: "newest" }, FIRST, 10);
    return [Object.fromEntries(facets.licenses), [...facets.periods.values()].map(({ count }) => count)];
  };
  const past = [made, loaded].map((event) => ({ ...event!, recordedAt: old }));
  expect(await periods(past)).toEqual([{ "CC0-1.0": 1 }, [0, 0, 0, 0]]);
  expect(await periods([...past, { ...edited, recordedAt: old }, again])).toEqual([{ MIT: 1 }, [1, 1, 1, 1]]);
});
