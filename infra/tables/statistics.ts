import type { ClientBase } from "pg";
import type { ColumnStatistics, TableStatistics } from "#domain/core/ports/table-statistics.ts";
import type { JsonValue } from "#domain/core/values/json.ts";
import type { ColumnType } from "#domain/core/values/table.ts";
import { type ReadableColumn, readableColumns, rowSource, sourceOf, storageOf, textSql } from "./column-sql.ts";
import type { NewTable } from "./registry.ts";

/** Up to this many cells every row is read (decision 91): that takes some 50 s, after the rows can be read. */
const MEASURED_CELLS = 40_000_000;
const SAMPLE_ROWS = 100_000;
const HISTOGRAM_BINS = 20;
/** Characters stored per value, fewer in wide tables: all statistics of a table stay below some megabytes. */
const SHOWN_CHARS = 200;
const MIN_SHOWN_CHARS = 20;
const MAX_SHOWN_CHARS_OF_ALL = 40_000;

const shownOf = (columns: number): number =>
  Math.max(MIN_SHOWN_CHARS, Math.min(SHOWN_CHARS, Math.floor(MAX_SHOWN_CHARS_OF_ALL / Math.max(1, columns))));

/** The column as a number for histograms; null if it has none. */
function asNumber({ sql, type }: ReadableColumn): string | null {
  switch (type) {
    case "bigint":
    case "double precision":
    case "numeric":
      return `(${sql})::double precision`;
    case "date":
    case "timestamp":
    case "timestamptz":
    case "time":
      return `extract(epoch from ${sql})::double precision`;
    case "boolean":
    case "text":
    case "jsonb":
      return null;
  }
}

const ORDERED: ReadonlySet<ColumnType> = new Set([
  "bigint",
  "double precision",
  "numeric",
  "date",
  "timestamp",
  "timestamptz",
  "time",
]);

/**
 * Computes the statistics of a loaded table: counts, min, max and mean from all rows in one pass, the rest from all
 * rows of a small table and from a random sample of a large one, some 100,000 rows. Runs in one transaction.
 */
export async function takeStatistics(
  client: ClientBase,
  table: NewTable,
  options: { readonly signal?: AbortSignal | undefined; readonly measuredCells?: number } = {},
): Promise<TableStatistics> {
  const { signal, measuredCells = MEASURED_CELLS } = options;
  const { own } = readableColumns(table);
  const source = rowSource(table);
  await client.query("SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'");
  const shown = shownOf(own.length);
  const whole = await wholeTable(client, source, own, shown);
  const mostRows = Math.max(1000, Math.floor(measuredCells / Math.max(1, own.length)));
  const sampledRows =
    table.rows <= mostRows ? null : await takeSample(client, table, Math.min(SAMPLE_ROWS, mostRows) / table.rows);
  const sampled = sampledRows === null ? source : sourceOf(table.layout, "pg_temp.statistics_sample", table.kind);
  const columns: ColumnStatistics[] = [];
  let from = sampled;
  for (const [index, given] of own.entries()) {
    signal?.throwIfAborted();
    if (table.layout === "array" && index % COLUMNS_PER_STATEMENT === 0)
      from = await partOf(client, sampled, own.slice(index, index + COLUMNS_PER_STATEMENT));
    const column = table.layout === "array" ? { ...given, sql: `v${index % COLUMNS_PER_STATEMENT}` } : given;
    const seen = whole[index] as WholeColumn;
    const values = await client.query<{ value: string; count: string; distinct: string; once: string; cells: string }>(
      `SELECT left(value::text, ${shown}) AS value, count(*) AS count, count(*) OVER () AS distinct,
              sum(CASE WHEN count(*) = 1 THEN 1 ELSE 0 END) OVER () AS once, sum(count(*)) OVER () AS cells
       FROM (SELECT ${textSql(column)} AS value FROM ${from}) AS cells WHERE value IS NOT NULL
       GROUP BY cells.value ORDER BY count(*) DESC, min(value::text COLLATE "C") LIMIT 10`,
    );
    const [first] = values.rows;
    columns.push({
      name: column.name,
      nulls: table.rows - seen.count,
      nullShare: table.rows === 0 ? 0 : (table.rows - seen.count) / table.rows,
      distinct: first
        ? distinctInAll(
            { distinct: Number(first.distinct), once: Number(first.once), cells: Number(first.cells) },
            seen.count,
          )
        : 0,
      min: seen.min,
      max: seen.max,
      mean: seen.mean,
      top: values.rows.map(({ value, count }) => ({ value, count: Number(count) })),
      ...(await histogram(client, from, column, seen)),
    });
  }
  if (table.layout === "array") await client.query("DROP TABLE IF EXISTS pg_temp.statistics_part");
  return { rows: table.rows, sampledRows, columns };
}

/** Adds each row to the sample with this probability, independently of the others; returns the sample's size. */
async function takeSample(client: ClientBase, version: NewTable, chance: number): Promise<number> {
  const { table, lastRow } = storageOf(version);
  const { rowCount } = await client.query(
    `CREATE TEMP TABLE statistics_sample ON COMMIT DROP AS
     SELECT * FROM ${table} TABLESAMPLE BERNOULLI (${chance * 100})${lastRow === null ? "" : ` WHERE _row_id <= ${lastRow}`}`,
  );
  return rowCount ?? 0;
}

