import { namedSql, type ReadableColumn } from "./column-sql.ts";

/** Characters that are shown of a cell too long for a preview: fewer in wide tables, so that a row stays small. */
const CELL_CHARACTERS = 1_000;
const FEWEST_CHARACTERS = 60;
const ROW_CHARACTERS = 100_000;
/** Bytes of UTF-8 for a character, at most. */
const WIDEST_CHARACTER = 4;

/** Cells of other types are short: numbers have at most some hundred digits. */
const canBeLong = ({ type }: ReadableColumn): boolean => type === "text" || type === "jsonb";

/** How many characters of a long cell a preview of so many columns shows; cells of up to four bytes for each of them come whole. */
function shownCharacters(columns: number): number {
  return Math.max(FEWEST_CHARACTERS, Math.min(CELL_CHARACTERS, Math.floor(ROW_CHARACTERS / Math.max(1, columns))));
}

export type PreviewWindow = {
  readonly limit: number;
  readonly maxBytes: number;
  /** Which rows are kept when not all of them find room. */
  readonly keep: "first" | "latest";
};

/**
 * The first rows of a source as JSON texts (`line`), each with its cut cells (`cut`: `[place among the columns, bytes]` or null),
 * at most `limit` rows and about `maxBytes` bytes, but one row at least. Cells are cut by Postgres, so that a long one is never
 * read whole where its beginning is enough.
 */
export function previewSql(source: string, columns: readonly ReadableColumn[], { limit, maxBytes, keep }: PreviewWindow): string {
  const characters = shownCharacters(columns.length);
  const longest = characters * WIDEST_CHARACTER;
  const short = columns.map((column) => (canBeLong(column) ? { ...column, sql: cutSql(column, characters, longest) } : column));
  const sizes = columns.map((column) => (canBeLong(column) ? `octet_length((${column.sql})::text)` : "NULL"));
  return `SELECT line, cut FROM (
      SELECT _row_id, line, cut, sum(octet_length(line)) OVER kept AS bytes, row_number() OVER kept AS place FROM (
        SELECT _row_id, (SELECT row_to_json(r.*)::text FROM (SELECT ${namedSql(short)}) AS r) AS line,
          (SELECT json_agg(json_build_array(place - 1, bytes)) FROM unnest(ARRAY[${sizes.join(", ")}]::integer[]) WITH ORDINALITY AS cell(bytes, place) WHERE bytes > ${longest}) AS cut
        FROM ${source} ORDER BY _row_id LIMIT ${limit}
      ) AS cut_rows WINDOW kept AS (ORDER BY _row_id${keep === "latest" ? " DESC" : ""})
    ) AS sized_rows WHERE bytes <= ${maxBytes} OR place = 1 ORDER BY _row_id`;
}

function cutSql({ sql, type }: ReadableColumn, characters: number, longest: number): string {
  if (type === "jsonb") return `CASE WHEN octet_length((${sql})::text) > ${longest} THEN to_jsonb(left((${sql})::text, ${characters})) ELSE ${sql} END`;
  return `CASE WHEN octet_length(${sql}) > ${longest} THEN left(${sql}, ${characters}) ELSE ${sql} END`;
}
