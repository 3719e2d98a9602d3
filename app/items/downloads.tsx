import { XLSX_ROWS } from "#domain/core/ports/stream-query.ts";
import { formatCount } from "../ui/data/format.ts";

/** Rows that a sheet of Excel holds below its header. */
const MAX_SHEET_ROWS = XLSX_ROWS - 1;
const FORMATS = [
  { format: "xlsx", label: "Excel" },
  { format: "csv", label: "CSV" },
  { format: "parquet", label: "Parquet" },
  { format: "json", label: "JSON" },
] as const;

/** Where the rows of a table are downloaded: `page` is the address of its dataset or table, `query` as in a stream. */
export type DownloadFacts = { readonly page: string; readonly query: string; readonly rows: number };

/** The rows that the page shows as a file, in each format. What comes is an answer with a name, so the page stays. */
export function Downloads({ page, query, rows }: DownloadFacts) {
  const isTooLong = rows > MAX_SHEET_ROWS;
  return (
    <div>
      <ul className="row downloads" aria-label={query === "" ? "Download" : "Download the rows as sorted and filtered"}>
        <li aria-hidden="true">Download:</li>
        {FORMATS.filter(({ format }) => !isTooLong || format !== "xlsx").map(({ format, label }) => (
          <li key={format}>
            <a className="btn btn-sm" href={`${page}/download.${format}${query}`}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      {isTooLong && (
        <p className="meta">
          A sheet of Excel holds {formatCount(MAX_SHEET_ROWS)} rows: filter these {formatCount(rows)} first.
        </p>
      )}
    </div>
  );
}
