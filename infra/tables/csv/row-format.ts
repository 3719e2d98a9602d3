/** How rows are stored: a Postgres column per cell, or all cells of a row in one `text[]`. */
export type Layout = "columns" | "array";

/** Before and after the rows of a COPY in the binary format. */
export const BINARY_COPY = {
  header: Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1"),
  trailer: Buffer.from([0xff, 0xff]),
} as const;

/** Postgres' limit of columns in a table. */
export const MOST_COLUMNS = 1600;

/** Above this many columns a row could exceed Postgres' page of 8 kB, so its cells are stored in one array. */
export const MOST_PHYSICAL_COLUMNS = 300;
