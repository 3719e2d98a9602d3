import type { AnyTable } from "#projections/table.ts";
import { NameFilter } from "./name-filter.ts";

export type Row = Readonly<Record<string, unknown>>;
/** Values of some columns; the columns are sorted. */
export type Match = { readonly columns: readonly string[]; readonly values: Row };

/** Rows of memory by their values in some columns. `complete`: values of which every row is in memory. */
type Groups = {
  readonly columns: readonly string[];
  readonly members: Map<string, Set<string>>;
  readonly complete: Set<string>;
};

/** The changes of a batch for the database: removals first. */
export type RowChanges = {
  readonly removed: readonly Match[];
  /** Rows whose keys are not in the table. */
  readonly added: readonly Row[];
  /** Rows whose keys may be in the table. */
  readonly replaced: readonly Row[];
};

/**
 * The rows of one table as far as the follower knows them: read from the database or written by it, and the changes of
 * the current batch. A query for rows that are not known finds nothing, and is recorded in `missing`. Of a table that was
 * empty at first every row is known, until rows are forgotten: from then on a filter tells most rows that do not exist
 * without a question to the database.
 */
export class KnownRows {
  readonly table: AnyTable;
  /** By key; null: there is none. */
  private readonly rows = new Map<string, Row | null>();
  /** What was known of each row that the batch changes (undefined: nothing), and its key. */
  private readonly before = new Map<string, { readonly was: Row | null | undefined; readonly key: Row }>();
  private readonly groups = new Map<string, Groups>();
  private removed: Match[] = [];
  private readonly missing = new Map<string, Match>();
  /** Null: the table may have rows that were never known. */
  private readonly filter: NameFilter | null;
  private isComplete: boolean;
  /** The columns by which the filter knows rows, sorted: the key and what tables have indexes for. */
  private readonly filtered: ReadonlyMap<string, readonly string[]>;
  private readonly keyName: string;

  constructor(table: AnyTable, { empty }: { readonly empty: boolean }) {
    this.table = table;
    this.filter = empty ? new NameFilter() : null;
    this.isComplete = empty;
    this.keyName = nameOfColumns(table.key);
    const lists = [table.key, table.key.slice(0, 1), ...table.indexes.map(({ on }) => on)];
    this.filtered = new Map(lists.map((columns) => [nameOfColumns(columns), columns.toSorted()]));
  }

  get(...key: readonly unknown[]): Row | undefined {
    const { key: columns } = this.table;
    const name = key.join("\0");
    return this.find(name, () => Object.fromEntries(columns.map((column, index) => [column, key[index]])));
  }

  where(values: Row): readonly Row[] {
    if (this.isKey(values)) {
      const row = this.find(nameOf(this.table.key, values), () => values);
      return row ? [row] : [];
    }
    const match = matchOf(values);
    const { complete, members } = this.groupsBy(match.columns);
    const name = nameOf(match.columns, values);
    if (!complete.has(name) && !this.isAbsent(match.columns, name)) this.missing.set(groupName(match), match);
    return Array.from(members.get(name) ?? [], (each) => this.rows.get(each)!);
  }

  put(row: Row): void {
    this.set(nameOf(this.table.key, row), row, row);
  }

  patch(values: Row, changes: Row | ((row: Row) => Row)): void {
    for (const row of this.where(values))
      this.put({ ...row, ...(typeof changes === "function" ? changes(row) : changes) });
  }

  remove(values: Row): void {
    if (this.isKey(values)) {
      const name = nameOf(this.table.key, values);
      if (!this.isNew(name, this.rows.get(name))) this.set(name, values, null);
      return;
    }
    const match = matchOf(values);
    const { complete, members } = this.groupsBy(match.columns);
    const group = nameOf(match.columns, values);
    for (const name of [...(members.get(group) ?? [])]) this.set(name, this.rows.get(name)!, null);
    if (!complete.has(group) && !this.isAbsent(match.columns, group)) this.removed.push(match);
  }

  /** Drops the changes of the batch; what is known of the table stays. */
  restart(): void {
    for (const [name, { was }] of this.before) {
      this.move(name, this.rows.get(name), was);
      if (was === undefined) this.rows.delete(name);
      else this.rows.set(name, was);
    }
    this.accept();
  }

  /** The changes of the batch are in the table. */
  accept(): void {
    this.before.clear();
    this.removed = [];
  }

  /** Drops everything but the filter, which then has whatever may have been written. */
  forget(): void {
    if (this.isComplete) {
      for (const row of this.rows.values()) if (row) this.addToFilter(row);
      for (const { was } of this.before.values()) if (was) this.addToFilter(was);
    }
    this.isComplete = false;
    this.rows.clear();
    this.groups.clear();
    this.missing.clear();
    this.accept();
  }

  get isMissing(): boolean {
    return this.missing.size > 0;
  }

