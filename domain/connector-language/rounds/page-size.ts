import type { Pagination } from "../definition/schema.ts";

/** Page size if the definition names only the parameter. */
export const DEFAULT_PAGE_ROWS = 100;
/** Page sizes are round numbers, so a response with such a number of rows may have been cut there. */
const ROUND_PAGE_SIZES = [10, 25];

/** Whether a page has as many rows as requested, or as a server's own page size would return. */
export function looksFull({ limit, limit_param }: Pagination, rows: number): boolean {
  if (rows === 0) return false;
  if (limit_param !== undefined) return rows >= (limit ?? DEFAULT_PAGE_ROWS);
  return ROUND_PAGE_SIZES.some((size) => rows % size === 0);
}
