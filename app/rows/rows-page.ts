import type { Preview } from "#domain/core/ports/work-ports.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { previewOf } from "../datasets/preview-calls.ts";
import { type FoundRows, searchRows } from "../datasets/search-calls.ts";
import { type CallResult, refuse } from "../http/call-result.ts";
import type { AppContext } from "../platform.ts";
import { versionAsked } from "../versions/version-asked.ts";
import {
  asksForRows,
  FIRST_ROWS,
  type RowsAsked,
  rowsAsked,
  rowsFault,
  type RowsView,
  streamParameters,
} from "./rows-asked.ts";

/** How the rows on a page were asked for. `matches`: how many there are; null if nobody has counted them. */
export type RowsShown = RowsAsked & {
  readonly matches: number | null;
  readonly pages: number;
  readonly first: number;
  /** The version that they are of; absent: they cannot be shown. */
  readonly version?: number;
  /** The query of a stream of all of them; empty for the whole table. */
  readonly streamQuery: string;
  /** Why they cannot be shown as they were asked for. */
  readonly fault?: string;
};

const NOT_SHOWN = { first: 1, matches: null, pages: 1 } as const;

type RowsFound = FoundRows & { readonly first: number };

/**
 * The rows of a table that the viewer may read, as the URL asks for them. `usual`: the view of a URL that asks for none. A
 * refusal: the usual rows cannot be shown, for no reason of the URL's.
 */
export async function rowsPage(
  context: AppContext,
  reference: string,
  viewer: UserRow,
  params: URLSearchParams,
  usual: RowsView = "all",
): Promise<
  CallResult<{ readonly preview: Omit<Preview, "lines"> | null; readonly rows: RowsShown; readonly status: number }>
> {
  const asked = rowsAsked(params, usual);
  const tooMany = rowsFault(params);
  if (tooMany !== null) {
    // What was asked for is too long to be in every link.
    const { around } = asked;
    const rows = { ...FIRST_ROWS, around, usual, ...NOT_SHOWN, streamQuery: "", fault: tooMany };
    const { status } = refuse("input-invalid", { message: tooMany });
    return { ok: true, value: { preview: null, rows, status } };
  }
  const query = streamParameters(asked);
  const shown = { ...asked, streamQuery: query.size > 0 ? `?${query}` : "" };
  const found = await rowsOf(context, reference, viewer, asked);
  if (!found.ok && !asksForRows(asked)) return found;
  if (!found.ok) {
    const rows = { ...shown, ...NOT_SHOWN, fault: found.error };
    return { ok: true, value: { preview: null, rows, status: found.status } };
  }
  const { preview, matches, first, pageRows, version } = found.value;
  const isFull = preview.rows.length === pageRows;
  const pages = matches === null ? asked.page + Number(isFull) : Math.max(1, Math.ceil(matches / pageRows));
  const rows = { ...shown, first, version, matches, pages: asked.view === "latest" ? 1 : pages };
  return { ok: true, value: { preview, rows, status: 200 } };
}

async function rowsOf(
  context: AppContext,
  reference: string,
  viewer: UserRow,
  asked: RowsAsked,
): Promise<CallResult<RowsFound>> {
  const of = versionAsked(asked.of);
  if (!of.ok) return of;
  if (asked.view === "latest") {
    const latest = await previewOf(context, reference, viewer, of.value);
    if (!latest.ok) return latest;
    const { version, ...preview } = latest.value;
    const [total, pageRows] = [preview.total, preview.rows.length];
    const value = { preview: chosenColumns(preview, asked), matches: total, first: total - pageRows + 1 };
    return { ok: true, value: { ...value, pageRows, version } };
  }
  const { page, columns } = asked;
  const params = streamParameters({ ...asked, of: {} });
  const found = await searchRows(context, reference, viewer, { params, page, columns, asked: of.value });
  return found.ok ? { ok: true, value: { ...found.value, first: (page - 1) * found.value.pageRows + 1 } } : found;
}

/** The rows with the columns that were chosen alone. Names that the table has not are left out. */
function chosenColumns(
  preview: Omit<Preview, "lines">,
  { columns: chosen }: Pick<RowsAsked, "columns">,
): Omit<Preview, "lines"> {
  const columns = preview.columns.filter(({ name }) => chosen === null || chosen.includes(name));
  return columns.length === 0 ? preview : { ...preview, columns };
}
