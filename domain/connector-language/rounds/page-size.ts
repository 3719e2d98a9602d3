import type { Pagination } from "../definition/schema.ts";

/** Rows that are asked for when the definition names only the parameter. */
export const DEFAULT_LIMIT = 100;
/** Page sizes are round numbers, so an answer with such a number of rows may have been cut there. */
const ROUND = [10, 25];

/** Whether a page holds as many rows as were asked for, or as a server's own page size would bring. */
export function looksFull({ limit, limit_param }: Pagination, rows: number): boolean {
  if (rows === 0) return false;
  if (limit_param !== undefined) return rows >= (limit ?? DEFAULT_LIMIT);
  return ROUND.some((size) => rows % size === 0);
}
