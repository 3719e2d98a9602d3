import { createHash } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Position } from "#domain/core/event-store.ts";
import type { Tables } from "#projections/table.ts";
import { ddlOf } from "./unit-of-work/table-sql.ts";

/** A projection with any tables. */
export type AnyProjection = {
  readonly name: string;
  readonly version: number;
  readonly tables: Tables;
  /** By event type. */
  readonly on: object;
};

/** Channel for changed checkpoints. */
export const MODELS_CHANNEL = "tributary_models";

/** The log of a follower; the platform's log fits. */
export type FollowerLog = Record<
  "info" | "warn" | "error",
  (
    fields: { model?: string; position?: string; attempt?: number; count?: number; err?: unknown },
    message: string,
  ) => void
>;

export type ModelState = "following" | "rebuilding" | "halted";

export type Checkpoint = {
  readonly model: string;
  readonly version: number;
  /** Absent in tables made before it was stored. */
  readonly shape_hash: string | null;
  /** Raised when other tables take the place of the model's. */
  readonly generation: number;
  readonly position: Position | null;
  readonly state: ModelState;
  /** Set if the model has halted: the event that it cannot apply, and why. */
  readonly halted_at: Position | null;
  readonly error: string | null;
  /** The same for a rebuild that halted. */
  readonly rebuild_halted_at: Position | null;
  readonly rebuild_error: string | null;
  /** How far the tables have come that are made beside those of an older shape, if that is known. */
  readonly rebuild_position: Position | null;
  /** Whether its tables have ever shown the whole log. */
  readonly caught_up: boolean;
};

type Db = Kysely<unknown>;
type Trx = Transaction<unknown>;

/** The live schema of a model is `model_<name>`; other suffixes are made beside it. */
export function schemaOf(projection: AnyProjection, suffix: "" | "next" | "old" | "check" = ""): string {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(projection.name))
    throw new Error(`A read model cannot be called ${projection.name}`);
  return `model_${projection.name}${suffix && `_${suffix}`}`;
}

/** Makes a schema with the model's empty tables, replacing an existing one. `statements` make the tables. */
export async function makeTables(
  db: Db,
  projection: AnyProjection,
  schema: string,
  statements: readonly string[] = ddlOf(projection.tables, schema),
): Promise<void> {
  await sql`DROP SCHEMA IF EXISTS ${sql.id(schema)} CASCADE`.execute(db);
  await sql`CREATE SCHEMA ${sql.id(schema)}`.execute(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const shapeHashes = new WeakMap<AnyProjection, string>();

/**
 * Identifies the shape of a model: its tables and the types of events that it handles. A model of another shape is
 * rebuilt.
 */
export function shapeHashOf(projection: AnyProjection): string {
  const known = shapeHashes.get(projection);
  if (known !== undefined) return known;
  const shape = [...ddlOf(projection.tables, "model"), ...Object.keys(projection.on).sort()];
  const made = createHash("sha256").update(shape.join("\n")).digest("hex").slice(0, 16);
  shapeHashes.set(projection, made);
  return made;
}

/**
 * Whether a model's tables were made by this program's version, by an older one (another shape counts as older), or by
 * a newer one.
 */
export function ageOf(
  projection: AnyProjection,
  made: Pick<Checkpoint, "version" | "shape_hash">,
): "current" | "older" | "newer" {
  if (made.version !== projection.version) return made.version < projection.version ? "older" : "newer";
  return made.shape_hash === shapeHashOf(projection) ? "current" : "older";
}

/** Makes the tables of new models. Every process may call it before it queries the models. */
export async function prepareModels(db: Db, projections: readonly AnyProjection[]): Promise<void> {
  for (const projection of projections) {
    await db.transaction().execute(async (trx) => {
      await lockModel(trx, projection);
      const { rows } = await sql`SELECT 1 FROM models.checkpoints WHERE model = ${projection.name}`.execute(trx);
      if (rows.length > 0) return;
      await makeTables(trx, projection, schemaOf(projection));
      await sql`
        INSERT INTO models.checkpoints (model, version, shape_hash)
        VALUES (${projection.name}, ${projection.version}, ${shapeHashOf(projection)})`.execute(trx);
    });
  }
}

/** Only one process at a time makes, swaps or drops the schemas of a model. */
export async function lockModel(trx: Trx, projection: AnyProjection): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`tributary.model.${projection.name}`}, 0))`.execute(trx);
}

export async function readCheckpoints(db: Db, projections: readonly AnyProjection[]): Promise<Checkpoint[]> {
  const names = projections.map(({ name }) => name);
  const { rows } = await sql<Checkpoint>`
    SELECT model, version, shape_hash, generation, position, state, halted_at, error, rebuild_halted_at, rebuild_error, coalesce(rebuild_position, next_position) AS rebuild_position, caught_up FROM models.checkpoints WHERE model = ANY (${names}) ORDER BY model`.execute(
    db,
  );
  return rows;
}
