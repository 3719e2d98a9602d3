import type { ReactNode } from "react";
import { summaryBasis } from "../ui/data/column-picture.tsx";
import type { PreviewRows } from "../ui/data/data-table.tsx";
import { DataTable } from "../ui/data/data-table.tsx";
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
}: {
  title: string;
  preview: PreviewRows;
  note?: ReactNode;
  sample?: boolean;
  latest?: boolean;
}) {
  const shown = preview.rows.length;
  const first = latest ? preview.total - shown + 1 : 1;
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
                  : `Rows ${formatCount(first)}–${formatCount(first + shown - 1)} of ${formatCount(preview.total)}`}
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
        <DataTable name={title} preview={preview} firstRow={first} />
      </div>
    </div>
  );
}