  /** What must be read before the queries so far can be answered. Marks it as read. Follows `restart`. */
  takeMissing(): readonly Match[] {
    const taken = [...this.missing.values()];
    for (const match of taken) {
      if (this.isKey(match.values)) this.rows.set(nameOf(this.table.key, match.values), null);
      else this.groupsBy(match.columns).complete.add(nameOf(match.columns, match.values));
    }
    this.missing.clear();
    return taken;
  }

  /** Adds rows of the database that were missing. */
  keep(rows: readonly Row[]): void {
    for (const row of rows) {
      const name = nameOf(this.table.key, row);
      if (this.rows.get(name)) continue;
      this.move(name, null, row);
      this.rows.set(name, row);
    }
  }

  /** The changes for the database. */
  changes(): RowChanges {
    const removed = [...this.removed];
    const added: Row[] = [];
    const replaced: Row[] = [];
    for (const [name, { was, key }] of this.before) {
      const row = this.rows.get(name);
      const isNew = this.isNew(name, was);
      if (row) (isNew ? added : replaced).push(row);
      else if (!isNew) removed.push({ columns: this.table.key, values: pick(key, this.table.key) });
    }
    // Now, because nobody may know later whether they were written.
    if (!this.isComplete) for (const rows of [added, replaced]) for (const row of rows) this.addToFilter(row);
    return { removed, added, replaced };
  }

  private find(name: string, values: () => Row): Row | undefined {
    const row = this.rows.get(name);
    if (row === undefined && !this.isAbsent(this.table.key, name)) this.missing.set(name, matchOf(values()));
    return row ?? undefined;
  }

  private set(name: string, key: Row, row: Row | null): void {
    const known = this.rows.get(name);
    if (!this.before.has(name)) this.before.set(name, { was: known, key });
    this.move(name, known, row);
    this.rows.set(name, row);
  }

  private move(name: string, from: Row | null | undefined, to: Row | null | undefined): void {
    for (const { columns, members } of this.groups.values()) {
      const old = from && groupOf(columns, from);
      const now = to && groupOf(columns, to);
      if (old === now) continue;
      if (typeof old === "string") members.get(old)?.delete(name);
      if (typeof now === "string") addTo(members, now, name);
    }
  }

  private groupsBy(columns: readonly string[]): Groups {
    const at = columns.join();
    const known = this.groups.get(at);
    if (known) return known;
    const made: Groups = { columns, members: new Map(), complete: new Set() };
    for (const [name, row] of this.rows) {
      const group = row && groupOf(columns, row);
      if (typeof group === "string") addTo(made.members, group, name);
    }
    this.groups.set(at, made);
    return made;
  }

  /** Whether the database has no such row, by what was known before the batch. */
  private isNew(name: string, was: Row | null | undefined): boolean {
    return was === null || (was === undefined && this.isAbsent(this.table.key, name));
  }

  private isAbsent(columns: readonly string[], name: string): boolean {
    if (this.isComplete) return true;
    if (!this.filter) return false;
    const list = columns === this.table.key ? this.keyName : columns.join();
    return this.filtered.has(list) && !this.filter.mayHave(`${list} ${name}`);
  }

  private addToFilter(row: Row): void {
    if (!this.filter) return;
    for (const [list, columns] of this.filtered) {
      const name = list === this.keyName ? nameOf(this.table.key, row) : groupOf(columns, row);
      if (name !== null) this.filter.add(`${list} ${name}`);
    }
  }

  private isKey(values: Row): boolean {
    const { key } = this.table;
    if (key.some((column) => values[column] === undefined || values[column] === null)) return false;
    return Object.keys(values).length === key.length;
  }
}

function matchOf(values: Row): Match {
  const columns = Object.keys(values).sort();
  const empty = columns.find((column) => values[column] === undefined || values[column] === null);
  if (columns.length === 0 || empty !== undefined)
    throw new Error(`Rows are looked for without ${empty ?? "a column"}`);
  return { columns, values };
}

const nameOfColumns = (columns: readonly string[]): string => columns.toSorted().join();

/** The values as one text. No value contains NUL: Postgres stores none. */
function nameOf(columns: readonly string[], row: Row): string {
  let name = String(row[columns[0]!]);
  for (let at = 1; at < columns.length; at += 1) name += `\0${String(row[columns[at]!])}`;
  return name;
}

/** As `nameOf`; null for a row without a value in one of the columns: no query finds it by them. */
function groupOf(columns: readonly string[], row: Row): string | null {
  return columns.some((column) => row[column] === null || row[column] === undefined) ? null : nameOf(columns, row);
}

function groupName({ columns, values }: Match): string {
  return `${columns.join()} ${nameOf(columns, values)}`;
}

function addTo(members: Map<string, Set<string>>, group: string, name: string): void {
  const set = members.get(group);
  if (set) set.add(name);
  else members.set(group, new Set([name]));
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
