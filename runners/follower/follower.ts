import { Kysely, PostgresDialect, sql } from "kysely";
import type { Pool } from "pg";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { EventStore, Position, RecordedEvent } from "#domain/core/event-store.ts";
import {
  applyBatch,
  CheckpointMovedError,
  followedModel,
  type FollowedModel,
  halt,
  prepareAhead,
  writeBatch,
} from "./apply-batch.ts";
import { isTransient } from "./faults.ts";
import { pause, takeLead } from "./leadership.ts";
import {
  ageOf,
  type AnyProjection,
  type Checkpoint,
  type FollowerLog,
  prepareModels,
  readCheckpoints,
} from "./model.ts";
import { oneAhead } from "./one-ahead.ts";
import { BATCH_BYTES, REPLAY_BATCH } from "./rebuild/replay.ts";
import { startRebuilds } from "./rebuild/rebuilds.ts";
import { skippedEvents } from "./skipped-events.ts";
import type { Decode } from "./unknown-events/decode-known.ts";
import { noteUnknown } from "./unknown-events/unknown-types.ts";

export type FollowerOptions = {
  readonly store: EventStore;
  readonly decode: Decode;
  readonly projections: readonly AnyProjection[];
  readonly pool: Pool;
  readonly log: FollowerLog;
  /** Events per transaction; default REPLAY_BATCH. */
  readonly batchSize?: number;
};

export type Follower = {
  /** Whether this process is the active follower. */
  active(): boolean;
  /** Finishes the current batch and lets another process take over. */
  stop(): Promise<void>;
};

const LONGEST_RETRY_MS = 5000;
const RETURN_LOOK_MS = 1000;

/**
 * Keeps the read models up to date with the log. Of all processes that call this one is active; when it ends or dies,
 * another takes over within about a second. A model of an older version is rebuilt beside the others. The next active
 * follower retries a halted model, so that a restart with the corrected code is enough.
 */
