import type { SelectQueryBuilder } from "kysely";

/** Ids of one page. */
export const IDS_AT_ONCE = 500;

/** The next ids of a query that selects only `id`, in their order after one of them. */
export async function nextIds<DB, TB extends keyof DB, O extends { readonly id: string }>(
  found: SelectQueryBuilder<DB, TB, O>,
): Promise<readonly string[]> {
  return (await found.limit(IDS_AT_ONCE).execute()).map(({ id }) => id);
}
