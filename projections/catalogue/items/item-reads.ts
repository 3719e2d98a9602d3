import type { Kysely } from "kysely";
import { anyOf } from "../../any-of.ts";
import type { CatalogueTables, ItemRow } from "../tables.ts";
import { countExactly, countItems, countKept, countsOf, type Facets } from "./item-counts.ts";
import { cursorAsked, type ItemList, neighbours, type PageAsked, pageOfItems } from "./item-list.ts";
import { type CatalogueSort, STORED_ORDERS, type StoredSort } from "./item-order.ts";
import { type PageAt, readItems, storedItems } from "./item-pages.ts";
import { matchOf, type TextMatch } from "./match-words.ts";
import { isAny, matchReader, narrowed, readMatches } from "./matches.ts";
import { EVERYTHING, filtered, isVisible, type ItemFilter, type Period } from "./visible-items.ts";

/** What a list of the catalogue is asked for. */
export type CatalogueFilter = {
  readonly q: string;
  readonly type: ItemRow["kind"] | null;
  readonly categories: readonly string[];
  readonly licenses?: readonly string[];
  readonly updatedWithin?: Period | null;
  readonly sort: CatalogueSort;
  readonly changedSince?: string | null;
};

export type SearchResult = ItemList & {
  readonly facets: Facets;
  /** Nothing has the words of the search: these have similar ones. */
  readonly similar: boolean;
};

/** The items of one kind, or those of them that a search or a filter leaves. */
export type OneKind = {
  readonly kind: ItemRow["kind"];
  readonly q: string;
  readonly categories: readonly string[];
  readonly licenses?: readonly string[];
  readonly updatedWithin?: Period | null;
  readonly changedSince: string | null;
  readonly sort: StoredSort;
};
/** The items of one kind that a user owns, or has access to. */
type Managed = { readonly kind: ItemRow["kind"]; readonly by: "owned" | "access" };
type ItemsOfKind = Pick<ItemList, "items" | "before" | "after">;
type Db = Kysely<CatalogueTables>;

/** Reads of the table of items. */
export function itemReads(db: Db) {
  return { ...searches(db), ...otherLists(db) };
}

function searches(db: Db) {
  return {
    /**
     * The DataStore: filtered before anything is counted, so that counts reveal nothing that the viewer may not see.
     * `facets` count the matches of the text search by type and category.
     */
    async search(
      viewer: string | null,
      { q, sort, ...filters }: CatalogueFilter,
      asked: PageAsked,
      size: number,
    ): Promise<SearchResult> {
      if (q !== "") return searchText(db, viewer, { q, sort, ...filters }, asked, size);
      const filter: ItemFilter = { ...filters, match: null };
      const order = sort === "relevance" ? "newest" : sort;
      const counted = countItems(db, viewer, filter);
      const [{ facets }, list] = await Promise.all([
        counted,
        pageOfItems(storedItems(db, viewer, filter, order), {
          ...{ sort: order, asked, size },
          total: counted.then(({ total }) => total),
        }),
      ]);
      return { ...list, facets, similar: false };
    },
    /** A page of one kind in a stored order, by cursor. */
    async itemsOf(viewer: string | null, of: OneKind, page: PageAt, size: number): Promise<ItemsOfKind> {
      const filter = await filterOf(db, viewer, of);
      if (filter === null) return { items: [], before: null, after: null };
      const read = await readItems(db, viewer, filter, { sort: of.sort, page, size });
      return { items: read.items, ...neighbours(page, read) };
    },
    /** The same by the number of the page, with the exact number of items. */
    async numberedItems(viewer: string | null, of: OneKind, asked: PageAsked, size: number): Promise<ItemList> {
      const filter = await filterOf(db, viewer, of);
      if (filter === null) return NOTHING;
      const total = countOneKind(db, viewer, filter).then((count) => ({ count, exact: true }));
      return pageOfItems(storedItems(db, viewer, filter, of.sort), { sort: of.sort, asked, size, total });
    },
    /** How many of them there are. */
    async countOf(viewer: string | null, of: OneKind): Promise<number> {
      const filter = await filterOf(db, viewer, of);
      return filter === null ? 0 : countOneKind(db, viewer, filter);
    },
  };
}

/** The items with the words of a search; if there are none, those with similar words. */
async function searchText(
  db: Db,
  viewer: string | null,
  { q, sort, ...filters }: CatalogueFilter,
  asked: PageAsked,
  size: number,
): Promise<SearchResult> {
  const contained = await matchOf(db, viewer, q, "contained");
  if (contained === null) return NOTHING;
  const order = { sort, beside: cursorAsked(asked, sort) };
  const { changedSince = null } = filters;
  const matchesOf = (match: TextMatch) => readMatches(db, viewer, { ...EVERYTHING, changedSince, match }, order);
  const exact = await matchesOf(contained);
  const near = exact.found.length === 0 ? await similarWords(db, viewer, q) : null;
  const match = near ?? contained;
  const all = near === null ? exact : await matchesOf(near);
  const filter = { ...filters, match };
  const { type, categories, licenses = [], updatedWithin = null } = filter;
  const isFiltered = type !== null || categories.length > 0 || licenses.length > 0 || updatedWithin !== null;
  const { facets } = countsOf(
    all.found.map((match) => ({ ...match, count: 1 })),
    filter,
    all.exact,
  );
  const chosen = all.exact || !isFiltered ? narrowed(all, filter) : await readMatches(db, viewer, filter, order);
  // Of more matches than are ranked, only the newest are known; in this order the others follow.
  const known = chosen.exact || sort !== "newest" || (order.beside === null && asked.page === 1);
  const reader = known ? matchReader(db, viewer, chosen) : storedItems(db, viewer, filter, "newest");
  const total = { count: chosen.found.length, exact: chosen.exact };
  const list = await pageOfItems(reader, { sort, asked, size, total });
  return { ...list, facets, similar: near !== null && all.found.length > 0 };
}

