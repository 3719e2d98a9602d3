import { Link } from "@remix-run/react";
import type { OperationEnd } from "#domain/run/events.ts";
import { RunStatus } from "../../runs/runs.tsx";
import { RowBar } from "../../ui/data/charts.tsx";
import { counted, formatCount } from "../../ui/data/format.ts";
import { ScrollTable } from "../../ui/data/scroll-table.tsx";
import { Block } from "../../ui/layout/block.tsx";
import { logHref } from "./log-view.ts";

/** How an operation ended. */
export type OperationShown = Omit<OperationEnd, "failure"> & { readonly error: string | null };

const done = { merge: "merged into", replace: "replaced", append: "added to" } as const;

/**
 * How each operation of a run ended. `tables`: the table of each; `narrows`: their numbers of requests link to these
 * requests alone. `said`: the error that the page shows already.
 */
export function OperationsTable({
  operations,
  tables,
  narrows,
  said,
}: {
  operations: readonly OperationShown[];
  tables: Readonly<Record<string, string>>;
  narrows: boolean;
  said: string | null;
}) {
  const most = Math.max(1, ...operations.map(({ rows }) => rows));
  const isIncremental = operations.some(({ reached, from }) => reached !== null || (from ?? null) !== null);
  return (
    <Block
      id="operations-title"
      title="Operations"
      meta={`${counted(operations.length, "operation")}, ${operations.length === 1 ? "one table" : "a table each"}`}
    >
      <ScrollTable
        panel
        label="Operations, one a row"
        heads={[
          "Operation",
          "Status",
          { label: "Rows", num: true },
          { label: "Rows as a bar", hidden: true },
          "Stored",
          { label: "Pages", num: true },
          { label: "Requests", num: true },
          ...(isIncremental ? ["Read from", "Reached"] : []),
        ]}
      >
        {operations.map((one) => (
          <OperationRows
            key={one.operation}
            {...one}
            error={one.error === said ? null : one.error}
            table={tables[one.operation]}
            most={most}
            narrows={narrows}
            isIncremental={isIncremental}
          />
        ))}
      </ScrollTable>
    </Block>
  );
}

/** One operation, and below it why it failed. */
function OperationRows({
  operation,
  status,
  disposition,
  rows,
  pages,
  requests,
  error,
  from,
  reached,
  table,
  most,
  narrows,
  isIncremental,
}: OperationShown & { table: string | undefined; most: number; narrows: boolean; isIncremental: boolean }) {
  return (
    <>
      <tr className={error ? "has-why" : undefined}>
        <th scope="row">{operation}</th>
        <td>
          <RunStatus run={{ status }} />
        </td>
        <td className="num" data-head="Rows">
          {formatCount(rows)}
        </td>
        <td className="bar-cell">
          <RowBar value={rows} most={most} />
        </td>
        <td data-head="Stored">
          {status === "failed" ? (
            "nothing"
          ) : (
            <>
              {done[disposition]} {table === undefined ? "its table" : <code>{table}</code>}
            </>
          )}
        </td>
        <td className="num" data-head="Pages">
          {formatCount(pages)}
        </td>
        <td className="num" data-head="Requests">
          {narrows ? <RequestsOf operation={operation} requests={requests} /> : formatCount(requests)}
        </td>
        {isIncremental && (
          <>
            <td data-head="Read from">{requests === 0 || from === undefined ? "" : (from ?? "the beginning")}</td>
            <td data-head="Reached">{reached?.cursor ?? ""}</td>
          </>
        )}
      </tr>
      {error && (
        <tr className="why">
          <td colSpan={isIncremental ? 9 : 7} className="wrap-cell">
            <span className="run-why">{error}</span>
          </td>
        </tr>
      )}
    </>
  );
}

function RequestsOf({ operation, requests }: Pick<OperationShown, "operation" | "requests">) {
  return (
    <Link to={logHref({ show: "all", operation })} aria-label={`${counted(requests, "request")} of ${operation}`}>
      {formatCount(requests)}
    </Link>
  );
}
