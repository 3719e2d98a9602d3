import { Link } from "@remix-run/react";
import type { OutputTable } from "../../../instances/output-tables.ts";
import { counted, formatCount } from "../../../ui/data/format.ts";
import { Block } from "../../../ui/layout/block.tsx";
import { Ago } from "../../../ui/time/time.tsx";
import { ScrollTable } from "../../../ui/data/scroll-table.tsx";

/** The tables of an instance that has several, one per row; `shown` is the one whose rows are shown below. */
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
    <Block id="tables-title" title="Output tables" meta={`${counted(tables.length, "table")}, ${counted(rows, "row")}`}>
      <ScrollTable
        panel
        label="Output tables, one a row"
        heads={[
          "Table",
          "Operation",
          { label: "Rows", num: true },
          { label: "Columns", num: true },
          "Updated",
          "Stream",
        ]}
      >
        {tables.map((table) => (
          <TableRow key={table.tableName} {...table} shown={table.tableName === shown} now={now} />
        ))}
      </ScrollTable>
    </Block>
  );
}

function TableRow({
  tableName,
  operation,
  rows,
  columns,
  updatedAt,
  shown,
  now,
}: OutputTable & { shown: boolean; now: string }) {
  return (
    <tr>
      <th scope="row">
        <Link
          to={`?tab=output&table=${encodeURIComponent(tableName)}`}
          aria-current={shown ? "true" : undefined}
          preventScrollReset
        >
          <code>{tableName}</code>
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
          <td data-head="Updated">{updatedAt && <Ago at={updatedAt} now={now} />}</td>
          <td>
            <Link to={`/manage?tab=stream&table=${encodeURIComponent(tableName)}`}>
              Stream<span className="visually-hidden"> {tableName}</span>
            </Link>
          </td>
        </>
      )}
    </tr>
  );
}