export function startFollower(options: FollowerOptions): Follower {
  const { pool, log } = options;
  const stopping = new AbortController();
  let leading = false;

  const run = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted;) {
      try {
        const lead = await takeLead(pool, stopping.signal);
        if (!lead) return;
        leading = true;
        failures = 0;
        try {
          await leadUntil(options, AbortSignal.any([stopping.signal, lead.lost]));
        } finally {
          leading = false;
          await lead.resign();
        }
      } catch (error) {
        log.warn({ err: error, attempt: failures }, "The follower lost its footing; trying again");
      }
      failures += 1;
      await pause(Math.min(100 * 2 ** failures, LONGEST_RETRY_MS), stopping.signal);
    }
  };

  const running = run();
  return {
    active: () => leading,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/**
 * Follows the log until the signal aborts. Each round reads the checkpoints again, because a rebuild may have changed
 * them.
 */
async function leadUntil(options: FollowerOptions, signal: AbortSignal): Promise<void> {
  const { pool, projections, store, batchSize = REPLAY_BATCH, log } = options;
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await prepareModels(db, projections);
  await sql`UPDATE models.checkpoints SET state = 'following', halted_at = NULL, error = NULL WHERE state = 'halted'`.execute(
    db,
  );
  const rebuilds = startRebuilds(db, options, signal);
  let byItself = false;
  try {
    for (let failures = 0; !signal.aborted;) {
      const rebuilt = rebuilds.next();
      const models = await followed(db, store, projections);
      if (models.length === 0) {
        await Promise.race([rebuilt, pause(1000, signal)]);
        continue;
      }
      const writing = oneAhead();
      const written = (): void => void (failures = 0);
      const handle = batchHandler(db, models, options, { writing, written, signal, byItself });
      const from = furthestBack(models);
      const subscription = store.subscribeToAll({ from, batchSize, batchBytes: BATCH_BYTES, handle });
      const round = new AbortController();
      const ended = AbortSignal.any([signal, round.signal]);
      const returned = untilReturn(db, projections, models, ended);
      const fault = await Promise.race([
        subscription.finished.then(
          () => null,
          (error: unknown) => error,
        ),
        rebuilt.then(() => null),
        returned.then(
          () => null,
          (error: unknown) => error,
        ),
        writing.failed,
      ]);
      round.abort();
      await subscription.stop();
      await writing.settled();
      if (fault === null || signal.aborted) continue;
      // An event may be at fault: the next round finds it.
      byItself = !byItself && !(fault instanceof CheckpointMovedError || isTransient(fault));
      if (byItself) continue;
      failures += 1;
      if (!(fault instanceof CheckpointMovedError))
        log.warn({ err: fault, attempt: failures }, "A batch could not be applied; trying again");
      await pause(Math.min(50 * 2 ** failures, LONGEST_RETRY_MS), signal);
    }
  } finally {
    await rebuilds.settled();
  }
}

type Handling = {
  readonly writing: ReturnType<typeof oneAhead>;
  /** Called when a batch has been written. */
  readonly written: () => void;
  readonly signal: AbortSignal;
  /** The first batch is applied with none prepared meanwhile. */
  readonly byItself: boolean;
};

/**
 * Takes the batches of a round. While one is written, the handlers of the next run. A fault ends the round, and what was
 * prepared is void; only a batch by itself is applied event by event to find the one at fault.
 */
function batchHandler(
  db: Kysely<unknown>,
  models: readonly FollowedModel[],
  options: FollowerOptions,
  { writing, written, signal, byItself }: Handling,
): (events: readonly RecordedEvent[]) => Promise<void> {
  const { pool, projections, decode } = options;
  let isAlone = byItself;
  return async (events) => {
    if (signal.aborted) return;
    const first = await decodeUpToPoison(events, decode);
    await noteUnknown(db, first.decoded, projections);
    const ahead = isAlone || first.poison ? null : await prepareAhead(pool, models, first.decoded, writing.idle);
    await writing.next(async () => {
      if (signal.aborted) return;
      if (await hasReturned(db, projections, models)) throw new CheckpointMovedError("A model may be followed again");
      await (ahead ? writeBatch(pool, ahead, models) : handleBatch(db, models, { events, ...first }, options));
      written();
    });
    if (ahead === null) await writing.idle();
    isAlone = false;
  };
}

type Decoded = { readonly decoded: LoggedEvent[]; readonly poison?: { event: RecordedEvent; error: unknown } };

async function handleBatch(
  db: Kysely<unknown>,
  models: readonly FollowedModel[],
  { events, ...first }: Decoded & { readonly events: readonly RecordedEvent[] },
  { decode, log, pool }: FollowerOptions,
): Promise<void> {
  let { decoded, poison }: Decoded = first;
  for (let rest = events; ;) {
    await applyBatch(pool, models, decoded, log);
    if (!poison) return;
    for (const model of models) {
      const behind = model.position === null || model.position < poison.event.position;
      if (!model.halted && behind && !model.skipped.has(poison.event))
        await halt(db, model, poison.event.position, poison.error, log);
    }
    rest = rest.slice(decoded.length + 1);
    ({ decoded, poison } = await decodeUpToPoison(rest, decode));
  }
}

/** An event that cannot be decoded halts every model that does not skip it; those before it are still applied. */
async function decodeUpToPoison(events: readonly RecordedEvent[], decode: Decode): Promise<Decoded> {
  try {
    return { decoded: await decode(events) };
  } catch (error) {
    if (isTransient(error)) throw error;
  }
  const decoded: LoggedEvent[] = [];
  for (const event of events) {
    try {
      decoded.push(...(await decode([event])));
    } catch (error) {
      if (isTransient(error)) throw error;
      return { decoded, poison: { event, error } };
    }
  }
  return { decoded };
}

async function followed(
  db: Kysely<unknown>,
  store: EventStore,
  projections: readonly AnyProjection[],
): Promise<FollowedModel[]> {
  const models = [];
  for (const { projection, checkpoint } of await following(db, projections))
    models.push(followedModel(projection, checkpoint, await skippedEvents(store, projection.name)));
  return models;
}

async function following(
  db: Kysely<unknown>,
  projections: readonly AnyProjection[],
): Promise<{ readonly projection: AnyProjection; readonly checkpoint: Checkpoint }[]> {
  const checkpoints = await readCheckpoints(db, projections);
  return projections.flatMap((projection) => {
    const checkpoint = checkpoints.find(({ model }) => model === projection.name);
    return checkpoint?.state === "following" && ageOf(projection, checkpoint) === "current"
      ? [{ projection, checkpoint }]
      : [];
  });
}

/** A halted model may have been rebuilt since, or told to retry or to skip: then it is followed again. */
async function hasReturned(
  db: Kysely<unknown>,
  projections: readonly AnyProjection[],
  models: readonly FollowedModel[],
): Promise<boolean> {
  const moving = models.filter(({ halted }) => !halted).map(({ projection }) => projection.name);
  if (moving.length === projections.length) return false;
  return (await following(db, projections)).some(({ projection }) => !moving.includes(projection.name));
}

/**
 * Checks every second, while a model is halted, whether it can be followed again: on a quiet log no batch would notice
 * it.
 */
async function untilReturn(
  db: Kysely<unknown>,
  projections: readonly AnyProjection[],
  models: readonly FollowedModel[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(RETURN_LOOK_MS, signal);
    if (!signal.aborted && (await hasReturned(db, projections, models))) return;
  }
}

function furthestBack(models: readonly FollowedModel[]): Position | null {
  return models
    .map(({ position }) => position)
    .reduce((least, position) => (least === null || position === null ? null : position < least ? position : least));
}
