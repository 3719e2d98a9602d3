import type { TableEntry } from "#projections/tables/queries.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { Reader } from "../http/keys/stream-credential.ts";
import type { Platform } from "../platform.ts";

/** A table that has rows to read. */
export type ReadableTable = TableEntry & { readonly current: TableVersion };

const TABLES_AT_ONCE = 200;

/** All tables that a key opens, by name, read in parts. */
export async function* readableTables(
  { queries }: Pick<Platform, "queries">,
  { userId, tables: only }: Reader,
): AsyncGenerator<readonly ReadableTable[], void> {
  for (let after = ""; ;) {
    const part = await queries.tables.readableAfter(userId, { only, after, limit: TABLES_AT_ONCE });
    yield part.filter((table): table is ReadableTable => table.current !== null);
    const last = part.at(-1);
    if (part.length < TABLES_AT_ONCE || !last) return;
    after = last.name;
  }
}
