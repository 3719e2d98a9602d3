import type { LooseObject } from "./imported.ts";

/** The name of a parameter, and its first value if known. */
export interface PagingParameter {
  name: string;
  first: number | null;
}
export type PagingRole = "page" | "offset" | "cursor" | "limit";

const NAMES: Record<PagingRole, ReadonlySet<string>> = {
  page: new Set(["page", "pagenumber", "pagenum", "pageno", "pageindex", "currentpage", "pagenr"]),
  offset: new Set(["offset", "skip", "startat", "startindex", "pageoffset", "startrow", "firstresult"]),
  cursor: new Set([
    "cursor",
    "pagetoken",
    "nexttoken",
    "nextcursor",
    "nextpagetoken",
    "startingafter",
    "continuationtoken",
    "continuation",
    "pagecursor",
    "pageafter",
    "bookmark",
    "startcursor",
    "scrollid",
    "paginationtoken",
    "aftercursor",
    "marker",
    "after",
  ]),
  limit: new Set([
    "limit",
    "perpage",
    "pagesize",
    "pagelimit",
    "maxresults",
    "count",
    "size",
    "take",
    "top",
    "rowsperpage",
    "resultsperpage",
    "itemsperpage",
    "numperpage",
    "rows",
    "first",
    "maxitems",
    "maxrecords",
    "pagecount",
  ]),
};

/** What a parameter of this name does for paging, or null. `page[size]`, `perPage` and `per_page` are read alike. */
export function pagingRole(name: string): PagingRole | null {
  const plain = name.toLowerCase().replace(/[^a-z]/g, "");
  for (const role of ["page", "offset", "cursor", "limit"] as const) if (NAMES[role].has(plain)) return role;
  return null;
}

/**
 * Guesses paging from the names of the parameters alone; null if none is about paging. The page size is taken from the
 * imported line.
 */
export function pagingOf(parameters: readonly PagingParameter[]): { written: LooseObject; names: string[] } | null {
  const by = (role: PagingRole) => parameters.find(({ name }) => pagingRole(name) === role);
  const [page, offset, cursor, limit] = [by("page"), by("offset"), by("cursor"), by("limit")];
  const main = cursor ?? page ?? offset;
  if (main === undefined) return null;
  const size =
    limit === undefined
      ? {}
      : {
          limit_param: limit.name,
          ...(limit.first !== null && limit.first >= 1 && limit.first <= 1_000_000 ? { limit: limit.first } : {}),
        };
  const strategy = main === cursor ? "cursor" : main === page ? "page" : "offset";
  const start: LooseObject = main !== cursor && main === page && main.first === 0 ? { start: 0 } : {};
  return {
    written: { strategy, [`${strategy}_param`]: main.name, ...start, ...size },
    names: [main.name, ...(limit === undefined ? [] : [limit.name])],
  };
}
