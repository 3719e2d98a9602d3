import type { Pool, PoolClient } from "pg";
import type { ChartAnswer } from "#domain/core/ports/work-ports.ts";
import type { Chart, ChartData, TimeUnit } from "#domain/core/values/chart.ts";
import { type ReadableColumn, readableColumns } from "../column-sql.ts";
import type { RegisteredTable } from "../registry.ts";
import { reading } from "../stream/read-transaction.ts";
import { whereSql } from "../stream/select-sql.ts";
import { parseStreamQuery } from "../stream/stream-query.ts";
import { chartSource } from "./chart-source.ts";
import { aggregateSql, barSql, histogramSql, isNumber, lineSql, rangeSql, scatterSql, unitFor } from "./chart-sql.ts";

const CHART_MS = 10_000;
type Row = { readonly x: string | number; readonly y: number | null; readonly groups: number };

/**
 * The marks of a chart, grouped by the database from a bounded number of rows. `params` filter them as those of a stream do.
 * Null if the table is gone, "too-slow" if the database takes longer than 10 s.
 */
export async function chartTable({
  pool,
  physical,
  chart,
  params,
  signal,
}: {
  readonly pool: Pool;
  readonly physical: string;
  readonly chart: Chart;
  readonly params: URLSearchParams;
  readonly signal?: AbortSignal | undefined;
}): Promise<ChartAnswer | "too-slow" | null> {
  return reading(pool, physical, { statementMs: CHART_MS, signal }, async (client, table): Promise<ChartAnswer> => {
    const parsed = parseStreamQuery(params, table.columns, table.kind);
    if (!parsed.ok) return parsed;
    const { own } = readableColumns(table);
    const { source, read } = chartSource(table);
    const rows = `FROM ${source} ${whereSql(own, parsed.query.filters)}`;
    const x = own.find(({ name }) => name === chart.x);
    const y = own.find(({ name }) => name === chart.y) ?? null;
    if (!x || (chart.y !== null && !y)) return NO_COLUMN;
    const unit = chart.kind === "line" ? await unitOf(client, x, rows) : null;
    const text = statement(chart, { x, y, rows, unit });
    if (text === null) return NO_COLUMN;
    const found = await client.query<Row>(text);
    return { ok: true, data: dataOf(found.rows, { unit, read, table }) };
  });
}

const NO_COLUMN = { ok: false, message: "The columns of this chart are not there, or have other types." } as const;

async function unitOf(client: PoolClient, x: ReadableColumn, rows: string): Promise<TimeUnit | null> {
  if (!/^(date|timestamp|timestamptz)$/.test(x.type)) return null;
  const found = await client.query<{ seconds: number | null }>(rangeSql(x, rows));
  return unitFor(found.rows[0]?.seconds ?? 0);
}

/** The statement of a chart; null: the types of its columns do not fit. */
function statement(
  { kind, aggregate }: Chart,
  {
    x,
    y,
    rows,
    unit,
  }: {
    readonly x: ReadableColumn;
    readonly y: ReadableColumn | null;
    readonly rows: string;
    readonly unit: TimeUnit | null;
  },
): string | null {
  if (y !== null && !isNumber(y.type)) return null;
  switch (kind) {
    case "line":
      return unit && lineSql(x, aggregateSql(y, aggregate), rows, unit);
    case "bar":
      return barSql(x, aggregateSql(y, aggregate), rows);
    case "histogram":
      return isNumber(x.type) ? histogramSql(x, rows) : null;
    case "scatter":
      return y !== null && isNumber(x.type) ? scatterSql(x, y, rows) : null;
  }
}

function dataOf(
  rows: readonly Row[],
  { unit, read, table }: { readonly unit: TimeUnit | null; readonly read: number; readonly table: RegisteredTable },
): ChartData {
  const points = rows.map(({ x, y }) => ({ x, y: y !== null && Number.isFinite(y) ? y : null }));
  return { points, groups: rows[0]?.groups ?? 0, unit, read, rows: table.rows };
}
