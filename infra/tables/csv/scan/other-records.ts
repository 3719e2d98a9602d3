import type { NotRows } from "../head/not-rows.ts";
import { isSame } from "./record-bytes.ts";

/** Why a record equal to that of the labels is set aside. */
export const HEADER_AGAIN = "it is the header again";

/** Records that are no rows although they have the cells of one: the header where it occurs again, and ranges of lines. */
export class OtherRecords {
  /** Records equal to that of the labels. */
  repeatedHeaders = 0;
  readonly #header: Uint8Array | null;
  readonly #ranges: readonly NotRows[];
  /** The range that ends behind the records read so far. */
  #next = 0;

  constructor(header: Uint8Array | null, ranges: readonly NotRows[]) {
    this.#header = header;
    this.#ranges = ranges;
  }

  /** Why the record at a line is no row; null: it may be one. Lines come in their order. */
  reason(line: number, bytes: Uint8Array, start: number, end: number): string | null {
    if (this.#header !== null && isSame(bytes, start, end, this.#header)) {
      this.repeatedHeaders += 1;
      return HEADER_AGAIN;
    }
    let range = this.#ranges[this.#next];
    while (range !== undefined && range.to < line) range = this.#ranges[++this.#next];
    return range !== undefined && range.from <= line ? range.reason : null;
  }
}
