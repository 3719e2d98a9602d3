import { type Kysely, sql } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { Position } from "#domain/core/event-store.ts";
import { isTransient, reasonOf } from "./faults.ts";
import type { SkippedEvents } from "./skipped-events.ts";
import { type AnyProjection, shapeHashOf, type FollowerLog, MODELS_CHANNEL, schemaOf } from "./model.ts";
import { applyEvents } from "./unit-of-work/unit-of-work.ts";

/** A followed model, with its checkpoint as this process last read it. */
export type FollowedModel = {
  readonly projection: AnyProjection;
  readonly skipped: SkippedEvents;
  position: Position | null;
  halted: boolean;
};

/** Another process moved a checkpoint: a rebuild was swapped in, or another follower is active. Nothing was applied. */
export class CheckpointMovedError extends Error {}

/**
 * Applies a batch to every model that has not halted, each event exactly once: rows and checkpoint are written in one
 * transaction, and only from the model's last position. The models share a transaction; if one cannot apply an event,
 * each gets its own, and the failing model applies the batch event by event, halts at the event, and records that in
 * its checkpoint. Faults of the database itself are thrown, so that the batch is retried.
 */
export async function applyBatch(
  db: Kysely<unknown>,
  models: readonly FollowedModel[],
  events: readonly LoggedEvent[],
  log: FollowerLog,
): Promise<void> {
  const due = models
    .map((model) => ({ model, events: eventsAfter(model, events) }))
    .filter((each) => each.events.length > 0);
  if (due.length === 0) return;
  try {
    await advance(db, due);
  } catch (error) {
    if (error instanceof CheckpointMovedError || isTransient(error)) throw error;
    for (const each of due) await applyAlone(db, each.model, each.events, log);
  }
}

/** Halts one model at its position, for readiness and admins; the others continue. */
export async function halt(
  db: Kysely<unknown>,
  model: FollowedModel,
  at: Position,
  error: unknown,
  log: FollowerLog,
): Promise<void> {
  const { name } = model.projection;
  log.error(
    { model: name, position: at, err: error },
    "Read model halted: it cannot apply an event. Admins see it under /admin/read-models and can let it try again or skip the event",
  );
  const { numAffectedRows } = await sql`
    UPDATE models.checkpoints SET state = 'halted', halted_since = now(), halted_at = ${at}, error = ${reasonOf(error)}
    WHERE model = ${name} AND state = 'following' AND version = ${model.projection.version} AND shape_hash = ${shapeHashOf(model.projection)} AND position IS NOT DISTINCT FROM ${model.position}`.execute(
    db,
  );
  if (numAffectedRows !== 1n) throw new CheckpointMovedError(name);
  model.halted = true;
  await sql`SELECT pg_notify(${MODELS_CHANNEL}, '')`.execute(db);
}

type Due = { readonly model: FollowedModel; readonly events: readonly LoggedEvent[] };

async function applyAlone(
  db: Kysely<unknown>,
  model: FollowedModel,
  events: readonly LoggedEvent[],
  log: FollowerLog,
): Promise<void> {
  try {
    await advance(db, [{ model, events }]);
    return;
  } catch (error) {
    if (error instanceof CheckpointMovedError || isTransient(error)) throw error;
  }
  for (const event of events) {
    try {
      await advance(db, [{ model, events: [event] }]);
    } catch (error) {
      if (error instanceof CheckpointMovedError || isTransient(error)) throw error;
      await halt(db, model, event.position, error, log);
      return;
    }
  }
}

async function advance(db: Kysely<unknown>, due: readonly Due[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // First of all, so that a follower that was replaced waits here and notices it before it changes a row.
    const { numAffectedRows } = await sql`
      UPDATE models.checkpoints c SET position = moved.target
      FROM unnest(${due.map(({ model }) => model.projection.name)}::text[], ${due.map(({ model }) => model.projection.version)}::integer[],
                  ${due.map(({ model }) => shapeHashOf(model.projection))}::text[],
                  ${due.map(({ model }) => model.position)}::text[], ${due.map(({ events }) => events.at(-1)!.position)}::text[])
        AS moved (model, version, shape_hash, origin, target)
      WHERE c.model = moved.model AND c.version = moved.version AND c.shape_hash = moved.shape_hash AND c.state = 'following' AND c.position IS NOT DISTINCT FROM moved.origin`.execute(
      trx,
    );
    if (numAffectedRows !== BigInt(due.length))
      throw new CheckpointMovedError(due.map(({ model }) => model.projection.name).join(", "));
    for (const { model, events } of due)
      await applyEvents(trx, model.projection, schemaOf(model.projection), events, model.skipped);
    await sql`SELECT pg_notify(${MODELS_CHANNEL}, '')`.execute(trx);
  });
  for (const { model, events } of due) model.position = events.at(-1)!.position;
}

function eventsAfter(model: FollowedModel, events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  if (model.halted) return [];
  const { position } = model;
  return position === null ? events : events.filter((event) => event.position > position);
}
