import { DatabaseError } from "pg";
import type { Pool } from "pg";
import { storedProfile, type TableProfile, UNSEEN, widen } from "#domain/connector-language/table/column-types.ts";
import type { Column } from "#domain/core/values/table.ts";
import { columnNames } from "../column-names.ts";
import { readableColumns, rowSource } from "../column-sql.ts";
import { type Layout, MOST_PHYSICAL_COLUMNS } from "../csv/row-format.ts";
import type { RegisteredTable } from "../registry.ts";
import { type PullColumn, PullRefused } from "./pull-lines.ts";

/** Columns known before the first row: those of the base, then the declared ones. */
export async function knownColumns(
  pool: Pool,
  base: RegisteredTable | null,
  declared: TableProfile = new Map(),
): Promise<TableProfile> {
  const start: TableProfile = new Map();
  for (const [label, stored] of await baseProfile(pool, base)) {
    const wanted = declared.get(label);
    // A declared date that has become a time stays one: casting back would cut the stored times.
    start.set(label, wanted?.fixed ? widen(wanted, stored) : stored);
  }
  for (const [label, profile] of declared) if (!start.has(label)) start.set(label, profile);
  return start;
}

/**
 * Names the columns of the table: those of the base, and those whose label the version before had, keep their names, in
 * whatever order an answer has them; new ones get new names.
 */
export function columnsOf(
  base: RegisteredTable | null,
  columns: readonly PullColumn[],
  before: readonly Column[] = [],
): Column[] {
  const known = base?.columns ?? [];
  const kept = new Map((base === null ? before : []).map(({ label, name }) => [label, name]));
  const fresh = columns.slice(known.length).map(({ label }) => label);
  const made = columnNames(
    fresh.filter((label) => !kept.has(label)),
    [...known.map(({ name }) => name), ...kept.values()],
  );
  const names = [...known.map(({ name }) => name), ...fresh.map((label) => kept.get(label) ?? made.shift() ?? label)];
  return columns.map(({ label, profile }, index) => ({
    name: names[index] as string,
    label,
    type: profile.type ?? "text",
  }));
}

/** Whether cells have columns of their own or share an array. */
export function layoutOf(columns: readonly Column[]): Layout {
  return columns.length > MOST_PHYSICAL_COLUMNS ? "array" : "columns";
}

/** The failure if Postgres reports a value that does not fit its column; null for any other fault. */
export function refusalOf(error: unknown, columns: readonly Column[]): PullRefused | null {
  if (!(error instanceof DatabaseError) || !error.code?.startsWith("22")) return null;
  const column = columns[Number(/column c(\d+)/.exec(error.where ?? "")?.[1])];
  return new PullRefused({
    code: "value-does-not-fit",
    facts: { column: column ? { label: column.label, type: column.type } : null },
  });
}

/**
 * The profile of the base's columns: a bigint column without an integer beyond 2^53 may still become a double, and one
 * without values any type.
 */
async function baseProfile(pool: Pool, base: RegisteredTable | null): Promise<TableProfile> {
  const profile: TableProfile = new Map();
  if (!base || base.columns.length === 0) return profile;
  const asked = readableColumns(base).own.map(
    ({ sql, type }) =>
      `bool_or(${type === "bigint" ? `${sql} NOT BETWEEN -9007199254740991 AND 9007199254740991` : `${sql} IS NOT NULL`})`,
  );
  const { rows } = await pool.query<{ found: (boolean | null)[] }>(
    `SELECT ARRAY[${asked.join(", ")}] AS found FROM ${rowSource(base)}`,
  );
  base.columns.forEach(({ label, type }, index) => {
    const found = rows[0]?.found[index] === true;
    if (type === "text" && !found) profile.set(label, UNSEEN);
    else profile.set(label, storedProfile(type === "time" ? "text" : type, type === "bigint" && found));
  });
  return profile;
}
