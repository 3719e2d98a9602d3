import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import pg from "pg";
import { EngineUnavailable } from "#infra/engines/engine-unavailable.ts";
import type { InfraPlatform } from "#infra/platform/open-platform.ts";
import { openQueries, type Queries } from "#projections/all.ts";
import type { WatchedReadModels } from "#runners/follower/read-models.ts";

/** A table, column, schema or function that is not there. */
const NOT_THERE = /^(?:42P01|42703|3F000|42883)$/;

/**
 * The queries of the read models. One that cannot be answered because a model's tables are of another version of the
 * program, or are being rebuilt, throws `EngineUnavailable`: the fault passes, and is not ours.
 */
export function modelQueries({ pools }: InfraPlatform, readModels: Pick<WatchedReadModels, "usable">): Queries {
  const pool = pools.reads.pool;
  const judge = async (error: unknown): Promise<never> => {
    if (error instanceof pg.DatabaseError && NOT_THERE.test(error.code ?? "") && !(await readModels.usable(0)))
      throw new EngineUnavailable("read models", { because: "rebuilding", cause: error });
    throw error;
  };
  const judged: PostgresPool = {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      return {
        query: (text: string, values: unknown[]) => client.query(text, values).catch(judge),
        release: () => client.release(),
      } as unknown as PostgresPoolClient;
    },
    end: () => pool.end(),
  };
  return openQueries(new Kysely<unknown>({ dialect: new PostgresDialect({ pool: judged }) }));
}
