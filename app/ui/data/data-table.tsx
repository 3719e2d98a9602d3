import { Link } from "@remix-run/react";
import { classNames } from "../controls/class-names.ts";
import { NullGauge } from "./charts.tsx";
import { ColumnPicture, type ColumnValues, type FilterHref } from "./column-picture.tsx";
import { formatBytes } from "./format.ts";
import type { ColumnKind } from "./item.ts";
import { kindNames, kindOf } from "./item.ts";
import { KindIcon } from "../icons/kind-icon.tsx";

export type Cell = string | number | boolean | null | undefined | object;

/**
 * A column of a preview. `label` is the heading in the file if it differs from the name; `filled` 0 to 1 over all rows,
 * and `values`, if known.
 */
export type PreviewColumn = { name: string; type: string; label?: string; filled?: number; values?: ColumnValues };

/** `drawn`: the basis of the column pictures, from `summaryBasis`. */
export type PreviewRows = {
  readonly columns: readonly PreviewColumn[];
  readonly rows: readonly Readonly<Record<string, Cell>>[];
  readonly total: number;
  /** The run that made each row. */
  readonly runs?: readonly string[];
  /** The id of each row in its table; absent: they go on from the number of the first. */
  readonly ids?: readonly number[];
  readonly drawn?: { readonly rows: number; readonly sampled: number | null };
  /** Cut cells, with the bytes of the whole, and how many rows did not fit. */
  readonly truncated?: {
    readonly cells: readonly { readonly row: number; readonly column: string; readonly bytes: number }[];
    readonly rows: number;
  };
};

/** The stored value exactly: never rounded, never grouped. */
function cellText(value: Cell): string {
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "object" && value !== null) return JSON.stringify(value);
  return String(value);
}

/** From so many characters on a cell is cut by its column, and opens. */
const OPENS_FROM = 32;

/** `whole`: the value is only the start of a text of so many bytes, which `href` leads to. */
function DataCell({
  value,
  kind,
  whole,
  wide,
}: {
  value: Cell;
  kind: ColumnKind;
  whole: { readonly bytes: number; readonly href: string | undefined } | undefined;
  wide: boolean;
}) {
  if (value === null || value === undefined) return <td className="null">empty</td>;
  const text = cellText(value);
  if (text === "")
    return (
      <td>
        <span className="meta">""</span>
      </td>
    );
  const shown = kind === "json" ? <code>{text}</code> : text;
  const rest = whole && (
    <span className="meta">
      … ({whole.href ? <a href={whole.href}>{formatBytes(whole.bytes)}, download</a> : formatBytes(whole.bytes)})
    </span>
  );
  return (
    <td className={classNames(kind === "number" && "num", wide && "wide") || undefined}>
      {text.length < OPENS_FROM || wide ? (
        <>
          {shown}
          {rest}
        </>
      ) : (
        // A press opens it. By keyboard its column is shown whole: a stop at each cell would bar the way.
        <details className="cell">
          <summary tabIndex={-1}>{shown}</summary>
          {rest}
        </details>
      )}
    </td>
  );
}

/** The number of a row. It leads to the run that made it. */
function RowNumber({ number, run }: { number: number; run: string | undefined }) {
  if (!run) return number;
  return (
    <Link to={`/run/${encodeURIComponent(run)}`} title={`Made by run ${run.split("-").at(-1)}`}>
      {number}
      <span className="visually-hidden">, made by run {run.split("-").at(-1)}</span>
    </Link>
  );
}

type Sort = { readonly column: string; readonly descending: boolean };
/** `by`: how the rows are sorted now; `href`: the address of them in another order, `filter` that of a part of them. */
export type SortLinks = {
  readonly by: Sort | null;
  readonly href: (sort: Sort | null) => string;
  readonly filter?: FilterHref;
};

