import type { Pool, PoolClient } from "pg";
import type { Comparison, Compared, KeyFault } from "#domain/core/ports/tables/table-versions.ts";
import { boundedTable, findTable, type RegisteredTable } from "../registry.ts";
import { reading } from "../stream/read-transaction.ts";
import { type ComparedTables, differs, isContinued, matches, occurrences, valuesOf } from "./compared-rows.ts";
import { comparisonSamples } from "./comparison-samples.ts";
import { keyFault } from "./key-of-rows.ts";

/** Longest time of one statement of a comparison. */
const COMPARE_MS = 30_000;

/**
 * Compares two versions in the database: counts are exact, and of the rows only a few are read. Rows are matched by the
 * key; without one, whole rows are, and equal rows as often as they occur in both.
 */
export async function compareTables(
  pool: Pool,
  physicals: { readonly before: string; readonly after: string },
  { key, signal }: { readonly key: readonly string[]; readonly signal?: AbortSignal | undefined },
): Promise<Compared> {
  // The reader's role may not read the registry.
  const found = await findTable(pool, physicals.after);
  if (!found) return { ok: false, fault: { code: "gone" } };
  const limits = { statementMs: COMPARE_MS, signal };
  const compared = await reading(pool, physicals.before, limits, async (client, older): Promise<Compared> => {
    const tables = comparedTables(boundedTable(older), boundedTable(found), key);
    const fault = key.length > 0 ? await eitherKeyFault(client, tables) : null;
    if (fault) return { ok: false, fault };
    const { before, after } = tables;
    const counts = isContinued(tables)
      ? appendedCounts(tables)
      : await (key.length > 0 ? keyedCounts : wholeCounts)(client, tables);
    const samples = await comparisonSamples(client, tables, counts);
    return { ok: true, comparison: { columns: columnChanges(before, after), key, counts, samples } };
  });
  if (compared === null) return { ok: false, fault: { code: "gone" } };
  return compared === "too-slow" ? { ok: false, fault: { code: "too-slow" } } : compared;
}

function comparedTables(before: RegisteredTable, after: RegisteredTable, key: readonly string[]): ComparedTables {
  const types = new Map(before.columns.map(({ name, type }) => [name, type]));
  const common = after.columns.flatMap(({ name, type }) =>
    types.has(name) ? [{ name, isRetyped: types.get(name) !== type }] : [],
  );
  return { before, after, key, common };
}

function columnChanges(before: RegisteredTable, after: RegisteredTable): Comparison["columns"] {
  const older = new Map(before.columns.map((column) => [column.name, column]));
  const newer = new Map(after.columns.map((column) => [column.name, column]));
  return {
    added: after.columns.filter(({ name }) => !older.has(name)),
    removed: before.columns.filter(({ name }) => !newer.has(name)),
    retyped: after.columns.flatMap(({ name, type }) => {
      const was = older.get(name)?.type;
      return was !== undefined && was !== type ? [{ name, before: was, after: type }] : [];
    }),
  };
}

async function eitherKeyFault(
  client: PoolClient,
  { before, after, key, common }: ComparedTables,
): Promise<KeyFault | null> {
  const names = new Set(common.map(({ name }) => name));
  const column = key.find((name) => !names.has(name));
  if (column !== undefined) return { code: "key-column-unknown", column };
  return (await keyFault(client, after, key, "after")) ?? (await keyFault(client, before, key, "before"));
}

function appendedCounts({ before, after }: ComparedTables): Comparison["counts"] {
  const unchanged = Math.min(before.rows, after.rows);
  return { added: after.rows - unchanged, removed: before.rows - unchanged, changed: 0, unchanged };
}

async function keyedCounts(client: PoolClient, tables: ComparedTables): Promise<Comparison["counts"]> {
  const { before, after, key } = tables;
  const { rows } = await client.query<{ both: string; changed: string }>(
    `SELECT count(*) AS both, count(*) FILTER (WHERE ${differs(tables)}) AS changed
     FROM ${valuesOf(before, tables)} AS b JOIN ${valuesOf(after, tables)} AS a ON ${matches(key)}`,
  );
  const [both, changed] = [Number(rows[0]?.both), Number(rows[0]?.changed)];
  return { added: after.rows - both, removed: before.rows - both, changed, unchanged: both - changed };
}

async function wholeCounts(client: PoolClient, tables: ComparedTables): Promise<Comparison["counts"]> {
  const { before, after } = tables;
  const { rows } = await client.query<{ both: string | null }>(
    `SELECT sum(least(a.times, b.times)) AS both FROM ${occurrences(before, tables)} AS b JOIN ${occurrences(after, tables)} AS a USING (hash)`,
  );
  const both = Number(rows[0]?.both ?? 0);
  return { added: after.rows - both, removed: before.rows - both, changed: 0, unchanged: both };
}
