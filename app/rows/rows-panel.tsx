import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { PreviewPanel } from "../items/preview-panel.tsx";
import { ButtonLink } from "../ui/controls/button.tsx";
import { Pager } from "../ui/controls/pager.tsx";
import { Chip } from "../ui/data/badge.tsx";
import type { PreviewRows } from "../ui/data/data-table.tsx";
import { counted } from "../ui/data/format.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { ChartColumn } from "../ui/icons/all.ts";
import { FIRST_ROWS, filterWords, ROWS_PREFIX, type RowsAsked, rowsQuery, withFilter } from "./rows-asked.ts";
import { type ColumnName, ColumnsMenu, FilterMenu, SearchForm } from "./rows-forms.tsx";
import type { RowsShown } from "./rows-page.ts";

/**
 * The rows of a table that the viewer may read: a page of them or the latest 100, sorted, filtered and searched by the URL.
 * `title` is the heading of the specification, `page` the address that downloads begin with.
 */
export function RowsPanel({
  title,
  preview,
  rows,
  columns,
  page,
  note,
  of,
  chartHref,
}: {
  title: string;
  preview: PreviewRows | null;
  rows: RowsShown;
  /** All columns of the table, shown or not. */
  columns: readonly ColumnName[];
  page: string;
  /** What there is to say about the rows. */
  note?: ReactNode;
  /** The name of the table, where the page has several. */
  of?: string;
  chartHref?: (query: string) => string;
}) {
  const { pathname } = useLocation();
  const to = (change: Partial<RowsAsked>) => pathname + rowsQuery({ ...rows, ...change });
  return (
    <div className="stack rows" id="rows">
      {rows.of.version !== undefined && rows.fault === undefined && (
        <Notice
          title={`These are the rows of version ${rows.of.version}.`}
          actions={<Link to={to({ of: {} })}>Show the current rows</Link>}
        />
      )}
      <PreviewPanel
        title={title}
        preview={preview}
        first={rows.first}
        matches={rows.filters.length > 0 ? rows.matches : null}
        columns={columns.length}
        note={
          <>
            <ViewLink rows={rows} total={preview?.total ?? 0} of={of} to={to} />
            {note}
          </>
        }
        tools={<Tools rows={rows} columns={columns} chartHref={chartHref} to={to} />}
        look={{ wide: rows.wide, frozen: rows.frozen }}
        cellHref={(row, column) => cellPath(page, { row, column, version: rows.version })}
        sort={{
          by: rows.sort,
          href: (sort) => to({ sort, view: "all" }),
          filter: (column, conditions) => to({ filters: withFilter(rows.filters, column, conditions), view: "all" }),
        }}
      />
      <Pager page={rows.page} pages={rows.pages} prefix={ROWS_PREFIX} label="Pages of rows" />
    </div>
  );
}

/** The path of one cell. It names the version, because in another one the id may be that of another row. */
function cellPath(
  page: string,
  { row, column, version }: { row: number; column: string; version: number | undefined },
): string {
  const params = new URLSearchParams({ columns: column, "where._row_id": `eq.${row}` });
  if (version !== undefined) params.set("version", String(version));
  return `${page}/download.json?${params}`;
}

type To = (change: Partial<RowsAsked>) => string;

/** What asks for other rows: search, filters, columns, a chart of them. */
function Tools({
  rows,
  columns,
  chartHref,
  to,
}: {
  rows: RowsShown;
  columns: readonly ColumnName[];
  chartHref: ((query: string) => string) | undefined;
  to: To;
}) {
  const { pathname } = useLocation();
  const isCurrent = Object.keys(rows.of).length === 0;
  return (
    <>
      <div className="rows-tools">
        <SearchForm asked={rows} />
        <FilterMenu asked={rows} columns={columns} />
        <ColumnsMenu asked={rows} columns={columns} />
        {chartHref && isCurrent && (
          <ButtonLink icon={ChartColumn} to={chartHref(rowsQuery({ ...FIRST_ROWS, filters: rows.filters }))}>
            Chart
          </ButtonLink>
        )}
      </div>
      <Filters rows={rows} to={to} />
      {rows.fault !== undefined && (
        <Notice tone="bad" role="alert" title={rows.fault}>
          <Link to={pathname + rowsQuery({ ...FIRST_ROWS, around: rows.around })}>Show the first rows</Link>
        </Notice>
      )}
    </>
  );
}

/** Which rows these are, and the way to the others: all of them, or the latest 100. */
function ViewLink({ rows, total, of, to }: { rows: RowsShown; total: number; of?: string | undefined; to: To }) {
  if (rows.view === "all")
    return <Link to={to({ sort: null, filters: [], view: "latest" })}>Show the latest 100 rows</Link>;
  return (
    <>
      Latest 100 rows fetched
      {of !== undefined && (
        <>
          {" "}
          of <code>{of}</code>
        </>
      )}
      {total > 0 && (
        <>
          {". "}
          <Link to={to({ view: "all" })}>Page through all {counted(total, "row")}</Link>
        </>
      )}
    </>
  );
}

/** The filters that narrow the rows, each with a way to remove it, and one to remove all. */
function Filters({ rows: { filters }, to }: { rows: RowsShown; to: To }) {
  if (filters.length === 0) return null;
  return (
    <p className="row" aria-label="Filters">
      {filters.map((filter, at) => (
        <Chip
          key={at}
          removeHref={to({ filters: filters.filter((_, other) => other !== at) })}
          removeLabel={`Remove the filter ${filterWords(filter)}`}
        >
          {filterWords(filter)}
        </Chip>
      ))}
      <Link to={to({ filters: [] })} preventScrollReset>
        {filters.length === 1 ? "Clear Filter" : "Clear all filters"}
      </Link>
    </p>
  );
}
