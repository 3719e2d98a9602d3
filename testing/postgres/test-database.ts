import { inject } from "vitest";
import { freshDatabase, type FreshDatabase } from "./fresh-database.ts";
import type {} from "./cluster.ts";

/**
 * An empty Postgres database for one `*.int.test.ts` file, in the cluster that vitest started for this run:
 * `const db = await testDatabase()` in `beforeAll`, `await db.drop()` in `afterAll`.
 */
export function testDatabase(): Promise<FreshDatabase> {
  return freshDatabase(inject("clusterUrl"));
}
