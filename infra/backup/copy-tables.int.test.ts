import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { appendDated } from "#testing/archive/dated-log.ts";
import type { FreshDatabase } from "#testing/postgres/fresh-database.ts";
import { testDatabase } from "#testing/postgres/test-database.ts";
import { allMigrations } from "../platform/schema.ts";
import { migrate } from "../postgres/migrations.ts";
import { openBackupFolder } from "./backup-folder.ts";
import { copyDataTables } from "./copy-tables.ts";
import { inSnapshot } from "./snapshot.ts";

const [KEPT, GONE] = ["t_" + "a".repeat(32), "t_" + "b".repeat(32)];
let db: FreshDatabase;
let folder: string;
beforeEach(async () => {
  db = await testDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-copied-"));
  await migrate(db.pool, allMigrations(modelMigrations));
  for (const name of [KEPT, GONE])
    await db.pool.query(`CREATE TABLE data.${name} (a bigint);
      INSERT INTO registry.tables (physical, kind, layout, columns, row_count, bytes, content_hash, state, ready_at)
      VALUES ('${name}', 'pull', 'columns', '[]', 0, 0, 'x', 'ready', clock_timestamp())`);
});
afterEach(async () => {
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Copies the tables while another connection, which no removal of ours holds off, drops one. */
const copied = () =>
  inSnapshot(db.pool, async (snapshot) => {
    await db.pool.query(`DROP TABLE data.${GONE}`);
    return copyDataTables(snapshot, await openBackupFolder(path.join(folder, "backup"), "installation", null));
  });

test("a table that no event names may be dropped while a backup is made", async () => {
  expect(await copied()).toBe(1);
  expect(await readdir(path.join(folder, "backup/data"))).toEqual([KEPT]);
});

test("a table that an event names may not", async () => {
  await appendDated(db.pool, [{ stream: "run-c-1", type: "RunSucceeded", at: "2026-08-01T00:00:00Z" }]);
  await db.pool.query(
    `ALTER TABLE log.events DISABLE TRIGGER ALL; UPDATE log.events SET data = '{"table": "${GONE}"}'`,
  );
  await expect(copied()).rejects.toThrow(
    `The table data.${GONE} was removed while the backup was made. Make it again.`,
  );
});

test("nor one that an event in an archive file may name", async () => {
  await db.pool
    .query(`INSERT INTO log.archive_files (name, archive, month, first_position, last_position, events, bytes, raw_bytes, sha256)
    VALUES ('2026-08/1-2.gz', 'x', '2026-08', 1, 2, 2, 10, 20, 'x')`);
  await expect(copied()).rejects.toThrow(
    `The table data.${GONE} was removed while the backup was made. Make it again.`,
  );
});
