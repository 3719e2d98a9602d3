import type { Preview } from "#domain/core/ports/work-ports.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { ROWS_PER_PAGE, searchRows } from "../../../datasets/search-calls.ts";
import { versionAsked } from "../../../versions/version-asked.ts";
import type { AppContext } from "../../../platform.ts";
import { type RowsAsked, rowsAsked, streamParameters } from "./rows-asked.ts";

/** How the rows on a page were asked for. `matches`: how many there are; null if nobody has counted them. */
export type RowsShown = RowsAsked & {
  readonly matches: number | null;
  readonly pages: number;
  readonly first: number;
  /** The query of a stream of all of them; empty for the whole table. */
  readonly streamQuery: string;
  /** Why they cannot be shown. */
  readonly fault?: string;
};

/** The page of rows that the URL asks for; null if it asks for none. */
export async function rowsPage(
  context: AppContext,
  datasetId: string,
  viewer: UserRow,
  params: URLSearchParams,
): Promise<{
  readonly preview: Omit<Preview, "lines"> | null;
  readonly rows: RowsShown;
  readonly status: number;
} | null> {
  const asked = rowsAsked(params);
  if (asked === null) return null;
  const first = (asked.page - 1) * ROWS_PER_PAGE;
  const of = versionAsked(asked.of);
  const query = streamParameters(asked);
  const found = of.ok
    ? await searchRows(context, datasetId, viewer, {
        query: streamParameters({ ...asked, of: {} }),
        first,
        asked: of.value,
      })
    : of;
  const shown = { ...asked, first: first + 1, streamQuery: query.size > 0 ? `?${query}` : "" };
  if (!found.ok)
    return { preview: null, rows: { ...shown, matches: null, pages: 1, fault: found.error }, status: found.status };
  const { preview, matches } = found.value;
  const isFull = preview.rows.length === ROWS_PER_PAGE;
  const pages = matches === null ? asked.page + Number(isFull) : Math.max(1, Math.ceil(matches / ROWS_PER_PAGE));
  return { preview, rows: { ...shown, matches, pages }, status: 200 };
}
