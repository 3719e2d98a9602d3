import type { Queries } from "#projections/all.ts";

/** How long another process may still offer a category that an admin has renamed or removed. */
const KEPT_MS = 2_000;

/** The names of the categories, in the order in which they are shown. */
export type CategoryNames = {
  /** As this process knows them, so that a page that everybody opens asks the database nothing more. */
  known(): Promise<readonly string[]>;
  fresh(): Promise<readonly string[]>;
};

export function createCategoryNames({ catalogue }: Pick<Queries, "catalogue">): CategoryNames {
  let kept: { readonly names: readonly string[]; readonly until: number } = { names: [], until: 0 };
  async function fresh() {
    const names = await catalogue.categories();
    kept = { names, until: performance.now() + KEPT_MS };
    return names;
  }
  return { fresh, known: async () => (kept.until > performance.now() ? kept.names : fresh()) };
}
