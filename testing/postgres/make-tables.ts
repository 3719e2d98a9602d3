import pg from "pg";
import { createAgendaTables } from "#infra/jobs/agenda-tables.ts";
import { allMigrations } from "#infra/platform/schema.ts";
import { migrate } from "#infra/postgres/migrations.ts";
import { modelMigrations } from "#runners/follower/model-migrations.ts";

/** Does for an empty database what `npm run migrate` does, for processes whose role never migrates. */
export async function makeTables(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  try {
    await migrate(pool, allMigrations(modelMigrations));
    await createAgendaTables(pool);
  } finally {
    await pool.end();
  }
}
