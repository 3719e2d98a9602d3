import type { ReactNode } from "react";
import { summaryBasis } from "../ui/data/column-picture.tsx";
import type { PreviewRows } from "../ui/data/data-table.tsx";
import { DataTable, type TableLook } from "../ui/data/data-table.tsx";
import { counted, formatCount } from "../ui/data/format.ts";

/**
 * Rows with their count above: which part of the whole they are. `title` is the heading, `note` a remark, `tools` what asks for
 * other rows; without `preview` these alone.
 */
export function PreviewPanel({
  title,
  preview,
  note,
  tools,
  sample,
  first = 1,
  matches = null,
  columns,
  ...look
}: TableLook & {
  title: string;
  preview: PreviewRows | null;
  note?: ReactNode;
  tools?: ReactNode;
  sample?: boolean;
  /** The number of the first row, and how many rows match its filters; null: there are none, or nobody has counted. */
  first?: number;
  matches?: number | null;
  /** How many columns the table has, if not all are shown. */
  columns?: number;
}) {
  return (
    <div className="preview-block">
      <div className="block-head">
        <h2>{title}</h2>
        {note && <p className="meta">{note}</p>}
      </div>
      {tools}
      {preview && (
        <div className="panel preview">
          <div className="count">
            <p>
              <strong>{countWords(preview, { sample, first, matches })}</strong>{" "}
              <span className="quiet">× {columnWords(preview.columns.length, columns)}</span>
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
          <DataTable name={title} preview={preview} firstRow={first} {...look} />
        </div>
      )}
    </div>
  );
}

function countWords(
  { rows, total }: PreviewRows,
  { sample, first, matches }: { sample: boolean | undefined; first: number; matches: number | null },
): string {
  const shown = rows.length;
  if (shown === 0) return "No rows";
  if (sample) return `${formatCount(shown)} sample rows of ${formatCount(total)}`;
  const of = matches === null ? formatCount(total) : `${formatCount(matches)} that match`;
  return `Rows ${formatCount(first)}–${formatCount(first + shown - 1)} of ${of}`;
}

function columnWords(shown: number, all: number = shown): string {
  return shown === all ? counted(all, "column") : `${formatCount(shown)} of ${counted(all, "column")}`;
}
