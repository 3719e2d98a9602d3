import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { EventStore } from "#domain/core/event-store.ts";
import { type AnyProjection, readCheckpoints } from "./model.ts";

/**
 * A sentence for the operator if a read model has applied events that the log does not have: new events would get their
 * positions and be skipped silently. null if the log is as new as the models, or newer.
 */
export async function logBehindModels(
  pool: Pool,
  store: Pick<EventStore, "head">,
  projections: readonly AnyProjection[],
): Promise<string | null> {
  const checkpoints = await readCheckpoints(
    new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }),
    projections,
  );
  const head = await store.head();
  const ahead = checkpoints.filter(({ position }) => (position ?? "") > (head ?? ""));
  if (ahead.length === 0) return null;
  const models = ahead.map(({ model, position }) => `${model} (at ${position})`).join(", ");
  return (
    `The log ends ${head === null ? "before its first event" : `at ${head}`}, but read models know later events: ${models}. The log is older than the database: ` +
    "restore the newer log, or, to go on with this one and lose what it lacks, run `npm run rebuild -- all` and start again."
  );
}