/** The name of a column as a link that sorts by it: upwards first, then downwards, then as the table is. */
function SortLink({ name, sort: { by, href } }: { name: string; sort: SortLinks }) {
  const now = by?.column === name ? (by.descending ? "down" : "up") : null;
  const next =
    now === null ? { column: name, descending: false } : now === "up" ? { column: name, descending: true } : null;
  return (
    <Link className="sort" to={href(next)} preventScrollReset title={name.length > 16 ? name : undefined}>
      {name}
      <span aria-hidden="true">{now === "up" ? " ↑" : now === "down" ? " ↓" : ""}</span>
      <span className="visually-hidden">
        {now === null ? ", sort ascending" : now === "up" ? ", sort descending" : ", do not sort"}
      </span>
    </Link>
  );
}

const sortedAs = (name: string, sort: SortLinks | undefined) =>
  sort?.by?.column === name ? (sort.by.descending ? ("descending" as const) : ("ascending" as const)) : undefined;

function ColumnHead({
  column,
  sort,
  wide,
}: {
  column: PreviewColumn & { kind: ColumnKind };
  sort: SortLinks | undefined;
  wide: boolean;
}) {
  return (
    <th scope="col" abbr={column.name} aria-sort={sortedAs(column.name, sort)} className={wide ? "wide" : undefined}>
      <div className="col-size">
        <span className="col-name">
          <KindIcon kind={column.kind} />
          <span className="n" title={column.name.length > 16 ? column.name : undefined}>
            {sort && column.kind !== "json" ? <SortLink name={column.name} sort={sort} /> : column.name}
          </span>
        </span>
        <span className="col-kind block">
          {kindNames[column.kind]}
          {column.label && column.label !== column.name ? ` · ${column.label}` : ""}
        </span>
        {column.values && (
          <div className="col-picture">
            <ColumnPicture {...column} values={column.values} filter={sort?.filter} />
          </div>
        )}
        {column.filled !== undefined && <NullGauge filled={column.filled} />}
      </div>
    </th>
  );
}

/** How a table is shown. */
export type TableLook = {
  readonly sort?: SortLinks;
  /** Columns whose cells are shown whole, and how many of the first stay in place. */
  readonly look?: { readonly wide: readonly string[]; readonly frozen: number };
  /** Where the whole of a cell is that was cut, by the id of its row. */
  readonly cellHref?: (row: number, column: string) => string;
};

/**
 * Rows of a table with their columns' kinds in a sticky header. The region scrolls by itself, has a name and is
 * focusable. `name` names it, "Output Table Preview".
 */
export function DataTable({
  name,
  preview,
  firstRow = 1,
  sort,
  look = { wide: [], frozen: 0 },
  cellHref,
}: TableLook & {
  name: string;
  preview: PreviewRows;
  firstRow?: number;
}) {
  const columns = preview.columns.map((column) => ({
    ...column,
    kind: kindOf(column.type),
    wide: look.wide.includes(column.name),
  }));
  const cut = new Map(preview.truncated?.cells.map(({ row, column, bytes }) => [`${row} ${column}`, bytes]));
  const whole = (at: number, column: string) => {
    const bytes = cut.get(`${at} ${column}`);
    return bytes === undefined ? undefined : { bytes, href: cellHref?.(preview.ids?.[at] ?? firstRow + at, column) };
  };
  return (
    <div className="table-scroll" role="region" aria-label={name} tabIndex={0}>
      <table className={classNames("table", look.frozen > 0 && `frozen-${look.frozen}`)}>
        <thead>
          <tr>
            <th scope="col" className="corner">
              <span className="visually-hidden">Row</span>
            </th>
            {columns.map(({ wide, ...column }) => (
              <ColumnHead key={column.name} column={column} sort={sort} wide={wide} />
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, at) => (
            <tr key={at}>
              <th scope="row">
                <RowNumber number={firstRow + at} run={preview.runs?.[at]} />
              </th>
              {columns.map(({ name: column, kind, wide }) => (
                <DataCell key={column} value={row[column]} kind={kind} wide={wide} whole={whole(at, column)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
