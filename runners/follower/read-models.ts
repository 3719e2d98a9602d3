import { Kysely, PostgresDialect } from "kysely";
import type { Pool } from "pg";
import type { EventStore, Position } from "#domain/core/event-store.ts";
import type { ReadModels } from "#domain/core/ports/ports.ts";
import { pause } from "./leadership.ts";
import { sharedRead } from "./shared-read.ts";
import { ageOf, type AnyProjection, type Checkpoint, type ModelState, readCheckpoints } from "./model.ts";

export type ModelStatus = {
  readonly model: string;
  /** `missing`: its tables do not exist yet. `newer`: made by a newer version of the program. */
  readonly state: ModelState | "missing" | "newer";
  readonly position: Position | null;
  /** The event that the model, or its rebuild, cannot apply. */
  readonly haltedAt: Position | null;
  readonly error: string | null;
  /** How far the tables have come that are made or rebuilt; null: at the start of the log, or not known. */
  readonly built: Position | null;
  /** Whether its tables have ever shown the whole log. */
  readonly caughtUp: boolean;
};

export type WatchedReadModels = ReadModels & {
  /** The state of each model, for readiness. One query. */
  status(): Promise<ModelStatus[]>;
  /** These models have shown the whole log once. */
  noteCaughtUp(models: readonly string[]): Promise<void>;
  /** Waits until no model is being rebuilt, ignoring halted rebuilds. false: time-out. */
  rebuilt(timeoutMs: number): Promise<boolean>;
  /** Waits until every model has tables as this program makes them, and is not being rebuilt. false: time-out. */
  usable(timeoutMs: number, signal?: AbortSignal): Promise<boolean>;
  /** Events that each model has not applied yet, counted up to `most` (1000). For metrics: reads that part of the log. */
  lags(most?: number): Promise<Map<string, number>>;
  /** When the oldest event was recorded that a model which follows has not applied; null: there is none. */
  oldestWaiting(): Promise<Date | null>;
};

type WakeUp = {
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** The position that all models have reached, as the follower said it last; "" or null: unknown. */
  newest(): string | null;
};

/** A notification may be lost with its connection. */
const LOOK_ANYWAY_MS = 5_000;
/** A follower that says nothing for so long has stopped, or says it to nobody. */
const QUIET_MS = 500;
/** A busy log notifies more often than waiters need. */
const AT_MOST_EVERY_MS = 50;

/**
 * The state of the models, for every process with or without a follower. `wakeUp` listens to MODELS_CHANNEL. `reached`
 * considers only models that advance: one that has halted or is being rebuilt must not make every page wait.
 */
export function createReadModels({
  pool,
  store,
  projections,
  wakeUp,
}: {
  pool: Pool;
  store: Pick<EventStore, "readAll">;
  projections: readonly AnyProjection[];
  wakeUp: WakeUp;
}): WatchedReadModels {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  let asking: Promise<Checkpoint[]> | undefined;
  let reachedByAll: Position = "";

  const note = (position: Position | null): void => {
    if (position !== null && position > reachedByAll) reachedByAll = position;
  };

  /** Concurrent waiters share a query. */
  const ask = (): Promise<Checkpoint[]> =>
    (asking ??= readCheckpoints(db, projections).finally(() => {
      asking = undefined;
    }));

  const status = async (): Promise<ModelStatus[]> => statusesOf(projections, await readCheckpoints(db, projections));

  const until = untilFound(wakeUp);
  const all = (judge: (model: ModelStatus) => boolean) => async () => (await status()).every(judge) || null;

  return {
    status,
    until: (look, options) => until(look, options),
    state: sharedRead(() => readState(pool)),

    async reached(position, timeoutMs = 5000) {
      let heard: string | null | undefined;
      const arrived = async () => {
        const newest = wakeUp.newest();
        const isNews = newest !== heard;
        heard = newest;
        note(newest);
        // The follower says how far it has come. Nobody has to ask, unless it is quiet.
        if (reachedByAll < position && !(isNews && newest)) note(leastPosition(projections, await ask()));
        return reachedByAll >= position || null;
      };
      return (await until(arrived, { timeoutMs, atMostEveryMs: 0 }, QUIET_MS)) ?? false;
    },

    rebuilt: async (timeoutMs) => (await until(all(isRebuilt), { timeoutMs })) ?? false,
    usable: async (timeoutMs, signal) =>
      (await until(all(isUsable), { timeoutMs, ...(signal ? { signal } : {}) })) ?? false,

    async noteCaughtUp(models) {
      await pool.query("UPDATE models.checkpoints SET caught_up = true WHERE model = ANY ($1)", [models]);
    },

    ...waitingEvents(store, status),
  };
}

