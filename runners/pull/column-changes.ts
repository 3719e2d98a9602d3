import { type Finding, finding } from "#domain/core/findings/finding.ts";
import type { Row } from "#domain/connector-language/table/row.ts";
import type { TableVersion } from "#domain/core/values/table.ts";

/** The columns in the rows of one operation, and those of them with a value. */
export type SeenColumns = {
  readonly present: Set<string>;
  readonly filled: Set<string>;
  note(rows: readonly Row[]): void;
};

export function seenColumns(): SeenColumns {
  const [present, filled] = [new Set<string>(), new Set<string>()];
  let labels: readonly string[] = [];
  // Most columns are filled by the first row, so few are left to check.
  let unfilled: number[] = [];
  return {
    present,
    filled,
    note(rows) {
      for (const row of rows) {
        if (row.labels !== labels) {
          labels = row.labels;
          for (const label of labels) present.add(label);
          unfilled = labels.flatMap((label, index) => (filled.has(label) ? [] : [index]));
        }
        if (unfilled.length === 0) continue;
        unfilled = unfilled.filter((index) => {
          if (row.cells[index] === null) return true;
          filled.add(labels[index] as string);
          return false;
        });
      }
    },
  };
}

type Comparison = {
  /**
   * The version that readers had before, and the share of empty cells of its columns by name; null if it was not
   * measured.
   */
  readonly earlier: TableVersion;
  readonly empty: ReadonlyMap<string, number> | null;
  readonly seen: SeenColumns;
  /** Whether columns that no row has are no longer in the table. */
  readonly drops: boolean;
  /** Whether every row was read, not only changed ones. */
  readonly whole: boolean;
};

/** How the columns changed between two runs. Nothing if there were no rows. */
export function columnChanges({ earlier, empty, seen, drops, whole }: Comparison): Finding[] {
  if (seen.present.size === 0) return [];
  const before = new Set(earlier.columns.map(({ label }) => label));
  const fresh = [...seen.present].filter((label) => !before.has(label));
  const gone = earlier.columns.filter(
    ({ label, name }) => !seen.present.has(label) && (drops || (empty?.get(name) ?? 0) < 1),
  );
  const hadValues = ({ name }: { readonly name: string }) => (empty?.get(name) ?? 1) < 1;
  const emptied = earlier.columns.filter(
    (column) => seen.present.has(column.label) && !seen.filled.has(column.label) && hadValues(column),
  );
  // A few changed rows may lack what others have; a renamed column appears together with a new one.
  const tellsGone = whole || fresh.length > 0;
  return [
    ...changed("columns-new", fresh),
    ...(tellsGone ? changed(drops ? "columns-gone" : "columns-not-in-run", gone.map(labelOf)) : []),
    ...(whole ? changed("columns-emptied", emptied.map(labelOf)) : []),
  ];
}

const MAX_NAMED_COLUMNS = 10;

type Change = "columns-new" | "columns-gone" | "columns-not-in-run" | "columns-emptied";

function changed(code: Change, labels: readonly string[]): Finding[] {
  const columns = labels.slice(0, MAX_NAMED_COLUMNS);
  return labels.length === 0 ? [] : [finding(code, { columns, more: labels.length - columns.length })];
}

const labelOf = ({ label }: { readonly label: string }): string => label;
