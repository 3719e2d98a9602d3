import { Kysely, PostgresDialect, sql } from "kysely";
import type { Pool } from "pg";
import type { EventStore, Position, RecordedEvent } from "#domain/core/event-store.ts";
import type { HaltedModels } from "#domain/use-cases/administration/skip-event.ts";
import { MODELS_CHANNEL } from "./model.ts";
import type { ModelStatus, WatchedReadModels } from "./read-models.ts";
import { type UnknownType, unknownTypes } from "./unknown-events/unknown-types.ts";

export type HaltedModel = {
  readonly model: string;
  /** Its rebuild has halted; the old tables answer, and may follow the log. */
  readonly rebuild: boolean;
  readonly since: Date | null;
  readonly error: string;
  /** As stored, personal fields encrypted; null if the log no longer has the event. */
  readonly event: RecordedEvent | null;
};

/** What admins can see of halted models, and their actions. */
export type HaltedModelsAdmin = HaltedModels & {
  list(): Promise<HaltedModel[]>;
  /** Types of events that this version does not know and that halted no model. */
  unknownTypes(): Promise<readonly UnknownType[]>;
};

type Row = {
  readonly model: string;
  readonly rebuild: boolean;
  readonly position: Position | null;
  readonly halted_at: Position;
  readonly halted_since: Date | null;
  readonly error: string | null;
};

/**
 * A halted model, or its rebuild, is at the position just before the event that it cannot apply, or before skipped
 * events that precede it.
 */
const MAX_EVENTS_READ = 200;

export function createHaltedModels({
  pool,
  store,
}: {
  pool: Pool;
  store: Pick<EventStore, "readAll">;
}): HaltedModelsAdmin {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });

  const halted = async (): Promise<readonly Row[]> => {
    const { rows } = await sql<Row>`
      SELECT model, false AS rebuild, position, halted_at, halted_since, error FROM models.checkpoints WHERE state = 'halted'
      UNION ALL
      SELECT model, true, rebuild_position, rebuild_halted_at, rebuild_halted_since, rebuild_error FROM models.checkpoints WHERE rebuild_halted_at IS NOT NULL
      ORDER BY model, rebuild`.execute(db);
    return rows;
  };
  const eventOf = async ({ position, halted_at }: Row): Promise<RecordedEvent | null> =>
    (await store.readAll(position, MAX_EVENTS_READ)).find((event) => event.position === halted_at) ?? null;

  return {
    async list() {
      const found = [];
      for (const row of await halted())
        found.push({
          model: row.model,
          rebuild: row.rebuild,
          since: row.halted_since,
          error: row.error ?? "",
          event: await eventOf(row),
        });
      return found;
    },

    unknownTypes: () => unknownTypes(db),

    async haltedAt(model, position) {
      const row = (await halted()).find((each) => each.model === model && each.halted_at === position);
      const event = row ? await eventOf(row) : null;
      return (
        event && { position: event.position, stream: event.stream, revision: event.revision, eventType: event.type }
      );
    },

    async resume(model, position) {
      const { numAffectedRows } = await sql`
        UPDATE models.checkpoints SET state = 'following', halted_at = NULL, error = NULL
        WHERE model = ${model} AND state = 'halted' AND halted_at = ${position}`.execute(db);
      const rebuild = await sql`
        UPDATE models.checkpoints SET rebuild_halted_at = NULL, rebuild_position = NULL, rebuild_halted_since = NULL, rebuild_error = NULL
        WHERE model = ${model} AND rebuild_halted_at = ${position}`.execute(db);
      if (numAffectedRows === 0n && rebuild.numAffectedRows === 0n) return false;
      await sql`SELECT pg_notify(${MODELS_CHANNEL}, '')`.execute(db);
      return true;
    },
  };
}

/** The state of a model and, if it has halted, the event. */
export type ModelReport = ModelStatus & { readonly behind: number; readonly halted: HaltedModel | null };

/** Every model, for a page: a few queries, and a read of the part of the log that models have not applied yet. */
export async function reportModels(readModels: WatchedReadModels, halted: HaltedModelsAdmin): Promise<ModelReport[]> {
  const [statuses, lags, stopped] = await Promise.all([readModels.status(), readModels.lags(), halted.list()]);
  return statuses.map((status) => ({
    ...status,
    behind: lags.get(status.model) ?? 0,
    halted: stopped.find(({ model }) => model === status.model) ?? null,
  }));
}
