import type { Pool, PoolClient } from "pg";
import type { ODataAfter, ODataCondition, ODataQuery, ODataRow } from "#domain/core/odata/odata-query.ts";
import { EVERYTHING } from "#domain/core/ports/stream-query.ts";
import type { Column } from "#domain/core/values/table.ts";
import { openReading, type Reading, reading, type ReadRefusal, readRefusal } from "../stream/read-transaction.ts";
import { rangesOf } from "../stream/stream-ranges.ts";
import { findTable } from "../registry.ts";
import { countSql, pageSql } from "./page-sql.ts";

/** What a page of rows asks for. */
export type PageRequest = {
  readonly physical: string;
  readonly query: ODataQuery;
  readonly after: ODataAfter | null;
  /** Rows at most. */
  readonly limit: number;
  readonly signal: AbortSignal;
};

/** `rows`: in parts, as they are fetched; it gives its connection back when it ends or is left. */
export type OpenedPage =
  | { readonly ok: true; readonly parts: AsyncGenerator<readonly ODataRow[], void> }
  | { readonly ok: false; readonly reason: "gone" | ReadRefusal };

/** Longest time for the first rows, or for further ones, in milliseconds. */
const FETCH_MS = 90_000;
/** Longest time for a count, in milliseconds. */
const COUNT_MS = 5_000;
/** Bytes of a table that one part has, more or less. */
const PART_BYTES = 500_000;
const MAX_PART_ROWS = 1_000;

/**
 * Opens a page of a table's rows; resolves when the first of them are there. A page is one short transaction with a
 * cursor: what is fetched is bounded, whatever the length of the page, and a slow reader slows the server down.
 */
export async function openPage(pool: Pool, { physical, signal, ...asked }: PageRequest): Promise<OpenedPage> {
  const open = await openReading(pool, physical, { statementMs: FETCH_MS, signal, keepsTable: true });
  if (!open) return { ok: false, reason: "gone" };
  try {
    const { text, values } = await statementOf(open, asked);
    await open.client.query(`DECLARE page NO SCROLL CURSOR FOR ${text}`, values);
    const rows = rowsOfPart(open);
    const first = await fetchRows(open.client, rows);
    return { ok: true, parts: partsOf(open, first, rows, signal) };
  } catch (error) {
    await open.cancel();
    signal.throwIfAborted();
    const reason = readRefusal(error);
    if (reason === null) throw error;
    return { ok: false, reason };
  }
}

/** The number of rows that match; null if the table is gone. */
export async function countMatches(
  pool: Pool,
  { physical, filter, signal }: Pick<PageRequest, "physical" | "signal"> & { readonly filter: ODataCondition | null },
): Promise<number | "too-slow" | "out-of-range" | null> {
  try {
    return await reading(pool, physical, { statementMs: COUNT_MS, signal }, async (client, table) => {
      if (filter === null) return table.rows;
      const { text, values } = countSql(table, filter);
      const { rows } = await client.query<{ count: string }>(text, values);
      return Number(rows[0]?.count ?? 0);
    });
  } catch (error) {
    if (readRefusal(error) === "out-of-range") return "out-of-range";
    throw error;
  }
}

/** Columns and number of rows of a version; null if it is gone. */
export async function describeVersion(
  pool: Pool,
  physical: string,
): Promise<{ readonly columns: readonly Column[]; readonly rows: number } | null> {
  const table = await findTable(pool, physical);
  return table && { columns: table.columns, rows: table.rows };
}

/** The offset of a whole table skips row ids, where these have no gaps, and no rows are read for it. */
async function statementOf(open: Reading, { query, after, limit }: Pick<PageRequest, "query" | "after" | "limit">) {
  const offset = after === null ? query.skip : 0;
  if (offset === 0 || query.filter !== null || query.orderBy.length > 0)
    return pageSql(open.table, query, { after, limit, offset });
  const { query: left, ranges } = await rangesOf(open, { ...EVERYTHING, offset }, Infinity);
  const skipped = ranges[0]?.after ?? 0;
  const from = skipped > 0 ? { rowId: String(skipped) } : null;
  return pageSql(open.table, query, { after: from, limit, offset: left.offset });
}

async function* partsOf(
  open: Reading,
  first: readonly ODataRow[],
  rows: number,
  signal: AbortSignal,
): AsyncGenerator<readonly ODataRow[], void> {
  const leave = () => void open.cancel();
  signal.addEventListener("abort", leave, { once: true });
  try {
    for (let part = first; part.length > 0;) {
      yield part;
      part = part.length < rows ? [] : await fetchRows(open.client, rows);
    }
    await open.commit();
  } finally {
    signal.removeEventListener("abort", leave);
    // Does nothing after the commit; a reader that has enough leaves before it.
    await open.cancel();
  }
}

async function fetchRows(client: PoolClient, rows: number): Promise<readonly ODataRow[]> {
  return (await client.query<ODataRow>(`FETCH ${rows} FROM page`)).rows;
}

function rowsOfPart({ table: { rows, bytes } }: Reading): number {
  const bytesOfRow = Math.max(1, bytes / Math.max(1, rows));
  return Math.min(MAX_PART_ROWS, Math.max(1, Math.floor(PART_BYTES / bytesOfRow)));
}
