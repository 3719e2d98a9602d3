import { ButtonLink } from "../ui/controls/button.tsx";
import { UrlLine } from "../ui/code/code-block.tsx";

/** The URL of a table's stream, and a link to help for other tools. `query`: sorts and filters it as the page does. */
export function OpenIt({ origin, table, query = "" }: { origin: string; table: string; query?: string | undefined }) {
  const parts = [{ text: `${origin}/d/` }, { text: table, filled: true }, { text: `.csv${query}` }];
  return (
    <section className="open-it" aria-labelledby="open-title">
      <div className="row row-between">
        <h2 id="open-title">Open it</h2>
        <ButtonLink small to={`/manage?tab=stream&table=${table}`}>
          Excel, Power BI, pandas
        </ButtonLink>
      </div>
      <UrlLine method="CSV" parts={parts} name="the CSV address" />
      <p className="hint">
        Send your streaming key as <code>Authorization: Bearer</code>. You will find it under{" "}
        <a href="/manage?tab=stream">Manage Data</a>. CSV holds the cells exactly as they are; the Excel query disarms
        formulas.
      </p>
    </section>
  );
}