/** What the models have not applied yet. */
function waitingEvents(
  store: Pick<EventStore, "readAll">,
  status: () => Promise<ModelStatus[]>,
): Pick<WatchedReadModels, "lags" | "oldestWaiting"> {
  const after = (models: readonly ModelStatus[], most: number) => {
    const from = models.map(({ position }) => position ?? "").toSorted()[0] ?? "";
    return store.readAll(from === "" ? null : from, most);
  };
  return {
    async oldestWaiting() {
      const following = (await status()).filter(({ state }) => state === "following");
      const [oldest] = following.length === 0 ? [] : await after(following, 1);
      return oldest ? new Date(oldest.recordedAt) : null;
    },
    async lags(most = 1000) {
      const models = await status();
      const waiting = await after(models, most);
      return new Map(
        models.map(({ model, position }) => [
          model,
          waiting.filter((event) => position === null || event.position > position).length,
        ]),
      );
    },
  };
}

function isRebuilt({ state, haltedAt }: ModelStatus): boolean {
  return state !== "rebuilding" || haltedAt !== null;
}

function isUsable({ state }: ModelStatus): boolean {
  return state === "following" || state === "halted";
}

/** `xmin` is the transaction that wrote a checkpoint last: a rebuild or a skipped event changes it too. */
async function readState(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ state: string | null }>({
    name: "state-of-read-models",
    text: "SELECT string_agg(concat_ws(' ', model, position, xmin), ',' ORDER BY model) AS state FROM models.checkpoints",
  });
  return rows[0]?.state ?? "";
}

function statusesOf(projections: readonly AnyProjection[], checkpoints: readonly Checkpoint[]): ModelStatus[] {
  return projections.map((projection) =>
    statusOf(
      projection,
      checkpoints.find(({ model }) => model === projection.name),
    ),
  );
}

function statusOf(projection: AnyProjection, checkpoint: Checkpoint | undefined): ModelStatus {
  const model = projection.name;
  if (!checkpoint)
    return { model, state: "missing", position: null, haltedAt: null, error: null, built: null, caughtUp: false };
  const age = ageOf(projection, checkpoint);
  const state = age === "newer" ? "newer" : age === "older" ? "rebuilding" : checkpoint.state;
  const { position, halted_at, error, rebuild_halted_at, rebuild_error, rebuild_position, caught_up } = checkpoint;
  const common = { model, position, caughtUp: caught_up };
  return state === "rebuilding"
    ? { ...common, state, haltedAt: rebuild_halted_at, error: rebuild_error, built: rebuild_position }
    : { ...common, state, haltedAt: halted_at, error, built: position };
}

/** The position that every model that moves has reached; "" when none moves. */
function leastPosition(projections: readonly AnyProjection[], checkpoints: readonly Checkpoint[]): Position {
  const moving = checkpoints.filter(
    (checkpoint) =>
      checkpoint.state === "following" &&
      projections.some((each) => each.name === checkpoint.model && ageOf(each, checkpoint) === "current"),
  );
  return moving.map((checkpoint) => checkpoint.position ?? "").toSorted()[0] ?? "";
}

/** Looks again each time that a model has moved, until something is found or the time is over. */
function untilFound(wakeUp: WakeUp) {
  return async <T>(
    look: () => Promise<T | null>,
    { timeoutMs, atMostEveryMs = AT_MOST_EVERY_MS, signal }: Parameters<ReadModels["until"]>[1],
    lookAnywayMs = LOOK_ANYWAY_MS,
  ): Promise<T | null> => {
    const deadline = performance.now() + timeoutMs;
    while (!signal?.aborted) {
      const done = new AbortController();
      const either = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
      // Listening starts before the query, so that a change in between is not missed.
      const moved = wakeUp.wait(Math.max(0, Math.min(deadline - performance.now(), lookAnywayMs)), either);
      const looked = performance.now();
      try {
        const found = await look();
        if (found !== null) return found;
        if (performance.now() >= deadline) return null;
        await moved;
        const early = looked + atMostEveryMs - performance.now();
        if (early > 0) await pause(early, either);
      } finally {
        done.abort();
      }
    }
    return null;
  };
}
