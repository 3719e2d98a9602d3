import { type Kysely, sql } from "kysely";
import { pause } from "../leadership.ts";
import { ageOf, type AnyProjection, readCheckpoints } from "../model.ts";
import { type RebuildOptions, rebuildModel } from "./rebuild.ts";
import { RebuildHaltedError } from "./replay.ts";

const TRY_AGAIN_MS = 5_000;
const LOOK_MS = 1_000;

export type Rebuilds = {
  /** Resolves when the next model has been rebuilt. */
  next(): Promise<void>;
  settled(): Promise<void>;
};

type Options = RebuildOptions & { readonly projections: readonly AnyProjection[] };

/**
 * Rebuilds the models of an older version or another shape one after the other while the rest is followed. One that
 * reaches an event that it cannot apply waits until an admin lets it retry or skips the event; the others continue.
 * Each start retries, because the code may have been corrected.
 */
export function startRebuilds(db: Kysely<unknown>, options: Options, signal: AbortSignal): Rebuilds {
  const { log } = options;
  let done = Promise.withResolvers<void>();

  const rebuild = async (projection: AnyProjection): Promise<void> => {
    try {
      await rebuildModel(projection, { ...options, signal });
      done.resolve();
      done = Promise.withResolvers<void>();
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RebuildHaltedError) {
        log.error(
          { model: projection.name, position: error.haltedAt, err: error.cause },
          "Rebuild of a read model halted: it cannot apply an event. Admins see it under /admin/read-models and can let it try again or skip the event",
        );
        return;
      }
      log.error({ model: projection.name, err: error }, "Read model cannot be rebuilt; trying again");
      await pause(TRY_AGAIN_MS, signal);
    }
  };

  const run = async (): Promise<void> => {
    await forgetHalts(db, options.projections);
    while (!signal.aborted) {
      const { older, due } = await outdated(db, options.projections);
      if (older.length === 0) return;
      for (const projection of due) if (!signal.aborted) await rebuild(projection);
      if (due.length === 0) await pause(LOOK_MS, signal);
    }
  };
  const running = untilItWorks(run, options, signal);
  return { next: () => done.promise, settled: () => running };
}

/** The database may be away when this reads what is left to do. */
async function untilItWorks(run: () => Promise<void>, { log }: Options, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await run();
    } catch (err) {
      log.warn({ err }, "Read models cannot be looked at for rebuilding; trying again");
      await pause(TRY_AGAIN_MS, signal);
    }
  }
}

/** Models of an older version or another shape, and those of them that can be rebuilt. */
async function outdated(
  db: Kysely<unknown>,
  projections: readonly AnyProjection[],
): Promise<{ readonly older: readonly AnyProjection[]; readonly due: readonly AnyProjection[] }> {
  const checkpoints = await readCheckpoints(db, projections);
  const older = projections.flatMap((projection) => {
    const found = checkpoints.find(({ model }) => model === projection.name);
    return found && ageOf(projection, found) === "older"
      ? [{ projection, halted: found.rebuild_halted_at !== null }]
      : [];
  });
  return {
    older: older.map(({ projection }) => projection),
    due: older.filter(({ halted }) => !halted).map(({ projection }) => projection),
  };
}

async function forgetHalts(db: Kysely<unknown>, projections: readonly AnyProjection[]): Promise<void> {
  const { older } = await outdated(db, projections);
  await sql`
    UPDATE models.checkpoints SET rebuild_halted_at = NULL, rebuild_position = NULL, rebuild_halted_since = NULL, rebuild_error = NULL
    WHERE model = ANY (${older.map(({ name }) => name)})`.execute(db);
}