/**
 * Estimates the number of distinct values in `total` cells from those of a sample (Haas and Stokes' estimator, which
 * Postgres' ANALYZE uses too): values that occur once in the sample represent others that it has missed. Exact if the
 * sample is everything.
 */
function distinctInAll(
  sample: { readonly distinct: number; readonly once: number; readonly cells: number },
  total: number,
): number {
  const { distinct, once, cells } = sample;
  return Math.min(total, Math.round((cells * distinct) / (cells - once + (once * cells) / total)));
}

/**
 * Columns of a wide table that are extracted at a time: unpacking its rows for each of 1,600 columns takes quadratic
 * time.
 */
const COLUMNS_PER_STATEMENT = 50;

/** A table of the sample's cells of these columns, `v0` and on; replaces the previous one. */
async function partOf(client: ClientBase, sampled: string, columns: readonly ReadableColumn[]): Promise<string> {
  const cells = columns.map(({ sql }, index) => `${sql} AS v${index}`);
  await client.query(
    `DROP TABLE IF EXISTS pg_temp.statistics_part; CREATE TEMP TABLE statistics_part ON COMMIT DROP AS SELECT ${cells.join(", ")} FROM ${sampled}`,
  );
  return "pg_temp.statistics_part AS source";
}

type WholeColumn = {
  count: number;
  min: string | null;
  max: string | null;
  mean: number | null;
  low: number | null;
  high: number | null;
};

/**
 * One row with four figures per column would exceed Postgres' 1,664 results, so the figures of a column are one JSON
 * array.
 */
async function wholeTable(
  client: ClientBase,
  source: string,
  columns: readonly ReadableColumn[],
  shown: number,
): Promise<WholeColumn[]> {
  const found: WholeColumn[] = [];
  const AT_A_TIME = 400;
  for (let from = 0; from < columns.length; from += AT_A_TIME) {
    const part = columns.slice(from, from + AT_A_TIME);
    const figures = part.map(
      (column, index) => `json_build_array(${figuresOf(column, shown).join(", ")}) AS f${index}`,
    );
    const { rows } = await client.query<Record<string, readonly JsonValue[]>>(
      `SELECT ${figures.join(", ")} FROM ${source}`,
    );
    part.forEach((_, index) => {
      const [count, min, max, mean, low, high] = rows[0]?.[`f${index}`] as [
        number,
        string | null,
        string | null,
        number | null,
        number | null,
        number | null,
      ];
      found.push({ count, min, max, mean, low, high });
    });
  }
  return found;
}

function figuresOf(column: ReadableColumn, shown: number): string[] {
  const { sql, type } = column;
  const number = asNumber(column);
  // avg() keeps squares, which overflow when the sum does not.
  const mean =
    type === "bigint" || type === "double precision" || type === "numeric"
      ? `sum(${number}) / nullif(count(${sql}), 0)`
      : "NULL";
  const ends = ORDERED.has(type)
    ? [`(${textSql({ sql: `min(${sql})`, type })})::text`, `(${textSql({ sql: `max(${sql})`, type })})::text`]
    : type === "jsonb"
      ? ["NULL", "NULL"]
      : [`left(min((${sql})::text COLLATE "C"), ${shown})`, `left(max((${sql})::text COLLATE "C"), ${shown})`];
  return [`count(${sql})`, ...ends, mean, number ? `min(${number})` : "NULL", number ? `max(${number})` : "NULL"];
}

async function histogram(
  client: ClientBase,
  source: string,
  column: ReadableColumn,
  { low, high }: WholeColumn,
): Promise<Pick<ColumnStatistics, "histogram" | "binWidth">> {
  const number = asNumber(column);
  if (number === null || low === null || high === null || low >= high) return { histogram: null };
  const binWidth = column.type === "bigint" ? wholeWidth(low, high) : null;
  const count = binWidth === null ? HISTOGRAM_BINS : Math.ceil((high - low + 1) / binWidth);
  const end = binWidth === null ? high : low + count * binWidth;
  const { rows } = await client.query<{ bin: number; count: string }>(
    `SELECT least(width_bucket(${number}, $1::double precision, $2::double precision, ${count}), ${count}) AS bin, count(*) AS count
     FROM ${source} WHERE ${column.sql} IS NOT NULL GROUP BY 1`,
    [low, end],
  );
  const bins = new Array<number>(count).fill(0);
  for (const { bin, count: found } of rows) bins[bin - 1] = Number(found);
  return { histogram: bins, ...(binWidth === null ? {} : { binWidth }) };
}

/** How many whole numbers a bin holds; null: they are too large to be told apart as numbers of JavaScript. */
function wholeWidth(low: number, high: number): number | null {
  const areExact = Number.isSafeInteger(low) && Number.isSafeInteger(high) && Number.isSafeInteger(high - low);
  return areExact ? Math.ceil((high - low + 1) / HISTOGRAM_BINS) : null;
}
