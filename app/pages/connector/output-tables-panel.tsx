import { Link } from "@remix-run/react";
import type { OutputTable } from "../../instances/output-tables.ts";
import { counted, formatCount } from "../../ui/data/format.ts";
import { Ago } from "../../ui/time/time.tsx";

/** The tables of a connection that has several, one a row; `shown` is the one whose rows stand below. */
export function OutputTablesPanel({
  tables,
  shown,
  now,
}: {
  tables: readonly OutputTable[];
  shown: string;
  now: string;
}) {
  const rows = tables.reduce((sum, table) => sum + (table.rows ?? 0), 0);
  return (
    <section aria-labelledby="tables-title">
      <div className="block-head">
        <h2 id="tables-title">Output tables</h2>
        <p className="meta">
          {counted(tables.length, "table")}, {counted(rows, "row")}
        </p>
      </div>
      <div className="panel table-scroll" role="region" aria-label="Output tables, one a row" tabIndex={0}>
        <table className="table table-folds">
          <thead>
            <tr>
              <th scope="col">Table</th>
              <th scope="col">Operation</th>
              <th scope="col" className="num">
                Rows
              </th>
              <th scope="col" className="num">
                Columns
              </th>
              <th scope="col">Updated</th>
              <th scope="col">Stream</th>
            </tr>
          </thead>
          <tbody>
            {tables.map(({ table_name, operation, rows, columns, updated_at }) => (
              <tr key={table_name}>
                <th scope="row">
                  <Link
                    to={`?tab=output&table=${encodeURIComponent(table_name)}`}
                    aria-current={table_name === shown ? "true" : undefined}
                    preventScrollReset
                  >
                    <code>{table_name}</code>
                  </Link>
                </th>
                <td data-head="Operation">{operation ?? "of an earlier version"}</td>
                {rows === null ? (
                  <>
                    <td className="num" data-head="Rows">
                      none yet
                    </td>
                    <td />
                    <td />
                    <td />
                  </>
                ) : (
                  <>
                    <td className="num" data-head="Rows">
                      {formatCount(rows)}
                    </td>
                    <td className="num" data-head="Columns">
                      {columns === null ? "" : formatCount(columns)}
                    </td>
                    <td data-head="Updated">{updated_at && <Ago at={updated_at} now={now} />}</td>
                    <td>
                      <Link to={`/manage?tab=stream&table=${encodeURIComponent(table_name)}`}>
                        Stream<span className="visually-hidden"> {table_name}</span>
                      </Link>
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
