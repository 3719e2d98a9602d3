const RECENT_LIMIT = 128;
const GONE = Symbol("gone");

/**
 * An immutable map for states that are folded from many events. `new Map([...map, entry])` copies every entry for each event
 * (10,000 subscribers took four seconds to fold); here a change copies the few recent ones, and every 128th change all.
 */
export class PersistentMap<V> {
  readonly size: number;
  private readonly base: ReadonlyMap<string, V>;
  private readonly recent: ReadonlyMap<string, V | typeof GONE>;

  private constructor(size: number, base: ReadonlyMap<string, V>, recent: ReadonlyMap<string, V | typeof GONE>) {
    this.size = size;
    this.base = base;
    this.recent = recent;
  }

  static empty<V>(): PersistentMap<V> {
    return new PersistentMap<V>(0, new Map(), new Map());
  }

  static from<V>(entries: Iterable<readonly [string, V]>): PersistentMap<V> {
    const base = new Map(entries);
    return new PersistentMap<V>(base.size, base, new Map());
  }

  has(key: string): boolean {
    return this.recent.has(key) ? this.recent.get(key) !== GONE : this.base.has(key);
  }

  get(key: string): V | undefined {
    if (!this.recent.has(key)) return this.base.get(key);
    const recent = this.recent.get(key);
    return recent === GONE ? undefined : recent;
  }

  /** The map with this entry added or replaced. */
  with(key: string, value: V): PersistentMap<V> {
    return this.changed(this.has(key) ? this.size : this.size + 1, key, value);
  }

  /** The map without this key. */
  without(key: string): PersistentMap<V> {
    return this.has(key) ? this.changed(this.size - 1, key, GONE) : this;
  }

  /** A copy of all entries as a Map. */
  toMap(): ReadonlyMap<string, V> {
    const all = new Map(this.base);
    for (const [key, value] of this.recent) {
      if (value === GONE) all.delete(key);
      else all.set(key, value);
    }
    return all;
  }

  /** The entries, in the form that `from` reads. */
  toJSON(): readonly (readonly [string, V])[] {
    return [...this.toMap()];
  }

  private changed(size: number, key: string, value: V | typeof GONE): PersistentMap<V> {
    const next = new PersistentMap<V>(size, this.base, new Map(this.recent).set(key, value));
    return next.recent.size <= RECENT_LIMIT ? next : new PersistentMap<V>(size, next.toMap(), new Map());
  }
}
