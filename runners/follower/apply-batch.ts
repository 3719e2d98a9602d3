import { Kysely, PostgresDialect, sql } from "kysely";
import pg, { type Pool } from "pg";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { Position } from "#domain/core/event-store.ts";
import { isTransient, reasonOf } from "./faults.ts";
import type { SkippedEvents } from "./skipped-events.ts";
import {
  type AnyProjection,
  type Checkpoint,
  type FollowerLog,
  MODELS_CHANNEL,
  schemaOf,
  shapeHashOf,
} from "./model.ts";
import type { Statement } from "./unit-of-work/script.ts";
import { inTransaction, type Session, sessionAfter, sessionOf } from "./unit-of-work/session.ts";
import { createUnitOfWork, type UnitOfWork } from "./unit-of-work/unit-of-work.ts";

/** A followed model, with its checkpoint as this process last read it. */
export type FollowedModel = {
  readonly projection: AnyProjection;
  readonly skipped: SkippedEvents;
  readonly generation: number;
  /** What is known of its rows at this position and generation. */
  readonly rows: UnitOfWork;
  position: Position | null;
  halted: boolean;
};

/** Some thousand rows of each model. */
const KEPT_CHARACTERS = 2_000_000;

export function followedModel(
  projection: AnyProjection,
  { position, generation }: Pick<Checkpoint, "position" | "generation">,
  skipped: SkippedEvents,
): FollowedModel {
  const rows = createUnitOfWork({
    ...{ projection, skipped, schema: schemaOf(projection), keptCharacters: KEPT_CHARACTERS },
    empty: position === null,
  });
  return { projection, skipped, generation, rows, position, halted: false };
}

/** Another process moved a checkpoint: a rebuild was swapped in, or another follower is active. Nothing was applied. */
export class CheckpointMovedError extends Error {}

/**
 * Applies a batch to every model that has not halted, each event exactly once: rows and checkpoint are written in one
 * transaction, and only from the model's last position. The models share a transaction; if one cannot apply an event,
 * each gets its own, and the failing model applies the batch event by event, halts at the event, and records that in
 * its checkpoint. Faults of the database itself are thrown, so that the batch is retried.
 */
export async function applyBatch(
  pool: Pool,
  models: readonly FollowedModel[],
  events: readonly LoggedEvent[],
  log: FollowerLog,
): Promise<void> {
  const due = dueOf(models, events);
  if (due.length === 0) return;
  try {
    await advance(pool, due, models);
  } catch (error) {
    if (error instanceof CheckpointMovedError || isTransient(error)) throw error;
    for (const each of due) await applyAlone(pool, each, models, log);
  }
}

/**
 * Runs the handlers of a batch while the one before is being written; `written` resolves when it is. null if a handler
 * fails or a row cannot be read: then `applyBatch` has to find out, after that batch.
 */
export async function prepareAhead(
  pool: Pool,
  models: readonly FollowedModel[],
  events: readonly LoggedEvent[],
  written: () => Promise<void>,
): Promise<PreparedBatch | null> {
  return prepare(sessionAfter(pool, written), dueOf(models, events)).catch(() => null);
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
/** A batch whose handlers have run, with the statements that change rows. */
export type PreparedBatch = { readonly due: readonly Due[]; readonly statements: readonly Statement[] };

async function applyAlone(
  pool: Pool,
  { model, events }: Due,
  models: readonly FollowedModel[],
  log: FollowerLog,
): Promise<void> {
  try {
    await advance(pool, [{ model, events }], models);
    return;
  } catch (error) {
    if (error instanceof CheckpointMovedError || isTransient(error)) throw error;
  }
  for (const event of events) {
    try {
      await advance(pool, [{ model, events: [event] }], models);
    } catch (error) {
      if (error instanceof CheckpointMovedError || isTransient(error)) throw error;
      await halt(new Kysely({ dialect: new PostgresDialect({ pool }) }), model, event.position, error, log);
      return;
    }
  }
}

async function advance(pool: Pool, due: readonly Due[], models: readonly FollowedModel[]): Promise<void> {
  await writeBatch(pool, await prepare(sessionOf(pool), due), models);
}

async function prepare(session: Session, due: readonly Due[]): Promise<PreparedBatch> {
  try {
    const statements: Statement[] = [];
    for (const { model, events } of due) statements.push(...(await model.rows.apply(session, events)));
    return { due, statements };
  } catch (error) {
    forget(due);
    throw error;
  }
}

/** Writes a batch that was prepared, if no other has been written since but the one before it. `models`: all that are followed. */
export async function writeBatch(
  pool: Pool,
  { due, statements }: PreparedBatch,
  models: readonly FollowedModel[],
): Promise<void> {
  if (due.length === 0) return;
  // First of all, so that a follower that was replaced waits here and notices it before it changes a row.
  const moves = { text: moveCheckpoints(due) };
  try {
    await inTransaction(pool, [moves, ...statements, { text: notifyOf(due, models) }]);
  } catch (error) {
    forget(due);
    if (error instanceof Error && "code" in error && error.code === MOVED)
      throw new CheckpointMovedError(due.map(({ model }) => model.projection.name).join(", "));
    throw error;
  }
  for (const { model, events } of due) {
    model.rows.keep();
    model.position = events.at(-1)!.position;
  }
}

/** Says up to where all models are that move, so that those who wait for a position need not ask. */
function notifyOf(due: readonly Due[], models: readonly FollowedModel[]): string {
  const positions = models
    .filter(({ halted }) => !halted)
    .map((model) => due.find((each) => each.model === model)?.events.at(-1)!.position ?? model.position ?? "");
  return `NOTIFY ${MODELS_CHANNEL}, ${pg.escapeLiteral(positions.toSorted()[0] ?? "")}`;
}

function forget(due: readonly Due[]): void {
  for (const { model } of due) model.rows.forget();
}

/** SQLSTATE of models.require_moved. */
const MOVED = "TM001";

/** Moves the checkpoints, only from where this process left them in tables that it knows. */
function moveCheckpoints(due: readonly Due[]): string {
  const rows = due.map(({ model: { projection, generation, position }, events }) => {
    const texts = [projection.name, shapeHashOf(projection), position, events.at(-1)!.position];
    const literals = texts.map((text) => (text === null ? "NULL" : pg.escapeLiteral(text)));
    return `(${[projection.version, generation, ...literals].join(", ")})`;
  });
  return `WITH moved AS (
    UPDATE models.checkpoints c SET position = given.target
    FROM (VALUES ${rows.join(", ")}) AS given (version, generation, model, shape_hash, origin, target)
    WHERE c.model = given.model AND c.version = given.version AND c.shape_hash = given.shape_hash AND c.generation = given.generation
      AND c.state = 'following' AND c.position IS NOT DISTINCT FROM given.origin::text
    RETURNING 1)
  SELECT models.require_moved(count(*), ${due.length}) FROM moved`;
}

function dueOf(models: readonly FollowedModel[], events: readonly LoggedEvent[]): readonly Due[] {
  return models
    .map((model) => ({ model, events: eventsAfter(model, events) }))
    .filter((each) => each.events.length > 0);
}

function eventsAfter(model: FollowedModel, events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  if (model.halted) return [];
  const { position } = model;
  const first = events[0];
  if (position === null || first === undefined || first.position > position) return events;
  return events.filter((event) => event.position > position);
}
