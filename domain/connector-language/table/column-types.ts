import { JsonCell } from "../json/cells.ts";
import type { Cell } from "../json/cells.ts";
import { dateKind } from "../json/dates.ts";
import { exactNumber } from "../json/json.ts";
import type { Column } from "../definition/schema.ts";

/** Column types, by their names in Postgres. */
export type ColumnType =
  "bigint" | "double precision" | "numeric" | "boolean" | "date" | "timestamp" | "timestamptz" | "jsonb" | "text";

/**
 * The type information of a column. `type` is null while all cells are empty. `wide` marks a bigint column with an
 * integer beyond 2^53, which must not become a double. `fixed` is a type declared in the definition.
 */
export interface ColumnProfile {
  readonly type: ColumnType | null;
  readonly wide: boolean;
  readonly fixed: boolean;
}

export const UNSEEN: ColumnProfile = { type: null, wide: false, fixed: false };

const seenAs = (type: ColumnType, wide = false): ColumnProfile => ({ type, wide, fixed: false });
const TEXT = seenAs("text");
const JSONB = seenAs("jsonb");
const BOOLEAN = seenAs("boolean");
const BIGINT = seenAs("bigint");
const WIDE_BIGINT = seenAs("bigint", true);
const DOUBLE = seenAs("double precision");
const DATES = { date: seenAs("date"), timestamp: seenAs("timestamp"), timestamptz: seenAs("timestamptz") };

/** The profile of a column with this one cell; the same object for cells of one kind, so that most need no widening. */
export function profileOf(cell: Cell): ColumnProfile {
  if (cell === null) return UNSEEN;
  if (typeof cell === "string") {
    const kind = dateKind(cell);
    return kind === null ? TEXT : DATES[kind];
  }
  if (typeof cell === "number") return Number.isSafeInteger(cell) ? BIGINT : DOUBLE;
  if (typeof cell === "bigint") return WIDE_BIGINT;
  if (typeof cell === "boolean") return BOOLEAN;
  return cell instanceof JsonCell ? JSONB : profileOfNumber(cell.source);
}

/** A number that neither bigint nor double can hold keeps its digits as text. */
function profileOfNumber(source: string): ColumnProfile {
  const value = exactNumber(source);
  const whole = /^-?\d+$/.test(source);
  if (typeof value === "bigint") return WIDE_BIGINT;
  return typeof value !== "number" ? TEXT : whole ? BIGINT : DOUBLE;
}

/**
 * The narrowest profile for both: bigint widens to double precision unless digits would be lost, any other difference
 * widens to text. Widening is commutative and associative, so the order of rows does not matter.
 */
export function widen(a: ColumnProfile, b: ColumnProfile): ColumnProfile {
  if (a.type === null || a.fixed) return a.fixed ? widenFixed(a, b) : b;
  if (b.type === null) return a;
  if (b.fixed) return widenFixed(b, a);
  const wide = a.wide || b.wide;
  if (a.type === b.type) return { type: a.type, wide, fixed: false };
  const numbers = isNumber(a.type) && isNumber(b.type);
  return { type: numbers && !wide ? "double precision" : "text", wide, fixed: false };
}

function isNumber(type: ColumnType): boolean {
  return type === "bigint" || type === "double precision";
}

/**
 * A declared type stays; only a declared date becomes a timestamptz if a value has a time, because times are never cut.
 */
function widenFixed(fixed: ColumnProfile, other: ColumnProfile): ColumnProfile {
  const timed = other.type === "timestamp" || other.type === "timestamptz";
  return fixed.type === "date" && timed ? { ...fixed, type: "timestamptz" } : fixed;
}

const DECLARED: Record<NonNullable<Column["type"]>, ColumnType> = {
  text: "text",
  number: "numeric",
  integer: "bigint",
  boolean: "boolean",
  date: "date",
  json: "jsonb",
};

/** Profiles of a table's columns by label, in the order of first appearance. */
export type TableProfile = Map<string, ColumnProfile>;

/** Declared types of columns that come after the fields of the rows, until a row has them. */
const declaredLater = new WeakMap<TableProfile, ReadonlyMap<string, ColumnProfile>>();

/** The initial profile of a pull: declared types are fixed from the first row on. `added`: columns after the fields. */
export function startProfile(columns: readonly Column[] | null, added: readonly Column[] = []): TableProfile {
  const profile: TableProfile = new Map((columns ?? []).map((column) => [column.name, declaredProfile(column)]));
  declaredLater.set(profile, new Map(added.map((column) => [column.name, declaredProfile(column)])));
  return profile;
}

function declaredProfile({ type, format }: Column): ColumnProfile {
  const declared = type ?? (format === undefined ? undefined : "date");
  return declared === undefined ? UNSEEN : { type: DECLARED[declared], wide: false, fixed: true };
}

/** Widens a column's profile by one cell. */
export function widenByCell(known: ColumnProfile, cell: Cell): ColumnProfile {
  if (cell === null || known.type === "text" || (known.fixed && known.type !== "date")) return known;
  const profile = profileOf(cell);
  return profile === known ? known : widen(known, profile);
}

/** The declared types of the columns that come after the fields of the rows; they are in no profile before a row has them. */
export function laterProfiles(profile: TableProfile): ReadonlyMap<string, ColumnProfile> {
  return declaredLater.get(profile) ?? new Map();
}

/** Widens a table's profile by one row, in place, because pulls have millions of rows. */
export function observeRow(profile: TableProfile, row: Iterable<readonly [label: string, cell: Cell]>): void {
  const later = laterProfiles(profile);
  for (const [label, cell] of row) {
    const known = profile.get(label) ?? later.get(label);
    if (known === undefined) profile.set(label, profileOf(cell));
    else profile.set(label, widenByCell(known, cell));
  }
}

/** The profile of a stored column: a bigint column may hold wide integers unless `wide` is false. */
export function storedProfile(type: ColumnType, wide = type === "bigint"): ColumnProfile {
  return { type, wide, fixed: false };
}
