import { pageWithin } from "#domain/core/lists/list-page.ts";
import type { UserRow } from "#projections/users/queries.ts";
import { type CallResult, NOT_FOUND, refuse } from "../http/call-result.ts";
import type { RejectedRowText } from "#domain/core/ports/uploads.ts";
import type { AppContext } from "../platform.ts";

const ROWS_PER_PAGE = 100;
/** A page far behind costs reading all before it, so the others are in the download only. */
const LISTED_ROWS = 100_000;
/** How long a page waits for its turn. */
const WAIT_MS = 3_000;

export type RejectedPage = {
  readonly id: string;
  readonly title: string;
  readonly fileName: string;
  /** Rows of the file that were not loaded, and how many of them can be paged through. */
  readonly total: number;
  readonly listed: number;
  /** Number of the first row of the page, from 1. */
  readonly first: number;
  readonly page: number;
  readonly pages: number;
  /** null: they are kept no more. */
  readonly rows: readonly RejectedRowText[] | null;
};

/** Some of the rows of a dataset's file that were not loaded, for those who may read its rows in full. */
export async function rejectedPage(
  { platform, signal }: Pick<AppContext, "platform" | "signal">,
  id: string,
  viewer: UserRow,
  asked: number,
): Promise<CallResult<RejectedPage>> {
  const found = await platform.queries.tables.find(id, viewer.id);
  const item = await platform.queries.catalogue.dataset(id, viewer.id);
  if (found?.table.kind !== "dataset" || item?.source.kind !== "upload") return NOT_FOUND;
  if (found.access !== "full") return refuse("dataset-not-connected");
  const physical = found.table.current?.physical;
  if (!physical) return refuse(item.status === "failed" ? "file-not-loaded" : "rows-loading");
  const listed = Math.min(item.rejected, LISTED_ROWS);
  const { page, pages } = pageWithin(asked, listed, ROWS_PER_PAGE);
  const from = (page - 1) * ROWS_PER_PAGE;
  const about = {
    id: item.id,
    title: item.title,
    fileName: item.fileName ?? "the file",
    total: item.rejected,
    listed,
    first: from + 1,
    page,
    pages,
  };
  if (item.rejected === 0) return { ok: true, value: { ...about, rows: [] } };
  const window = { from, limit: Math.min(ROWS_PER_PAGE, listed - from), signal };
  const rows = await platform.previewReads.run(
    viewer.id,
    () => platform.uploads.rejectedRows(item.id, physical, window),
    AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]),
  );
  if (rows === "full") return refuse("previews-busy");
  return { ok: true, value: { ...about, rows } };
}
