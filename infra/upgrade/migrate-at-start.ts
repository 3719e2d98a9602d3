import type pg from "pg";
import type { Config } from "../config/config.ts";
import type { Log } from "../observability/logger.ts";
import { type Migration, migrate } from "../postgres/migrations.ts";
import { beforeMigrating } from "./before-migrating.ts";
import { requireMigrated } from "./require-migrated.ts";
import { VERSION } from "../config/version.ts";

/**
 * Brings the database to this version if this process may (`config.migrates`), and tells the log before it changes one
 * that has data. Otherwise throws `StartRefused` unless `npm run migrate` has done it.
 */
export async function migrateAtStart(
  pool: pg.Pool,
  migrations: readonly Migration[],
  config: Config,
  log: Pick<Log, "warn">,
): Promise<void> {
  if (!config.migrates) return requireMigrated(pool, migrations, !config.mongodbUrl);
  await migrate(pool, migrations, {
    version: VERSION,
    async before(state, client) {
      if (state.isEmpty) return;
      const lines = await beforeMigrating(client, state, config);
      log.warn({}, lines.map((line) => line.trim()).join(" "));
    },
  });
}
