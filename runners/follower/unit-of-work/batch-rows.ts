import type { AnyTable } from "#projections/table.ts";

export type Row = Readonly<Record<string, unknown>>;
/** Values of some columns, and a text that identifies them among others of the same columns. */
export type Match = { readonly columns: readonly string[]; readonly values: Row };

const nameOf = (columns: readonly string[], row: Row): string =>
  JSON.stringify(columns.map((column) => row[column] ?? null));
const matches = ({ columns, values }: Match, row: Row): boolean =>
  columns.every((column) => row[column] === values[column]);

/**
 * The rows of one table during a batch: those read from the database, and over them the changes of the batch. A query
 * for rows that were not read finds nothing, and is recorded in `missing`.
 */
export class BatchRows {
  readonly table: AnyTable;
  private readonly stored = new Map<string, Row | null>();
  /** Rows that were read together, by their common columns and values. */
  private readonly groups = new Map<string, readonly string[]>();
  private changed = new Map<string, Row | null>();
  private removed: Match[] = [];
  private readonly missing = new Map<string, Match>();

  constructor(table: AnyTable) {
    this.table = table;
  }

  get(...key: readonly unknown[]): Row | undefined {
    return this.find(Object.fromEntries(this.table.key.map((column, index) => [column, key[index]])));
  }

  where(values: Row): readonly Row[] {
    const match = this.matchOf(values);
    if (this.isKey(match)) return [this.find(values) ?? []].flat();
    const group = this.groups.get(groupName(match));
    if (group === undefined) this.missing.set(groupName(match), match);
    const found: Row[] = [];
    for (const name of group ?? []) {
      const row = this.changed.has(name) ? null : this.standing(name);
      if (row) found.push(row);
    }
    for (const row of this.changed.values()) if (row && matches(match, row)) found.push(row);
    return found;
  }

  put(row: Row): void {
    this.changed.set(nameOf(this.table.key, row), row);
  }

  patch(values: Row, changes: Row | ((row: Row) => Row)): void {
    for (const row of this.where(values))
      this.put({ ...row, ...(typeof changes === "function" ? changes(row) : changes) });
  }

  remove(values: Row): void {
    const match = this.matchOf(values);
    for (const [name, row] of this.changed) if (row && matches(match, row)) this.changed.set(name, null);
    if (this.isKey(match)) this.changed.set(nameOf(this.table.key, values), null);
    else this.removed.push(match);
  }

  /** Drops the changes; what was read stays. */
  restart(): void {
    this.changed = new Map();
    this.removed = [];
  }

  /** What must be read before the queries so far can be answered. Marks it as read. */
  takeMissing(): readonly Match[] {
    const taken = [...this.missing.values()];
    for (const match of taken) {
      if (this.isKey(match)) this.stored.set(nameOf(this.table.key, match.values), null);
      else this.groups.set(groupName(match), []);
    }
    this.missing.clear();
    return taken;
  }

  get isMissing(): boolean {
    return this.missing.size > 0;
  }

  /** Adds rows of the database that were missing by their `columns`. */
  keep(columns: readonly string[], rows: readonly Row[]): void {
    const found = Map.groupBy(rows, (row) => groupName({ columns, values: row }));
    for (const row of rows) this.stored.set(nameOf(this.table.key, row), row);
    if (!this.isKey({ columns, values: {} }))
      for (const [group, members] of found)
        this.groups.set(
          group,
          members.map((row) => nameOf(this.table.key, row)),
        );
  }

  /** The changes for the database: first the removals, then the rows. */
  changes(): { readonly removed: readonly Match[]; readonly rows: readonly Row[] } {
    const rows: Row[] = [];
    const removed = [...this.removed];
    for (const [name, row] of this.changed) {
      if (row) rows.push(row);
      else removed.push({ columns: this.table.key, values: this.keyFrom(name) });
    }
    return { removed, rows };
  }

  private find(values: Row): Row | undefined {
    const name = nameOf(this.table.key, values);
    const changed = this.changed.get(name);
    if (changed !== undefined) return changed ?? undefined;
    if (!this.stored.has(name)) this.missing.set(name, this.matchOf(this.keyFrom(name)));
    return this.standing(name);
  }

  /** The row in the database, unless the batch has removed it together with others. */
  private standing(name: string): Row | undefined {
    const row = this.stored.get(name);
    return row && !this.removed.some((match) => matches(match, row)) ? row : undefined;
  }

  private keyFrom(name: string): Row {
    const values = JSON.parse(name) as unknown[];
    return Object.fromEntries(this.table.key.map((column, index) => [column, values[index]]));
  }

  private matchOf(values: Row): Match {
    const columns = Object.keys(values).sort();
    const empty = columns.find((column) => values[column] === undefined || values[column] === null);
    if (columns.length === 0 || empty !== undefined)
      throw new Error(`Rows are looked for without ${empty ?? "a column"}`);
    return { columns, values };
  }

  private isKey({ columns }: Match): boolean {
    const { key } = this.table;
    return columns.length === key.length && key.every((column) => columns.includes(column));
  }
}

function groupName({ columns, values }: Match): string {
  return `${columns.join()} ${nameOf(columns, values)}`;
}
