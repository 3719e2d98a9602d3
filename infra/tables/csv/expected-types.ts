import type { ColumnType } from "#domain/core/values/table.ts";
import type { ExpectedColumn } from "#domain/dataset/schema.ts";
import { columnNames } from "../column-names.ts";
import { allowedIn } from "./cell-types.ts";
import type { CsvPlan } from "./plan.ts";

/** Types whose every value another type holds too. */
const WIDER: Readonly<Partial<Record<ColumnType, readonly ColumnType[]>>> = {
  bigint: ["double precision", "numeric"],
  "double precision": ["numeric"],
};

type Seen = { readonly types: readonly (ColumnType | null)[]; readonly masks: readonly number[] };

/**
 * The types to read the columns of a file with: those that its cells show, or the one that `expected` has for a column
 * of this name if all cells seen fit that. A column of whole numbers today stays one of decimals. `seen` null: only
 * the head of the file was read.
 */
export function expectedTypes(
  plan: Pick<CsvPlan, "columns">,
  seen: Seen | null,
  expected: readonly ExpectedColumn[] | undefined,
): readonly (ColumnType | null)[] {
  const types = seen?.types ?? plan.columns.map(({ type }) => type);
  if (!expected) return types;
  const names = columnNames(plan.columns.map(({ named, label }, at) => (named ? label : `column_${at + 1}`)));
  const before = new Map(expected.map((column) => [column.name, column]));
  return types.map((type, at) => {
    const { type: wanted, reading } = before.get(names[at] as string) ?? {};
    // What the uploader has chosen now counts more than the version before.
    const isChosen = (plan.columns[at]?.reading ?? reading) !== reading;
    return wanted !== undefined && !isChosen && fits(type, wanted, seen?.masks[at] ?? 0) ? wanted : type;
  });
}

function fits(type: ColumnType | null, wanted: ColumnType, mask: number): boolean {
  if (wanted === "text") return true;
  return (type === null || (WIDER[type]?.includes(wanted) ?? false)) && (mask & ~allowedIn(wanted)) === 0;
}
