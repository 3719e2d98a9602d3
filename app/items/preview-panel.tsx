import type { ReactNode } from "react";
import { summaryBasis } from "../ui/data/column-picture.tsx";
import type { PreviewRows } from "../ui/data/data-table.tsx";
import { DataTable, type SortLinks } from "../ui/data/data-table.tsx";
import { counted, formatCount } from "../ui/data/format.ts";

/**
 * Rows with their count above: which part of the whole they are. `title` is the heading, `note` a remark; `latest`:
 * they are the last rows of the table, not the first.
 */
export function PreviewPanel({
  title,
  preview,
  note,
  sample,
  latest,
  first: from = 1,
  matches = null,
  sort,
}: {
  title: string;
  preview: PreviewRows;
  note?: ReactNode;
  sample?: boolean;
  latest?: boolean;
  /** The number of the first row, and how many rows match its filters; null: there are none, or nobody has counted. */
  first?: number;
  matches?: number | null;
  sort?: SortLinks;
}) {
  const shown = preview.rows.length;
  const first = latest ? preview.total - shown + 1 : from;
  return (
    <div>
      <div className="block-head">
        <h2>{title}</h2>
        {note && <p className="meta">{note}</p>}
      </div>
      <div className="panel preview">
        <div className="count">
          <p>
            <strong>
              {shown === 0
                ? "No rows"
                : sample
                  ? `${formatCount(shown)} sample rows of ${formatCount(preview.total)}`
                  : `Rows ${formatCount(first)}–${formatCount(first + shown - 1)} of ${matches === null ? formatCount(preview.total) : `${formatCount(matches)} that match`}`}
            </strong>{" "}
            <span className="quiet">× {counted(preview.columns.length, "column")}</span>
          </p>
          {(preview.truncated?.rows ?? 0) > 0 && <p className="meta">Fewer rows than usual: they are long</p>}
          {preview.drawn && <p className="meta">{summaryBasis(preview.drawn)}</p>}
          <p className="key meta">
            <span className="void">
              <i />
              empty
            </span>
          </p>
        </div>
        <DataTable name={title} preview={preview} firstRow={first} {...(sort ? { sort } : {})} />
      </div>
    </div>
  );
}
