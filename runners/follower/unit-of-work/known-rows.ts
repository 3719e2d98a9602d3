import type { AnyTable } from "#projections/table.ts";
import { inLines } from "./in-lines.ts";
import { NameFilter } from "./name-filter.ts";

export type Row = Readonly<Record<string, unknown>>;
/** Values of some columns; the columns are sorted. */
export type Match = { readonly columns: readonly string[]; readonly values: Row };

/** A row in memory. `row`: null if there is none. */
type Entry = {
  readonly name: string;
  row: Row | null;
  isChanged: boolean;
  /** What was known before the batch changed it (undefined: nothing), and its key. */
  was: Row | null | undefined;
  key: Row;
};

/** Rows of memory by their values in some columns. `complete`: values of which every row is in memory. */
type Groups = {
  readonly columns: readonly string[];
  readonly members: Map<string, Set<Entry>>;
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
 * empty at first every row is known, until rows are forgotten: from then on a filter tells most that do not exist.
 */
export class KnownRows {
  readonly table: AnyTable;
  /** Whether rows have values besides their key. */
  private readonly hasValues: boolean;
  private readonly entries = new Map<string, Entry>();
  private changed: Entry[] = [];
  private readonly groups = new Map<string, Groups>();
  private removed: Match[] = [];
  private readonly missing = new Map<string, Match>();
  /** Rows as they were before each batch that is being written; only while every row is known. */
  private unwritten: Row[][] = [];
  /** Null: the table may have rows that were never known. */
  private readonly filter: NameFilter | null;
  private isComplete: boolean;
  /** The columns by which rows were searched, sorted, while every row was known: by those the filter knows them later. */
  private readonly searched = new Map<string, readonly string[]>();

  constructor(table: AnyTable, { empty }: { readonly empty: boolean }) {
    this.table = table;
    this.hasValues = Object.keys(table.columns).length > table.key.length;
    this.filter = empty ? new NameFilter() : null;
    this.isComplete = empty;
  }

  get(...key: readonly unknown[]): Row | undefined {
    const name = key.length === 1 ? String(key[0]) : key.join("\0");
    return this.find(name, () => Object.fromEntries(this.table.key.map((column, index) => [column, key[index]])));
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
    const found = members.get(name);
    return found ? Array.from(found, ({ row }) => row!) : [];
  }

  put(row: Row): void {
    const name = nameOf(this.table.key, row);
    if (this.hasValues || !this.entries.get(name)?.row) this.set(name, row, inLines(this.table, row));
  }

  patch(values: Row, changes: Row | ((row: Row) => Row)): void {
    for (const row of this.where(values))
      this.put({ ...row, ...(typeof changes === "function" ? changes(row) : changes) });
  }

  remove(values: Row): void {
    if (this.isKey(values)) {
      const name = nameOf(this.table.key, values);
      if (!this.isNew(name, this.entries.get(name)?.row)) this.set(name, values, null);
      return;
    }
    const match = matchOf(values);
    const { complete, members } = this.groupsBy(match.columns);
    const group = nameOf(match.columns, values);
    for (const { name, row } of [...(members.get(group) ?? [])]) this.set(name, row!, null);
    if (!complete.has(group) && !this.isAbsent(match.columns, group)) this.removed.push(match);
  }

  /** Drops the changes of the batch; what is known of the table stays. */
  restart(): void {
    for (const entry of this.changed) {
      const { was } = entry;
      this.move(entry, was);
      if (was === undefined) this.entries.delete(entry.name);
      else entry.row = was;
      entry.isChanged = false;
    }
    this.changed = [];
    this.removed = [];
  }

  /** The changes of the batch for the database. From now on they are part of what is known, although not written yet. */
  takeChanges(): RowChanges {
    const removed = this.removed;
    const added: Row[] = [];
    const replaced: Row[] = [];
    const before: Row[] = [];
    for (const entry of this.changed) {
      const { name, row, was, key } = entry;
      const isNew = this.isNew(name, was);
      if (row) (isNew ? added : replaced).push(row);
      else if (!isNew) removed.push({ columns: this.table.key, values: pick(key, this.table.key) });
      if (was) before.push(was);
      entry.isChanged = false;
      entry.was = undefined;
    }
    // Now, because nobody may know later whether they were written.
    if (!this.isComplete) for (const rows of [added, replaced]) for (const row of rows) this.addToFilter(row);
    else this.unwritten.push(before);
    this.changed = [];
    this.removed = [];
    return { removed, added, replaced };
  }

  /** The changes that were taken first are in the table. */
  written(): void {
    this.unwritten.shift();
  }

  /** Drops everything but the filter, which then has whatever may have been written. */
  forget(): void {
    this.restart();
    if (this.isComplete) {
      for (const { row } of this.entries.values()) if (row) this.addToFilter(row);
      for (const rows of this.unwritten) for (const row of rows) this.addToFilter(row);
    }
    this.isComplete = false;
    this.unwritten = [];
    this.entries.clear();
    this.groups.clear();
    this.missing.clear();
  }

  get isMissing(): boolean {
    return this.missing.size > 0;
  }

  /** What must be read before the queries so far can be answered. Marks it as read. Follows `restart`. */
  takeMissing(): readonly Match[] {
    const taken = [...this.missing.values()];
    for (const match of taken) {
      if (this.isKey(match.values)) this.add(nameOf(this.table.key, match.values), match.values, null);
      else this.groupsBy(match.columns).complete.add(nameOf(match.columns, match.values));
    }
    this.missing.clear();
    return taken;
  }

  /** Adds rows of the database that were missing. */
  keep(rows: readonly Row[]): void {
    for (const row of rows) {
      const name = nameOf(this.table.key, row);
      const entry = this.entries.get(name) ?? this.add(name, row, null);
      if (entry.row) continue;
      this.move(entry, row);
      entry.row = row;
    }
  }

  private find(name: string, values: () => Row): Row | undefined {
    const entry = this.entries.get(name);
    if (entry) return entry.row ?? undefined;
    if (!this.isAbsent(this.table.key, name)) this.missing.set(name, matchOf(values()));
    return undefined;
  }

  private add(name: string, key: Row, row: Row | null): Entry {
    const entry: Entry = { name, row, isChanged: false, was: undefined, key };
    this.entries.set(name, entry);
    return entry;
  }

  private set(name: string, key: Row, row: Row | null): void {
    const known = this.entries.get(name);
    const entry = known ?? this.add(name, key, null);
    if (!entry.isChanged) {
      entry.isChanged = true;
      entry.was = known?.row;
      entry.key = key;
      this.changed.push(entry);
    }
    this.move(entry, row);
    entry.row = row;
  }

  /** Puts an entry into the groups of the row that it is about to have. */
  private move(entry: Entry, to: Row | null | undefined): void {
    const from = entry.row;
    for (const { columns, members } of this.groups.values()) {
      const old = from && groupOf(columns, from);
      const now = to && groupOf(columns, to);
      if (old === now) continue;
      if (typeof old === "string") members.get(old)?.delete(entry);
      if (typeof now === "string") addTo(members, now, entry);
    }
  }

  private groupsBy(columns: readonly string[]): Groups {
    const at = columns.join();
    const known = this.groups.get(at);
    if (known) return known;
    const made: Groups = { columns, members: new Map(), complete: new Set() };
    for (const entry of this.entries.values()) {
      const group = entry.row && groupOf(columns, entry.row);
      if (typeof group === "string") addTo(made.members, group, entry);
    }
    this.groups.set(at, made);
    if (this.isComplete) this.searched.set(at, columns);
    return made;
  }

  /** Whether the database has no such row, by what was known before the batch. */
  private isNew(name: string, was: Row | null | undefined): boolean {
    return was === null || (was === undefined && this.isAbsent(this.table.key, name));
  }

  private isAbsent(columns: readonly string[], name: string): boolean {
    if (this.isComplete) return true;
    if (!this.filter) return false;
    if (columns === this.table.key) return !this.filter.mayHave("", name);
    const list = columns.join();
    return this.searched.has(list) && !this.filter.mayHave(list, name);
  }

  private addToFilter(row: Row): void {
    if (!this.filter) return;
    this.filter.add("", nameOf(this.table.key, row));
    for (const [list, columns] of this.searched) {
      const name = groupOf(columns, row);
      if (name !== null) this.filter.add(list, name);
    }
  }

  private isKey(values: Row): boolean {
    const { key } = this.table;
    for (const column of key) if (values[column] === undefined || values[column] === null) return false;
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

/** The values as one text. No value contains NUL: Postgres stores none. */
function nameOf(columns: readonly string[], row: Row): string {
  let name = String(row[columns[0]!]);
  for (let at = 1; at < columns.length; at += 1) name += `\0${String(row[columns[at]!])}`;
  return name;
}

/** As `nameOf`; null for a row without a value in one of the columns: no query finds it by them. */
function groupOf(columns: readonly string[], row: Row): string | null {
  for (const column of columns) if (row[column] === null || row[column] === undefined) return null;
  return nameOf(columns, row);
}

function groupName({ columns, values }: Match): string {
  return `${columns.join()} ${nameOf(columns, values)}`;
}

function addTo(members: Map<string, Set<Entry>>, group: string, entry: Entry): void {
  const set = members.get(group);
  if (set) set.add(entry);
  else members.set(group, new Set([entry]));
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}
