import { NEWLINE } from "../copy-rows.ts";

/** Whole rows, in the first bytes of a buffer. */
export type RowBatch = { readonly buffer: Uint8Array<ArrayBuffer>; readonly bytes: number };

/**
 * Collects chunks of COPY's text format in buffers of about `size` bytes, which end with a whole row: a line break
 * always ends one, because COPY writes those of a value as `\n`. A row that is longer gets a larger buffer. Buffers that
 * are handed back are used again.
 */
export function rowBatches(size: number) {
  const spares: Uint8Array<ArrayBuffer>[] = [];
  let buffer = new Uint8Array(size);
  let filled = 0;
  const begin = (first: Uint8Array, room: number) => {
    const next = room <= size ? (spares.pop() ?? new Uint8Array(size)) : new Uint8Array(room);
    next.set(first);
    [buffer, filled] = [next, first.length];
  };
  return {
    /** Returns a batch once there is no room for the chunk. */
    add(chunk: Uint8Array): RowBatch | null {
      let full: RowBatch | null = null;
      if (filled + chunk.length > buffer.length) {
        const bytes = buffer.subarray(0, filled).lastIndexOf(NEWLINE) + 1;
        if (bytes > 0) full = { buffer, bytes };
        const rest = buffer.subarray(bytes, filled);
        begin(rest, rest.length + chunk.length > size ? (rest.length + chunk.length) * 2 : size);
      }
      buffer.set(chunk, filled);
      filled += chunk.length;
      return full;
    },
    /** The rows that are left, at the end. */
    last(): RowBatch {
      return { buffer, bytes: filled };
    },
    /** Takes the buffer of a batch back. */
    takeBack(spare: Uint8Array<ArrayBuffer>): void {
      if (spare.length === size) spares.push(spare);
    },
  };
}
