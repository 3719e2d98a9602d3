const FIRST_BYTES = 256;

/** Bytes that are written one after the other, into room that grows and is used again. */
export class GrowingBytes {
  bytes = new Uint8Array(FIRST_BYTES);
  view = new DataView(this.bytes.buffer);
  length = 0;

  /** Makes room for so many bytes after those that are there. */
  room(more: number): void {
    const needed = this.length + more;
    if (needed <= this.bytes.length) return;
    // A multiple of eight, so that it can be seen as numbers.
    const larger = new Uint8Array(Math.ceil(Math.max(needed, this.bytes.length * 2) / 8) * 8);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  append(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Forgets the bytes, and the room too if it is larger than `kept`. */
  clear(kept: number): void {
    this.length = 0;
    if (this.bytes.length <= kept) return;
    this.bytes = new Uint8Array(FIRST_BYTES);
    this.view = new DataView(this.bytes.buffer);
  }
}
