import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allMigrations } from "#infra/platform/schema.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";

/**
 * An installation refuses to start when the text of a migration that it has run is another one, its comments included.
 * Add a line for a new migration, and never change a line.
 */
const RELEASED = new URL("./released-migrations.json", import.meta.url);

test("no migration that installations have run is changed, and every one is listed", () => {
  const released = JSON.parse(readFileSync(RELEASED, "utf8")) as Record<string, string>;
  const now = allMigrations(modelMigrations).map(
    ({ id, sql }) => [id, createHash("sha256").update(sql).digest("hex")] as const,
  );
  expect(Object.fromEntries(now)).toEqual(released);
});
