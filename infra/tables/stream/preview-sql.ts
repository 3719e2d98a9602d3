import type { ExactNumbers } from "#domain/core/values/table.ts";
import { namedSql, type ReadableColumn } from "../column-sql.ts";

/** Characters of a cell too long for a preview: fewer in wide tables, so that a row stays small. */
export const MAX_CELL_CHARS = 1_000;
const MIN_CELL_CHARS = 60;
const MAX_ROW_CHARS = 100_000;
/** Cells of other types are short: numbers have at most some hundred digits. */
const canBeLong = ({ type }: ReadableColumn): boolean => type === "text" || type === "jsonb";

/** Counts the characters of a cell that a preview of so many columns has. */
export function shownCharacters(columns: number): number {
  return Math.max(MIN_CELL_CHARS, Math.min(MAX_CELL_CHARS, Math.floor(MAX_ROW_CHARS / Math.max(1, columns))));
}

export type PreviewWindow = {
  readonly limit: number;
  readonly maxRows: number;
  /** null: as many as the rows have. */
  readonly maxBytes: number | null;
  /** Of a cell; longer ones are cut. */
  readonly characters: number;
  /** Which rows to keep if there is no room for all. */
  readonly keep: "first" | "latest";
  readonly exactNumbers: ExactNumbers;
  /** Whether rows name the run that made them. */
  readonly hasRuns: boolean;
};

/**
 * The first rows of a source as JSON texts (`line`), each with the cells that may be cut (`long`: `[column index, bytes
 * of the whole cell]`, or null) and the run that made it (`run`): of at most `limit` rows those for which there is room: `maxRows` and about `maxBytes` bytes, but at least one row. Postgres cuts
 * the cells, so that a long one is never read whole. A cell is named only once in each of the two lists, because
 * reading one of a wide table is expensive.
 */
export function previewSql(
  source: string,
  columns: readonly ReadableColumn[],
  { limit, maxRows, maxBytes, characters, keep, exactNumbers, hasRuns }: PreviewWindow,
): string {
  const order = keep === "latest" ? " DESC" : "";
  const run = hasRuns ? "_run_id" : "NULL::text";
  const short = columns.map((column) => (canBeLong(column) ? { ...column, sql: cutSql(column, characters) } : column));
  const sizes = columns.map((column) => (canBeLong(column) ? sizeSql(column, characters) : "NULL"));
  return `SELECT line, long, run FROM (
      SELECT _row_id, line, long, run, sum(octet_length(line)) OVER kept AS bytes, row_number() OVER kept AS place FROM (
        SELECT _row_id, ${run} AS run, (SELECT row_to_json(r.*)::text FROM (SELECT ${namedSql(short, exactNumbers)}) AS r) AS line,
          (SELECT json_agg(json_build_array(place - 1, bytes)) FROM unnest(ARRAY[${sizes.join(", ")}]::integer[]) WITH ORDINALITY AS cell(bytes, place) WHERE bytes > ${characters}) AS long
        FROM ${rowsToKeep(source, { limit, maxRows, order })}
      ) AS cut_rows WINDOW kept AS (ORDER BY _row_id${order})
    ) AS sized_rows${maxBytes === null ? "" : ` WHERE bytes <= ${maxBytes} OR place = 1`} ORDER BY _row_id`;
}

/** Of the first `limit` rows of a source, the first or the latest `maxRows`. */
function rowsToKeep(
  source: string,
  { limit, maxRows, order }: { readonly limit: number; readonly maxRows: number; readonly order: string },
): string {
  const first = `${source} ORDER BY _row_id LIMIT ${limit}`;
  if (limit <= maxRows) return first;
  return `(SELECT source.* FROM (SELECT source.* FROM ${first}) AS source ORDER BY _row_id${order} LIMIT ${maxRows}) AS source ORDER BY _row_id`;
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
