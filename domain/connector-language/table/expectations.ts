import { type Finding, finding } from "../../core/findings/finding.ts";
import { cellText } from "../json/cells.ts";
import type { Definition, Operation } from "../definition/definition.ts";
import { scalarText } from "../json/json.ts";
import type { JsonObject } from "../json/json.ts";
import { parentOf } from "../definition/parents.ts";
import { pathText, readPath, valueAt } from "../json/paths.ts";
import type { PathSource } from "../json/paths.ts";
import type { Row } from "./row.ts";
import type { Round } from "../rounds/rounds.ts";

/** Names in a definition that no row has confirmed yet. */
export type Expectations = {
  /** Marks what these rows and their records confirm. */
  note(rows: readonly Row[], records: readonly JsonObject[], round: Round): void;
  /** A finding for each name that no row has confirmed. */
  unmet(): Finding[];
};

/** `rounds`: how many the operation has; a child of one parent row needs no column to identify its parent. */
export function expectationsOf(definition: Definition, operation: Operation, rounds: number): Expectations {
  const keys = new Set(operation.primaryKey);
  const paths = new Map<string, PathSource>(
    [...(operation.columns ?? []), ...operation.addedColumns].flatMap((column) =>
      column.value === undefined && column.path !== undefined ? [[column.name, column.path] as const] : [],
    ),
  );
  const cursor = operation.incremental === null ? null : pathText(operation.incremental.cursor_field);
  let cursorUnseen = operation.incremental !== null;
  const parents = operation.forEach.flatMap(([name, source]) => (parentOf(definition, source) === null ? [] : [name]));
  const source = operation.forEach.find(([name]) => parents.includes(name))?.[1] ?? "";
  const parentId = parentOf(definition, source)?.operation.id ?? "";
  let parentUnseen = rounds > 1 && parents.length > 0;
  return {
    note(rows, records, round) {
      if (rows.length === 0) return;
      for (const label of keys) if (rows.some((row) => row.get(label) !== undefined)) keys.delete(label);
      for (const [label, path] of paths)
        if (records.some((record) => readPath(record, path).found)) paths.delete(label);
      if (cursorUnseen && operation.incremental !== null) {
        const { cursor_field: field } = operation.incremental;
        cursorUnseen = !records.some((record) => scalarText(valueAt(record, field)) !== null);
      }
      parentUnseen &&= round.columns.length === 0 && !namesParent(rows[0] as Row, round, parents);
    },
    unmet: () => [
      ...(keys.size > 0 ? [finding("key-columns-unseen", { columns: [...keys] })] : []),
      ...(operation.writeDisposition === "merge" && operation.primaryKey.length === 0
        ? [finding("merge-without-key", {})]
        : []),
      ...[...paths].map(([column, path]) => finding("column-empty", { path: pathText(path), column })),
      ...(cursorUnseen ? [finding("cursor-field-unseen", { field: cursor ?? "" })] : []),
      ...(parentUnseen ? [finding("parent-unnamed", { parent: parentId })] : []),
    ],
  };
}

/** Whether a row has one of the values with which its round was requested. */
function namesParent(row: Row, round: Round, names: readonly string[]): boolean {
  const asked = new Set(names.flatMap((name) => scalarText(round.values.get(name)) ?? []));
  return row.cells.some((cell) => asked.has(cellText(cell) ?? ""));
}
