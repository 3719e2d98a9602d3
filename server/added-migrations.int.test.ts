import { afterAll, beforeAll, expect, test } from "vitest";
import { allMigrations } from "#infra/platform/schema.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { takenAway } from "#testing/migrations/taken-away.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";

/**
 * Migrations that took something away before they had to say so (docs/decisions/167). No line is added here: a new one that
 * is no addition declares `contract`.
 */
const BEFORE_THE_RULE: Readonly<Record<string, readonly string[]>> = {
  "log-004-append-one": [
    "function log.append_group(text[],integer[],text[],text[],text[],text[],integer[],uuid[],text[],integer[],text[]) has another definition",
  ],
  "tables-004-random-samples": ["update of rows of registry.tables"],
};

let db: FreshDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db?.drop());

test("a migration only adds, or says since when programs no longer need what it takes away", async () => {
  const all = allMigrations(modelMigrations);
  const found: Record<string, readonly string[]> = {};
  for (const { id, sql, contract } of all) {
    const taken = await takenAway(db.pool, sql);
    if (taken.length > 0 && !contract) found[id] = taken;
    if (contract) expect(all.map((each) => each.id).filter((each) => each !== id)).toContain(contract.since);
  }
  expect(found).toEqual(BEFORE_THE_RULE);
});
