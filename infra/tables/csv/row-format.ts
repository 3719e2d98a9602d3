/** How rows are written: a Postgres column per cell, or all cells of a row in one `text[]`. */
export type Layout = "columns" | "array";

export const NULL_BYTES: Readonly<Record<Layout, Uint8Array>> = {
  columns: Buffer.from("\\N"),
  array: Buffer.from("NULL"),
};

/** COPY's text escapes by byte; inside an array literal a quote and a backslash need a backslash of their own first. */
export function rowEscapes(layout: Layout): readonly (Uint8Array | undefined)[] {
  const table: (Uint8Array | undefined)[] = new Array<Uint8Array | undefined>(256).fill(undefined);
  table[0x09] = Buffer.from("\\t");
  table[0x0a] = Buffer.from("\\n");
  table[0x0d] = Buffer.from("\\r");
  table[0x5c] = Buffer.from(layout === "array" ? "\\\\\\\\" : "\\\\");
  if (layout === "array") table[0x22] = Buffer.from('\\\\"');
  return table;
}

const DIGITS = 20;

/** Row numbers from 1 as decimal digits, incremented in place. */
export class RowNumber {
  readonly #digits = Buffer.from("1".padStart(DIGITS, "0"));
  #from = DIGITS - 1;

  /** Writes the number and returns where it ends. */
  write(out: Uint8Array, at: number): number {
    for (let i = this.#from; i < DIGITS; i += 1) out[at++] = this.#digits[i] as number;
    return at;
  }

  next(): void {
    let i = DIGITS - 1;
    while (this.#digits[i] === 0x39) this.#digits[i--] = 0x30;
    this.#digits[i] = (this.#digits[i] as number) + 1;
    this.#from = Math.min(this.#from, i);
  }
}

/** Postgres' limit of columns in a table. */
export const MOST_COLUMNS = 1600;

/** Above this many columns a row could exceed Postgres' page of 8 kB, so its cells are stored in one array. */
export const MOST_PHYSICAL_COLUMNS = 300;
