import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { DomainEvent, LoggedEvent } from "#domain/core/event-log.ts";
import { openQueries } from "#projections/all.ts";
import { catalogue } from "#projections/catalogue/projection.ts";
import { makeTables, schemaOf } from "#runners/follower/model.ts";
import { applyEvents } from "#runners/follower/unit-of-work/unit-of-work.ts";

/** The catalogue's queries after a history, in new tables. An event without a time happened a second after the one before. */
export async function catalogueOf(
  pool: Pool,
  events: readonly (DomainEvent & { readonly recordedAt?: string })[],
): Promise<ReturnType<typeof openQueries>["catalogue"]> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const schema = schemaOf(catalogue);
  const logged = events.map((event, at) => ({
    recordedAt: new Date(Date.UTC(2026, 0, 2) + at * 1_000).toISOString(),
    ...event,
  })) as unknown as LoggedEvent[];
  await db.transaction().execute(async (trx) => {
    await makeTables(trx, catalogue, schema);
    await applyEvents(trx, catalogue, schema, logged, { has: () => false });
  });
  return openQueries(db).catalogue;
}
