import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allMigrations } from "#infra/platform/schema.ts";
import { type Migration, migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";
import { type InstalledDatabase, installedDatabase } from "#testing/installed-database.ts";
import { PRODUCT_SECRET, startProduct } from "#testing/product.ts";
import { startServerProcess } from "#testing/server-process.ts";
import { freePort } from "#testing/servers/free-port.ts";

/** This version on a database that a newer one has migrated. */
const ADDS: Migration = {
  id: "later-001-adds",
  sql: "ALTER TABLE uploads.folders ADD COLUMN later text; CREATE TABLE uploads.later ()",
};
const TAKES: Migration = {
  id: "later-002-takes",
  sql: "ALTER TABLE uploads.folders DROP COLUMN later",
  contract: { since: "later-001-adds" },
};

let db: InstalledDatabase;
beforeAll(async () => {
  db = await installedDatabase();
}, 240_000);
afterAll(() => db?.drop());

test(
  "starts and serves after steps that only add; otherwise it refuses with the way back",
  { timeout: 240_000 },
  async () => {
    const newer = [...allMigrations(modelMigrations), ADDS];
    await migrate(db.pool, newer);
    const product = await startProduct(db.installation);
    const ana = await product.person("Ana", 3);
    expect((await ana.upload("a,b\n1,2\n", { title: "Stepped back" })).status).toBe(201);
    await product.stop();
    await migrate(db.pool, [...newer, TAKES]);
    const refused = startServerProcess({
      ...{ DATABASE_URL: db.url, APP_SECRET: PRODUCT_SECRET, DATA_DIR: db.installation.dataDir },
      PORT: String(await freePort()),
    });
    const [status] = (await once(refused.process, "close")) as [number | null];
    expect([status, refused.errors().trimEnd().split("\n")]).toEqual([
      1,
      [
        "Tributary cannot start.",
        "The database was migrated by a newer version of Tributary (migration later-002-takes is unknown here, and this version does not work with it). Start that version instead. The way back is a backup that was made before: npm run restore -- <folder of the backup>.",
      ],
    ]);
    await product.remove();
  },
);
