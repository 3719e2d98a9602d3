import { sql } from "kysely";

/**
 * The right side of `column = any(values)`. For lists of any length: `in` has a parameter for each value, and a
 * statement takes at most 65,535.
 */
export function anyOf(values: readonly string[]) {
  return sql<string>`any(${[...values]})`;
}
