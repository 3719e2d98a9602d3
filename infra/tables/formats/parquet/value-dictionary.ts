import { GrowingBytes } from "./growing-bytes.ts";

/** Most different values: their numbers take two bytes. */
const MOST_VALUES = 32_768;
/** Once there are more, most cells must have a value that was there before. Fewer if that failed in the last row group. */
const TRIED_VALUES = 8_192;
const TRIED_AGAIN_VALUES = 512;
const FIRST_SLOTS = 256;

/** The different values of a column, each once in plain encoding, and for each of its cells the number of its value. */
export class ValueDictionary {
  /** A new cell is written behind the values, and then either stays there as a new one or is taken back. */
  readonly values = new GrowingBytes();
  /** Different values. */
  size = 0;
  /** Numbers of the cells. */
  numbers = new Uint16Array(FIRST_SLOTS);
  cells = 0;
  /** What the cells take in plain encoding. */
  plainBytes = 0;
  /** Where each value begins. */
  #starts = new Uint32Array(FIRST_SLOTS);
  /** Numbers plus one by hash; 0 is free. */
  #slots = new Uint16Array(FIRST_SLOTS);
  #tried = TRIED_VALUES;
  readonly #mostBytes: number;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Counts the cell written from `start` to the end of the values. False: there are too many different ones. */
  take(start: number): boolean {
    const end = this.values.length;
    this.plainBytes += end - start;
    if (this.cells === this.numbers.length) this.numbers = doubled(this.numbers, Uint16Array);
    const slot = this.#slotOf(start, end);
    const known = this.#slots[slot] as number;
    if (known > 0) {
      this.numbers[this.cells++] = known - 1;
      this.values.length = start;
      return true;
    }
    this.numbers[this.cells++] = this.size;
    this.#starts[this.size++] = start;
    this.#slots[slot] = this.size;
    if (this.size * 2 > this.#slots.length) this.#enlarge();
    if (this.size <= this.#tried || this.size * 2 <= this.cells)
      return this.size < MOST_VALUES && end <= this.#mostBytes;
    this.#tried = TRIED_AGAIN_VALUES;
    return false;
  }

  /** Whether the values and their numbers take half of the plain cells, or less. */
  isWorthwhile(): boolean {
    return this.cells > 0 && 2 * (this.values.length + (this.cells * this.bits()) / 8) <= this.plainBytes;
  }

  /** Bits of a number. */
  bits(): number {
    return 32 - Math.clz32(Math.max(1, this.size - 1));
  }

  /** Adds the value of a cell to plain ones. */
  copyTo(out: GrowingBytes, cell: number): void {
    const number = this.numbers[cell] as number;
    const start = this.#starts[number] as number;
    const end = number + 1 < this.size ? (this.#starts[number + 1] as number) : this.values.length;
    out.append(this.values.bytes.subarray(start, end));
  }

  clear(): void {
    this.values.clear(this.#mostBytes * 2);
    this.size = 0;
    this.cells = 0;
    this.plainBytes = 0;
    this.#slots.fill(0);
  }

  /** The slot of the value, or the free one where it belongs. */
  #slotOf(start: number, end: number): number {
    const { bytes } = this.values;
    const last = this.#slots.length - 1;
    let slot = hashOf(bytes, start, end) & last;
    for (;;) {
      const known = this.#slots[slot] as number;
      if (known === 0 || this.#isSame(known - 1, start, end)) return slot;
      slot = (slot + 1) & last;
    }
  }

  #isSame(number: number, start: number, end: number): boolean {
    const { bytes } = this.values;
    const from = this.#starts[number] as number;
    const to = number + 1 < this.size ? (this.#starts[number + 1] as number) : start;
    if (to - from !== end - start) return false;
    for (let at = 0; at < end - start; at += 1) if (bytes[from + at] !== bytes[start + at]) return false;
    return true;
  }

  #enlarge(): void {
    this.#starts = doubled(this.#starts, Uint32Array);
    this.#slots = new Uint16Array(this.#slots.length * 2);
    const last = this.#slots.length - 1;
    for (let number = 0; number < this.size; number += 1) {
      const end = number + 1 < this.size ? (this.#starts[number + 1] as number) : this.values.length;
      let slot = hashOf(this.values.bytes, this.#starts[number] as number, end) & last;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last;
      this.#slots[slot] = number + 1;
    }
  }
}

/** FNV-1a, with its upper bits brought down. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash ^ (hash >>> 15);
}

function doubled<T extends Uint16Array | Uint32Array>(numbers: T, Numbers: new (length: number) => T): T {
  const larger = new Numbers(numbers.length * 2);
  larger.set(numbers);
  return larger;
}
