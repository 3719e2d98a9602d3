import { Form, Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ChartColumn } from "../../../ui/icons/all.ts";
import { PreviewPanel } from "../../../items/preview-panel.tsx";
import { RejectedLink } from "../../../items/rejected-link.tsx";
import { Button, ButtonLink } from "../../../ui/controls/button.tsx";
import { Pager } from "../../../ui/controls/pager.tsx";
import { Chip } from "../../../ui/data/badge.tsx";
import type { PreviewRows } from "../../../ui/data/data-table.tsx";
import { counted } from "../../../ui/data/format.ts";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { SelectField, TextField } from "../../../ui/form/field.tsx";
import {
  filterWords,
  NEW_FILTER,
  OPERATORS,
  ROWS_PREFIX,
  type RowsAsked,
  rowsQuery,
  withFilter,
} from "./rows-asked.ts";
import type { RowsShown } from "./rows-page.ts";

const LATEST: RowsAsked = { sort: null, filters: [], page: 1, of: {} };

/** The rows of a dataset that the viewer may read: the latest ones, or a page of those that the URL asks for. */
export function RowsPanel({
  preview,
  rows,
  columns,
  datasetId,
  rejected,
  origin,
}: {
  preview: PreviewRows | null;
  rows: RowsShown | undefined;
  columns: readonly string[];
  datasetId: string;
  rejected: number;
  /** The version whose file the rows came from; null: they came from no file. */
  origin: number | null;
}) {
  const { pathname } = useLocation();
  const asked = rows ?? LATEST;
  const to = (next: Pick<RowsAsked, "sort" | "filters">) => pathname + rowsQuery({ ...next, of: asked.of });
  return (
    <div className="stack" id="rows">
      {asked.of.version !== undefined && rows?.fault === undefined && (
        <Notice
          title={`These are the rows of version ${asked.of.version}.`}
          actions={<Link to={pathname}>Show the current rows</Link>}
        />
      )}
      <FilterForm asked={asked} columns={columns} to={to}>
        {Object.keys(asked.of).length === 0 && <ChartLink asked={asked} />}
      </FilterForm>
      {rows?.fault !== undefined && (
        <Notice tone="bad" role="alert" title={rows.fault}>
          <Link to={pathname}>Show the latest rows</Link>
        </Notice>
      )}
      {preview && (
        <PreviewPanel
          title="Existing Dataset Preview"
          preview={preview}
          {...(rows ? { first: rows.first, matches: rows.filters.length > 0 ? rows.matches : null } : { latest: true })}
          note={
            <RowsNote
              isLatest={!rows}
              preview={preview}
              datasetId={datasetId}
              rejected={rejected}
              origin={asked.of.version === undefined ? origin : origin && Number(asked.of.version)}
            />
          }
          sort={{
            by: asked.sort,
            href: (sort) => to({ sort, filters: asked.filters }),
            filter: (column, conditions) =>
              to({ sort: asked.sort, filters: withFilter(asked.filters, column, conditions) }),
          }}
        />
      )}
      {rows && <Pager page={rows.page} pages={rows.pages} prefix={ROWS_PREFIX} label="Pages of rows" />}
    </div>
  );
}

function ChartLink({ asked }: { asked: RowsAsked }) {
  const { pathname } = useLocation();
  return (
    <ButtonLink
      icon={ChartColumn}
      to={`${pathname}/chart${rowsQuery({ sort: null, filters: asked.filters, of: asked.of })}`}
    >
      Chart
    </ButtonLink>
  );
}

function RowsNote({
  isLatest,
  preview,
  datasetId,
  rejected,
  origin,
}: {
  isLatest: boolean;
  preview: PreviewRows;
  datasetId: string;
  rejected: number;
  origin: number | null;
}) {
  const { pathname } = useLocation();
  return (
    <>
      {!isLatest ? (
        <Link to={pathname}>Show the latest 100 rows</Link>
      ) : (
        <>
          Latest 100 rows fetched{" "}
          {preview.total > preview.rows.length && (
            <Link to={`${pathname}?${ROWS_PREFIX}page=1`}>Page through all {counted(preview.total, "row")}</Link>
          )}
        </>
      )}
      {origin !== null && (
        <>
          {" · "}
          <Link to={`/dataset_profile/${datasetId}/versions`}>Version {origin}</Link>,{" "}
          <a href={`/api/assets/${datasetId}/original?version=${origin}`} download>
            original file
          </a>
        </>
      )}
      {rejected > 0 && ". "}
      {rejected > 0 && <RejectedLink id={datasetId} rejected={rejected} />}
    </>
  );
}

function FilterForm({
  asked,
  columns,
  to,
  children,
}: {
  asked: RowsAsked;
  columns: readonly string[];
  to: (next: Pick<RowsAsked, "sort" | "filters">) => string;
  /** Further buttons of the row. */
  children: ReactNode;
}) {
  const { sort, filters, of } = asked;
  return (
    <>
      <Form className="row items-end" role="search" aria-label="Filter the rows" preventScrollReset>
        {sort && <input type="hidden" name="sort" value={`${sort.descending ? "-" : ""}${sort.column}`} />}
        {Object.entries(of).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {filters.map(({ column, condition }, at) => (
          <input key={at} type="hidden" name={`where.${column}`} value={condition} />
        ))}
        <SelectField
          label="Column"
          name={NEW_FILTER.column}
          options={columns.map((column) => ({ value: column, label: column }))}
        />
        <SelectField label="Condition" name={NEW_FILTER.operator} options={[...OPERATORS]} />
        <TextField label="Value" name={NEW_FILTER.value} key={filters.length} maxLength={500} autoComplete="off" />
        <Button>Filter</Button>
        {children}
      </Form>
      {filters.length > 0 && (
        <p className="row" aria-label="Filters">
          {filters.map((filter, at) => (
            <Chip
              key={at}
              removeHref={to({ sort, filters: filters.filter((_, other) => other !== at) })}
              removeLabel={`Remove the filter ${filterWords(filter)}`}
            >
              {filterWords(filter)}
            </Chip>
          ))}
        </p>
      )}
    </>
  );
}
