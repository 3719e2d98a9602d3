import { Link } from "@remix-run/react";
import { Download } from "../../ui/icons/all.ts";
import type { RejectedPage } from "../../datasets/rejected-calls.ts";
import { ButtonLink } from "../../ui/controls/button.tsx";
import { EmptyState } from "../../ui/layout/empty-state.tsx";
import { counted, formatCount, plural } from "../../ui/data/format.ts";
import { Pager } from "../../ui/controls/pager.tsx";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { DatasetPageHead } from "../../ui/frames/page-head.tsx";

export type RejectedRowsViewProps = RejectedPage;

/** The rejected rows of a file: their lines, why, and their text. */
export function RejectedRowsView(props: RejectedRowsViewProps) {
  const { id, title, fileName, total, rows } = props;
  const profile = `/dataset_profile/${id}`;
  return (
    <div className="wrap">
      <DatasetPageHead
        dataset={props}
        title="Rows that were not loaded"
        lead={
          total > 0 &&
          `${counted(total, "row")} of ${fileName} ${plural(total, "does", "do")} not fit the columns of the table. All other rows were loaded.`
        }
      >
        {total > 0 && (
          <div className="state">
            <ButtonLink icon={Download} reloadDocument to={`/api/assets/${id}/rejected`}>
              Download these rows
            </ButtonLink>
            <ButtonLink icon={Download} reloadDocument to={`/api/assets/${id}/original`}>
              Download the original file
            </ButtonLink>
          </div>
        )}
      </DatasetPageHead>
      <div className="blocks">
        {total === 0 && (
          <EmptyState title="Every row was loaded." level={2}>
            <p className="quiet">
              <Link to={profile}>Back to {title}</Link>
            </p>
          </EmptyState>
        )}
        {total > 0 && rows === null && <EmptyState title="These rows are no longer kept." level={2} />}
        {rows !== null && rows.length > 0 && <Rows {...props} rows={rows} />}
      </div>
    </div>
  );
}

function Rows({
  rows,
  total,
  listed,
  first,
  page,
  pages,
}: RejectedRowsViewProps & { rows: NonNullable<RejectedRowsViewProps["rows"]> }) {
  return (
    <section className="panel preview" aria-label="Rows that were not loaded">
      <div className="count">
        <p>
          <strong>{`Rows ${formatCount(first)}–${formatCount(first + rows.length - 1)} of ${formatCount(total)}`}</strong>
        </p>
        {listed < total && (
          <p className="meta">The first {formatCount(listed)} are listed here; the download has all.</p>
        )}
      </div>
      <ScrollTable
        label="Rows of the file, in its order"
        heads={[{ label: "Line", num: true }, { label: "Record", num: true }, "Reason", "Text"]}
      >
        {rows.map(({ line, record, reason, text, isCut }) => (
          <tr key={line}>
            <td className="num" data-head="Line">
              {formatCount(line)}
            </td>
            <td className="num" data-head="Record">
              {formatCount(record)}
            </td>
            <td data-head="Reason">{reason}</td>
            <td className="wrap-cell">
              <code className="rejected-text" dir="auto">
                {text}
              </code>
              {isCut && <span className="meta"> … (the whole row is in the download)</span>}
            </td>
          </tr>
        ))}
      </ScrollTable>
      {pages > 1 && (
        <div className="table-foot">
          <Pager page={page} pages={pages} />
        </div>
      )}
    </section>
  );
}
