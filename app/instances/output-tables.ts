import type { Definition } from "#domain/connector-language/definition/definition.ts";
import { outputNames } from "#domain/use-cases/running/output-names.ts";
import type { TableEntry } from "#projections/tables/queries.ts";

/** A table of an instance. Counts are null before its first rows. */
export type OutputTable = {
  /** null: no operation of the connected version fills it any more. */
  readonly operation: string | null;
  readonly tableName: string;
  /** Opens it in streams, as its name does. null: it was never filled. */
  readonly id: string | null;
  readonly rows: number | null;
  readonly columns: number | null;
  readonly updatedAt: string | null;
};

/** The tables of an instance: its own first, in the order of the operations that fill them, then those that an earlier version filled. */
export function outputTables(
  ownTable: string,
  definition: Definition | null,
  brought: readonly TableEntry[],
): OutputTable[] {
  const operations = new Map(
    [...(definition ? outputNames(ownTable, definition) : [])].map(([operation, name]) => [name, operation]),
  );
  const entries = new Map(brought.map((entry) => [entry.name, entry]));
  const left = brought.filter(({ name, current }) => !operations.has(name) && current !== null).map(({ name }) => name);
  return [...new Set([...operations.keys(), ...left, ...(definition ? [] : [ownTable])])].map((name) => {
    const { itemId: id = null, current = null, updatedAt = null } = entries.get(name) ?? {};
    return {
      operation: operations.get(name) ?? null,
      tableName: name,
      id,
      rows: current?.rows ?? null,
      columns: current?.columns.length ?? null,
      updatedAt: current && updatedAt,
    };
  });
}
