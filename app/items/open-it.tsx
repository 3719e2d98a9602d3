import { Link } from "@remix-run/react";
import { curlLine, pandasCode } from "../streaming/program-snippets.ts";
import type { SnippetFacts } from "../streaming/snippet.ts";
import { TableKeyOffer, useTableKey } from "../streaming/table-key.tsx";
import { type DownloadFacts, Downloads } from "./downloads.tsx";
import { ButtonLink } from "../ui/controls/button.tsx";
import { CodeBlock, UrlLine } from "../ui/code/code-block.tsx";

/**
 * The rows of a table as a file, their URLs as CSV and Parquet, a key for them, and a link to help for other tools. `columns`:
 * of the whole table, if they are known.
 */
export function OpenIt({
  origin,
  table,
  columns,
  download,
}: Pick<SnippetFacts, "columns"> & { origin: string; table: string; download: DownloadFacts }) {
  const tableKey = useTableKey(table);
  const { made } = tableKey;
  const address = (format: string) => [
    { text: `${origin}/d/` },
    { text: table, filled: true },
    { text: `.${format}${download.query}` },
  ];
  const facts = made && { origin, table, columns, key: made.secret, excelToken: "" };
  return (
    <section className="open-it" aria-labelledby="open-title">
      <div className="row row-between">
        <h2 id="open-title">Open it</h2>
        <ButtonLink small to={`/manage?tab=stream&table=${table}`}>
          Excel, Power BI, pandas
        </ButtonLink>
      </div>
      <Downloads {...download} />
      <UrlLine method="CSV" parts={address("csv")} name="the CSV address" />
      <UrlLine method="Parquet" parts={address("parquet")} name="the Parquet address" />
      <TableKeyOffer table={table} tableKey={tableKey} say="The lines below have it." />
      {facts && (
        <>
          <CodeBlock text={curlLine(facts).copied} name="the curl command" />
          <CodeBlock text={pandasCode(facts).copied} name="the Python lines" />
        </>
      )}
      <p className="hint">
        Send a key as <code>Authorization: Bearer</code>: one for this table, or your streaming key from{" "}
        <Link to="/manage?tab=stream">Manage Data</Link>. CSV holds the cells exactly as they are; the Excel query
        disarms formulas. DuckDB, pandas, Polars and R read Parquet, and fetch only the parts they need.{" "}
        <code>.xlsx</code> is a workbook, in which numbers of more than 15 digits and days before 1 March 1900 are text;{" "}
        <code>.json</code> and <code>.ndjson</code> are for programs.
      </p>
    </section>
  );
}
