import { type Kysely, sql } from "kysely";
import { FIRST_CATEGORIES, OTHER } from "#domain/category/events.ts";
import type { CatalogueTables } from "../tables.ts";

/** Reads of the categories; there are few. */
export function categoryReads(db: Kysely<CatalogueTables>) {
  /** Their names: first those of an empty log, then the others in the order of the alphabet, last `OTHER`. */
  async function categories(): Promise<readonly string[]> {
    const changed = await db.selectFrom("categories").select(["name", "listed"]).execute();
    const gone = new Set(changed.filter(({ listed }) => !listed).map(({ name }) => name));
    const others = changed.filter(({ name, listed }) => listed && !FIRST_CATEGORIES.includes(name));
    return [
      ...FIRST_CATEGORIES.filter((name) => name !== OTHER && !gone.has(name)),
      ...others.map(({ name }) => name).sort((a, b) => a.localeCompare(b, "en")),
      OTHER,
    ];
  }
  return {
    categories,
    /** The same with how many items everybody sees in each. */
    async countedCategories(): Promise<readonly { name: string; items: number }[]> {
      const [names, counts] = await Promise.all([
        categories(),
        db
          .selectFrom("facets")
          .select(["category", sql<number>`sum(count)::int`.as("items")])
          .where("scope", "=", "")
          .groupBy("category")
          .execute(),
      ]);
      const items = new Map(counts.map((each) => [each.category, each.items]));
      return names.map((name) => ({ name, items: items.get(name) ?? 0 }));
    },
  };
}
