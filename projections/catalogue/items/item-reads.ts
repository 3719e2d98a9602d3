import type { Kysely } from "kysely";
import type { CatalogueTables, ItemRow } from "../tables.ts";
import { countExactly, countItems, type Facets, isAny } from "./item-counts.ts";
import { type ItemList, neighbours, type PageAsked, pageOfItems } from "./item-list.ts";
import type { CatalogueSort } from "./item-order.ts";
import { type PageAt, readItems } from "./item-pages.ts";
import { matchOf, type TextMatch } from "./match-words.ts";
import { EVERYTHING, type ItemFilter } from "./visible-items.ts";

/** What a list of the catalogue is asked for. */
export type CatalogueFilter = {
  readonly q: string;
  readonly type: ItemRow["kind"] | null;
  readonly categories: readonly string[];
  readonly sort: CatalogueSort;
};

export type SearchResult = ItemList & {
  readonly facets: Facets;
  /** Nothing has the words of the search: these have similar ones. */
  readonly similar: boolean;
};

/** The items of one kind, or those of them that a search finds. */
type OneKind = { readonly kind: ItemRow["kind"]; readonly q: string };
/** The items of one kind that a user owns, or has access to. */
type Managed = { readonly kind: ItemRow["kind"]; readonly by: "owned" | "access" };
type NewestItems = Pick<ItemList, "items" | "before" | "after">;
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
      { q, type, categories, sort }: CatalogueFilter,
      asked: PageAsked,
      size: number,
    ): Promise<SearchResult> {
      const exact = q === "" ? null : await matchOf(db, viewer, q, "contained");
      if (q !== "" && exact === null) return NOTHING;
      const filter: ItemFilter = { type, categories, match: exact };
      const counted = await countItems(db, viewer, filter);
      const near = exact !== null && counted.facets.found === 0 ? await similarWords(db, viewer, q) : null;
      const filtered: ItemFilter = near === null ? filter : { ...filter, match: near };
      const { total, facets } = near === null ? counted : await countItems(db, viewer, filtered);
      const order = exact === null && sort === "relevance" ? "newest" : sort;
      const list = await pageOfItems(db, viewer, filtered, { sort: order, asked, size, total });
      return { ...list, facets, similar: near !== null && facets.found > 0 };
    },
    /** A page of one kind, newest first, by cursor. */
    async newestItems(viewer: string | null, { kind, q }: OneKind, page: PageAt, size: number): Promise<NewestItems> {
      const found = await textSearch(db, viewer, q);
      if (found === null) return { items: [], before: null, after: null };
      const filter: ItemFilter = { type: kind, categories: [], match: found.match };
      const read = await readItems(db, viewer, filter, { sort: "newest", page, size });
      return { items: read.items, ...neighbours(page, read) };
    },
    /** The same by the number of the page, with the exact number of items. */
    async numberedItems(viewer: string | null, of: OneKind, asked: PageAsked, size: number): Promise<ItemList> {
      const found = await textSearch(db, viewer, of.q);
      if (found === null) return NOTHING;
      const filter: ItemFilter = { type: of.kind, categories: [], match: found.match };
      const total = { count: await countOneKind(db, viewer, filter), exact: true };
      return pageOfItems(db, viewer, filter, { sort: "newest", asked, size, total });
    },
    /** How many items of a kind there are. */
    async countOf(viewer: string | null, { kind, q }: OneKind): Promise<number> {
      const found = await textSearch(db, viewer, q);
      return found === null ? 0 : countOneKind(db, viewer, { type: kind, categories: [], match: found.match });
    },
  };
}

const NOTHING: SearchResult = {
  ...{ items: [], total: { count: 0, exact: true }, page: 1, pages: 1, before: null, after: null, similar: false },
  facets: { exact: true, found: 0, types: new Map(), categories: new Map() },
};

function otherLists(db: Db) {
  return {
    /** The newest items that everybody sees, how many there are, and the newest dataset with rows among them. */
    async featured(most: number) {
      const [{ total }, { items }, sample] = await Promise.all([
        countItems(db, null, EVERYTHING),
        readItems(db, null, EVERYTHING, { sort: "newest", page: { at: "first" }, size: most }),
        db
          .selectFrom("items")
          .select("id")
          .where("listed", "=", true)
          .where("kind", "=", "dataset")
          .where("rows", ">", 0)
          .orderBy("createdAt", "desc")
          .orderBy("id", "desc")
          .limit(1)
          .executeTakeFirst(),
      ]);
      return { items, total: total.count, sampleId: sample?.id ?? null };
    },
    /** How many items of a kind a user owns, or has access to. */
    countManaged: (userId: string, which: Managed): Promise<number> => countExactly(db, userId, managed(which)),
    /** A page of the items of a kind that a user owns, or has access to, newest first. */
    async managedItems(userId: string, which: Managed, asked: PageAsked, size: number): Promise<ItemList> {
      const filter = managed(which);
      const total = { count: await countExactly(db, userId, filter), exact: true };
      return pageOfItems(db, userId, filter, { sort: "newest", asked, size, total });
    },
  };
}

function managed({ kind, by }: Managed): ItemFilter {
  return { type: kind, categories: [], match: null, only: by };
}

async function countOneKind(db: Db, viewer: string | null, filter: ItemFilter): Promise<number> {
  return filter.match === null ? (await countItems(db, viewer, filter)).total.count : countExactly(db, viewer, filter);
}

/** The words to look for (null: any); null if the search has none. If nothing has them, similar words. */
async function textSearch(db: Db, viewer: string | null, q: string) {
  if (q.trim() === "") return { match: null };
  const match = await matchOf(db, viewer, q, "contained");
  if (match === null || (await isAny(db, viewer, { ...EVERYTHING, match }))) return match && { match };
  return { match: (await similarWords(db, viewer, q)) ?? match };
}

/** null: no word is similar to those of the search. */
async function similarWords(db: Db, viewer: string | null, q: string): Promise<TextMatch | null> {
  const match = await matchOf(db, viewer, q, "similar");
  return match !== null && match.any !== match.prefix ? match : null;
}