const NOTHING: SearchResult = {
  ...{ items: [], total: { count: 0, exact: true }, page: 1, pages: 1, before: null, after: null, similar: false },
  facets: { exact: true, found: 0, types: new Map(), categories: new Map(), licenses: new Map(), periods: new Map() },
};

function otherLists(db: Db) {
  return {
    /** The first items that everybody sees, how many there are, and the most used dataset with rows among them. */
    async featured(most: number, sort: "newest" | "users") {
      const [total, { items }, sample] = await Promise.all([
        countKept(db, null, EVERYTHING),
        readItems(db, null, EVERYTHING, { sort, page: { at: "first" }, size: most }),
        db
          .selectFrom("items")
          .select("id")
          .where("listed", "=", true)
          .where("kind", "=", "dataset")
          .where("rows", ">", 0)
          .orderBy("subscriberCount", "desc")
          .orderBy("id", "desc")
          .limit(1)
          .executeTakeFirst(),
      ]);
      return { items, total, sampleId: sample?.id ?? null };
    },
    /** Those of these few items that the viewer may see and the filters leave, in a stored order. */
    async chosenItems(
      viewer: string | null,
      of: OneKind,
      ids: readonly string[],
    ): Promise<readonly Pick<ItemRow, "id" | "profileId">[]> {
      const filter = await filterOf(db, viewer, of);
      if (filter === null) return [];
      const { column, direction } = STORED_ORDERS[of.sort];
      return filtered(db, filter)
        .select(["items.id", "items.profileId"])
        .where((where) => where.or([where("items.id", "=", anyOf(ids)), where("items.profileId", "=", anyOf(ids))]))
        .where((where) => isVisible(where, viewer))
        .orderBy(`items.${column}`, direction)
        .orderBy("items.id", direction)
        .execute();
    },
    /** Those of these items that are not deleted. */
    async existingItems(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db.selectFrom("items").select("id").where("id", "=", anyOf(ids)).execute();
      return new Set(rows.map(({ id }) => id));
    },
    /** The names of the images of those of these items that are not deleted; null: it has none. */
    async imagesOfItems(ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
      const rows = await db.selectFrom("items").select(["id", "image"]).where("id", "=", anyOf(ids)).execute();
      return new Map(rows.map(({ id, image }) => [id, image]));
    },
    /** How many items of a kind a user owns, or has access to. */
    countManaged: (userId: string, which: Managed): Promise<number> => countExactly(db, userId, managed(which)),
    /** A page of the items of a kind that a user owns, or has access to, newest first. */
    async managedItems(userId: string, which: Managed, asked: PageAsked, size: number): Promise<ItemList> {
      const filter = managed(which);
      const total = countExactly(db, userId, filter).then((count) => ({ count, exact: true }));
      return pageOfItems(storedItems(db, userId, filter, "newest"), { sort: "newest", asked, size, total });
    },
  };
}

function managed({ kind, by }: Managed): ItemFilter {
  return { type: kind, categories: [], match: null, only: by };
}

async function countOneKind(db: Db, viewer: string | null, filter: ItemFilter): Promise<number> {
  const { match, changedSince = null, updatedWithin = null } = filter;
  const isKept = match === null && changedSince === null && updatedWithin === null;
  return isKept ? countKept(db, viewer, filter) : countExactly(db, viewer, filter);
}

/** null: nothing is found. */
async function filterOf(
  db: Db,
  viewer: string | null,
  { kind, q, categories, licenses = [], updatedWithin = null, changedSince }: OneKind,
): Promise<ItemFilter | null> {
  const found = await textSearch(db, viewer, q);
  return found && { type: kind, categories, licenses, updatedWithin, changedSince, match: found.match };
}

/** The words to look for (null: any); null if the search has none. If nothing has them, similar words. */
async function textSearch(db: Db, viewer: string | null, q: string) {
  if (q.trim() === "") return { match: null };
  const match = await matchOf(db, viewer, q, "contained");
  if (match === null || (await isAny(db, viewer, match))) return match && { match };
  return { match: (await similarWords(db, viewer, q)) ?? match };
}

/** null: no word is similar to those of the search. */
async function similarWords(db: Db, viewer: string | null, q: string): Promise<TextMatch | null> {
  const match = await matchOf(db, viewer, q, "similar");
  return match !== null && match.any !== match.prefix ? match : null;
}
