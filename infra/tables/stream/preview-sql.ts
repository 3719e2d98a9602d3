import type { ExactNumbers } from "#domain/core/values/table.ts";
import { namedSql, type ReadableColumn } from "../column-sql.ts";

/** Characters of a cell too long for a preview: fewer in wide tables, so that a row stays small. */
const MAX_CELL_CHARS = 1_000;
const MIN_CELL_CHARS = 60;
const MAX_ROW_CHARS = 100_000;
/** Cells of other types are short: numbers have at most some hundred digits. */
const canBeLong = ({ type }: ReadableColumn): boolean => type === "text" || type === "jsonb";

/** How many characters of a cell a preview of so many columns has. */
function shownCharacters(columns: number): number {
  return Math.max(MIN_CELL_CHARS, Math.min(MAX_CELL_CHARS, Math.floor(MAX_ROW_CHARS / Math.max(1, columns))));
}

export type PreviewWindow = {
  readonly limit: number;
  readonly maxBytes: number;
  /** Which rows to keep if there is no room for all. */
  readonly keep: "first" | "latest";
  readonly exactNumbers: ExactNumbers;
  /** Whether rows name the run that made them. */
  readonly hasRuns: boolean;
};

/**
 * The first rows of a source as JSON texts (`line`), each with the cells that may be cut (`long`: `[column index, bytes
 * of the whole cell]`, or null) and the run that made it (`run`): at most `limit` rows and about `maxBytes` bytes, but at least one row. Postgres cuts
 * the cells, so that a long one is never read whole. A cell is named only once in each of the two lists, because
 * reading one of a wide table is expensive.
 */
export function previewSql(
  source: string,
  columns: readonly ReadableColumn[],
  { limit, maxBytes, keep, exactNumbers, hasRuns }: PreviewWindow,
): string {
  const run = hasRuns ? "_run_id" : "NULL::text";
  const characters = shownCharacters(columns.length);
  const short = columns.map((column) => (canBeLong(column) ? { ...column, sql: cutSql(column, characters) } : column));
  const sizes = columns.map((column) => (canBeLong(column) ? sizeSql(column, characters) : "NULL"));
  return `SELECT line, long, run FROM (
      SELECT _row_id, line, long, run, sum(octet_length(line)) OVER kept AS bytes, row_number() OVER kept AS place FROM (
        SELECT _row_id, ${run} AS run, (SELECT row_to_json(r.*)::text FROM (SELECT ${namedSql(short, exactNumbers)}) AS r) AS line,
          (SELECT json_agg(json_build_array(place - 1, bytes)) FROM unnest(ARRAY[${sizes.join(", ")}]::integer[]) WITH ORDINALITY AS cell(bytes, place) WHERE bytes > ${characters}) AS long
        FROM ${source} ORDER BY _row_id LIMIT ${limit}
      ) AS cut_rows WINDOW kept AS (ORDER BY _row_id${keep === "latest" ? " DESC" : ""})
    ) AS sized_rows WHERE bytes <= ${maxBytes} OR place = 1 ORDER BY _row_id`;
}

/** JSON that is cut becomes a text. */
function cutSql(column: ReadableColumn, characters: number): string {
  const text = asText(column);
  return column.type === "jsonb"
    ? `CASE WHEN length(${text}) > ${characters} THEN to_jsonb(left(${text}, ${characters})) ELSE ${column.sql} END`
    : `left(${text}, ${characters})`;
}

/** Bytes of a cell; for JSON only if it is cut, because that needs its text. */
function sizeSql(column: ReadableColumn, characters: number): string {
  const text = asText(column);
  return column.type === "jsonb"
    ? `CASE WHEN length(${text}) > ${characters} THEN octet_length(${text}) END`
    : `octet_length(${text})`;
}

function asText({ sql, type }: ReadableColumn): string {
  return type === "jsonb" ? `(${sql})::text` : sql;
}
