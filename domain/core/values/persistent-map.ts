const BITS = 5;
const MASK = 31;
/** Levels that one 32-bit hash has bits for; deeper ones take another hash. */
const LEVELS_A_HASH = 6;

/** `order`: entries that were added later have higher ones. */
type Leaf<V> = { readonly key: string; readonly value: V; readonly order: number };
/** Up to 32 places, of which those in `bitmap` are filled, in the order of their bits. */
type Branch<V> = { readonly bitmap: number; readonly places: readonly (Leaf<V> | Branch<V>)[] };
type Node<V> = Leaf<V> | Branch<V>;

const EMPTY: Branch<never> = { bitmap: 0, places: [] };

/**
 * An immutable map for states that are folded from many events: a trie over the hashes of its keys. A change copies the
 * few branches on the way to its entry. `new Map([...map, entry])` copies every entry for each event, and 10,000
 * subscribers took four seconds to fold.
 */
export class PersistentMap<V> {
  readonly size: number;
  private readonly root: Branch<V>;
  /** The order of the next new entry. */
  private readonly next: number;

  private constructor(size: number, root: Branch<V>, next: number) {
    this.size = size;
    this.root = root;
    this.next = next;
  }

  static empty<V>(): PersistentMap<V> {
    return new PersistentMap<V>(0, EMPTY, 0);
  }

  static from<V>(entries: Iterable<readonly [string, V]>): PersistentMap<V> {
    let map = PersistentMap.empty<V>();
    for (const [key, value] of entries) map = map.with(key, value);
    return map;
  }

  has(key: string): boolean {
    return this.leaf(key) !== undefined;
  }

  get(key: string): V | undefined {
    return this.leaf(key)?.value;
  }

  /** The map with this entry added or replaced. */
  with(key: string, value: V): PersistentMap<V> {
    const before = this.leaf(key);
    const order = before?.order ?? this.next;
    const root = put(this.root, 0, { key, value, order });
    return new PersistentMap<V>(before ? this.size : this.size + 1, root, Math.max(this.next, order + 1));
  }

  /** The map without this key. */
  without(key: string): PersistentMap<V> {
    return this.has(key) ? new PersistentMap<V>(this.size - 1, cut(this.root, 0, key), this.next) : this;
  }

  /** A copy of all entries as a Map, in no order that means anything. */
  toMap(): ReadonlyMap<string, V> {
    return new Map(leavesOf(this.root).map(({ key, value }) => [key, value]));
  }

  /** The entries in the order in which they were added, in the form that `from` reads. */
  toJSON(): readonly (readonly [string, V])[] {
    return leavesOf(this.root)
      .sort((a, b) => a.order - b.order)
      .map(({ key, value }) => [key, value]);
  }

  private leaf(key: string): Leaf<V> | undefined {
    let node: Node<V> = this.root;
    for (let level = 0; isBranch(node); level += 1) {
      const bit = bitOf(key, level);
      if ((node.bitmap & bit) === 0) return undefined;
      node = node.places[placeOf(node.bitmap, bit)]!;
    }
    return node.key === key ? node : undefined;
  }
}

function isBranch<V>(node: Node<V>): node is Branch<V> {
  return "places" in node;
}

function put<V>({ bitmap, places }: Branch<V>, level: number, leaf: Leaf<V>): Branch<V> {
  const bit = bitOf(leaf.key, level);
  const place = placeOf(bitmap, bit);
  if ((bitmap & bit) === 0) return { bitmap: bitmap | bit, places: places.toSpliced(place, 0, leaf) };
  const there = places[place]!;
  if (isBranch(there)) return { bitmap, places: places.with(place, put(there, level + 1, leaf)) };
  if (there.key === leaf.key) return { bitmap, places: places.with(place, leaf) };
  const both = put(put<V>(EMPTY, level + 1, there), level + 1, leaf);
  return { bitmap, places: places.with(place, both) };
}

/** The branch without a key that it has. A branch that is left with one leaf becomes that leaf. */
function cut<V>({ bitmap, places }: Branch<V>, level: number, key: string): Branch<V> {
  const bit = bitOf(key, level);
  const place = placeOf(bitmap, bit);
  const there = places[place]!;
  if (!isBranch(there)) return { bitmap: bitmap & ~bit, places: places.toSpliced(place, 1) };
  const rest = cut(there, level + 1, key);
  const [only] = rest.places;
  const node = rest.places.length === 1 && only && !isBranch(only) ? only : rest;
  return { bitmap, places: places.with(place, node) };
}

function leavesOf<V>({ places }: Branch<V>, into: Leaf<V>[] = []): Leaf<V>[] {
  for (const each of places)
    if (isBranch(each)) leavesOf(each, into);
    else into.push(each);
  return into;
}

function bitOf(key: string, level: number): number {
  const hash = hashOf(key, Math.floor(level / LEVELS_A_HASH));
  return 1 << ((hash >>> ((level % LEVELS_A_HASH) * BITS)) & MASK);
}

/** How many filled places come before this bit. */
function placeOf(bitmap: number, bit: number): number {
  let before = bitmap & (bit - 1);
  before -= (before >>> 1) & 0x55555555;
  before = (before & 0x33333333) + ((before >>> 2) & 0x33333333);
  return Math.imul((before + (before >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** FNV-1a, mixed at the end; another seed gives keys with one hash different ones. */
function hashOf(key: string, seed: number): number {
  let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
