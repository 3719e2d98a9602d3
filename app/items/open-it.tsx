import { ButtonLink } from "../ui/controls/button.tsx";
import { UrlLine } from "../ui/code/code-block.tsx";

/** The URLs of a table's rows as CSV and Parquet, and a link to help for other tools. `query`: sorts and filters it as the page does. */
export function OpenIt({ origin, table, query = "" }: { origin: string; table: string; query?: string | undefined }) {
  const address = (format: string) => [
    { text: `${origin}/d/` },
    { text: table, filled: true },
    { text: `.${format}${query}` },
  ];
  return (
    <section className="open-it" aria-labelledby="open-title">
      <div className="row row-between">
        <h2 id="open-title">Open it</h2>
        <ButtonLink small to={`/manage?tab=stream&table=${table}`}>
          Excel, Power BI, pandas
        </ButtonLink>
      </div>
      <UrlLine method="CSV" parts={address("csv")} name="the CSV address" />
      <UrlLine method="Parquet" parts={address("parquet")} name="the Parquet address" />
      <p className="hint">
        Send your streaming key as <code>Authorization: Bearer</code>. You will find it under{" "}
        <a href="/manage?tab=stream">Manage Data</a>. CSV holds the cells exactly as they are; the Excel query disarms
        formulas. DuckDB, pandas, Polars and R read Parquet, and fetch only the parts they need. <code>.xlsx</code> is a
        workbook; <code>.json</code> and <code>.ndjson</code> are for programs.
      </p>
    </section>
  );
}
