import type { PoolClient } from "pg";
import type { ChangedCell, Comparison } from "#domain/core/ports/tables/table-versions.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { RegisteredTable } from "../registry.ts";
import { readShort } from "../stream/preview-table.ts";
import { rowsById } from "../stream/rows-by-id.ts";
import { type ComparedTables, differs, isContinued, matches, occurrences, valuesOf } from "./compared-rows.ts";

/** Rows of each kind that a comparison shows. */
const SAMPLE_ROWS = 20;

/** The first few rows that are added, removed and changed. */
export async function comparisonSamples(
  client: PoolClient,
  tables: ComparedTables,
  counts: Comparison["counts"],
): Promise<Comparison["samples"]> {
  const { before, after } = tables;
  const added = counts.added === 0 ? [] : await onlyIn(client, tables, "after");
  const removed = counts.removed === 0 ? [] : await onlyIn(client, tables, "before");
  return {
    added: await rowsOf(client, after, added),
    removed: await rowsOf(client, before, removed),
    changed: counts.changed === 0 ? [] : await changedRows(client, tables),
  };
}

async function onlyIn(
  client: PoolClient,
  tables: ComparedTables,
  which: "before" | "after",
): Promise<readonly number[]> {
  const [own, other] = which === "after" ? [tables.after, tables.before] : [tables.before, tables.after];
  if (isContinued(tables))
    return Array.from(
      { length: Math.min(SAMPLE_ROWS, own.rows - other.rows) },
      (_, at) => (other.lastRow ?? 0) + at + 1,
    );
  const sql =
    tables.key.length > 0
      ? `SELECT a.id FROM ${valuesOf(own, tables)} AS a WHERE NOT EXISTS (SELECT FROM ${valuesOf(other, tables)} AS b WHERE ${matches(tables.key)})`
      : `SELECT a.id FROM ${occurrences(own, tables)} AS a LEFT JOIN ${occurrences(other, tables)} AS b USING (hash) WHERE a.times > coalesce(b.times, 0)`;
  const { rows } = await client.query<{ id: string }>(`${sql} ORDER BY a.id LIMIT ${SAMPLE_ROWS}`);
  return rows.map(({ id }) => Number(id));
}

async function changedRows(client: PoolClient, tables: ComparedTables): Promise<Comparison["samples"]["changed"]> {
  const { before, after, key, common } = tables;
  const { rows } = await client.query<{ older: string; newer: string }>(
    `SELECT b.id AS older, a.id AS newer FROM ${valuesOf(before, tables)} AS b JOIN ${valuesOf(after, tables)} AS a ON ${matches(key)}
     WHERE ${differs(tables)} ORDER BY a.id LIMIT ${SAMPLE_ROWS}`,
  );
  const pairs = rows.map(({ older, newer }) => ({ older: Number(older), newer: Number(newer) }));
  const newer = await byId(
    client,
    after,
    pairs.map((pair) => pair.newer),
  );
  const older = await byId(
    client,
    before,
    pairs.map((pair) => pair.older),
  );
  return pairs.flatMap((pair) => {
    const [row, was] = [newer.get(pair.newer), older.get(pair.older)];
    if (!row || !was) return [];
    const cells = common.flatMap(({ name: column }): ChangedCell[] => {
      const [from, to] = [was[column] ?? null, row[column] ?? null];
      return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ column, before: from, after: to }];
    });
    return [{ row, cells }];
  });
}

async function byId(
  client: PoolClient,
  table: RegisteredTable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, JsonObject>> {
  const found = await rowsOf(client, table, ids);
  const places = [...ids].sort((a, b) => a - b);
  // The last rows may be missing: together they are longer than a preview.
  return new Map(found.map((row, at) => [places[at] as number, row]));
}

async function rowsOf(
  client: PoolClient,
  table: RegisteredTable,
  ids: readonly number[],
): Promise<readonly JsonObject[]> {
  if (ids.length === 0) return [];
  return (await readShort(client, table, { source: rowsById(table, ids), limit: ids.length, keep: "first" })).rows;
}
