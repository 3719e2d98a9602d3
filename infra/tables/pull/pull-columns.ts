import { DatabaseError } from "pg";
import type { Pool } from "pg";
import {
  laterProfiles,
  storedProfile,
  type TableProfile,
  UNSEEN,
  widen,
} from "#domain/connector-language/table/column-types.ts";
import type { Column } from "#domain/core/values/table.ts";
import { columnNames } from "../column-names.ts";
import { readableColumns, rowSource } from "../column-sql.ts";
import { type Layout, MOST_PHYSICAL_COLUMNS } from "../csv/row-format.ts";
import type { RegisteredTable } from "../registry.ts";
import { type PullColumn, PullRefused } from "./pull-lines.ts";

/** Columns of the version before. `stay`: those that no row has any more stay, empty, where they are. */
export type ColumnsBefore = { readonly columns: readonly Column[]; readonly stay: boolean };

/** Columns known before the first row: those of the base, or those that stay, then the declared ones. */
export async function knownColumns(
  pool: Pool,
  base: RegisteredTable | null,
  before: ColumnsBefore,
  declared: TableProfile = new Map(),
): Promise<TableProfile> {
  const start: TableProfile = new Map();
  const later = laterProfiles(declared);
  for (const [label, stored] of await baseProfile(pool, base)) {
    const wanted = declared.get(label) ?? later.get(label);
    // A declared date that has become a time stays one: casting back would cut the stored times.
    start.set(label, wanted?.fixed ? widen(wanted, stored) : stored);
  }
  // Their types are those of the new rows.
  if (base === null && before.stay)
    for (const { label } of before.columns) start.set(label, declared.get(label) ?? later.get(label) ?? UNSEEN);
  for (const [label, profile] of declared) if (!start.has(label)) start.set(label, profile);
  return start;
}

/** The columns of the table. A label has the name that it had, whatever the order; others get names that none had. */
export function columnsOf(before: readonly Column[], columns: readonly PullColumn[]): Column[] {
  const known = new Map(before.map((column) => [column.label, column]));
  const fresh = columns.filter(({ label }) => !known.has(label)).map(({ label }) => label);
  const names = columnNames(
    fresh,
    before.map(({ name }) => name),
  );
  const made = new Map(fresh.map((label, index) => [label, names[index] as string]));
  return columns.map(({ label, profile }) => ({
    name: known.get(label)?.name ?? (made.get(label) as string),
    label,
    type: profile.type ?? known.get(label)?.type ?? "text",
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
