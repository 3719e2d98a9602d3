import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  START,
  streamNameFilter,
} from "@eventstore/db-client";
import type { Position, RecordedEvent, Subscription } from "#domain/core/event-store.ts";
import type { Log } from "../../observability/logger.ts";
import { LOG_STREAMS, parsePosition, positionText, toRecorded } from "./eventstoredb-record.ts";
import { pause } from "../wake-up.ts";

const LONGEST_RETRY_MS = 5000;
/** After so many events that are not of the log the server says where it is, so that a new connection need not pass them again. */
const CHECKPOINT_EVERY = 1000;

/**
 * Catch-up subscription to $all, filtered by the server. Events are taken from the connection's buffer in batches, and no
 * faster than they are handled. When the connection ends, another begins after the last event that was handled.
 */
export function subscribeToLog(
  client: EventStoreDBClient,
  options: { from: Position | null; batchSize: number; handle(events: readonly RecordedEvent[]): Promise<void> },
  log: Pick<Log, "warn">,
): Subscription {
  const stopping = new AbortController();
  let at = options.from;

  const run = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted;) {
      const connection = connect(client, at, options.batchSize, stopping.signal);
      try {
        for (;;) {
          const batch = await connection.next();
          if (batch === "stopped") return;
          // Of a cluster that fails over, a node may send again what was handled before.
          const events = batch.filter(({ position }) => at === null || position > at);
          const last = events.at(-1);
          if (!last) continue;
          await handled(options.handle(events));
          at = last.position;
          failures = 0;
        }
      } catch (error) {
        if (error instanceof HandlerError) throw error.cause;
        at = connection.checkpoint() ?? at;
        failures += 1;
        log.warn({ err: error, attempt: failures }, "The subscription to EventStoreDB ended; subscribing again");
      } finally {
        await connection.close();
      }
      await pause(Math.min(100 * 2 ** failures, LONGEST_RETRY_MS), stopping.signal);
    }
  };

  const finished = run();
  finished.catch(() => undefined);
  return {
    finished,
    async stop() {
      stopping.abort();
      await finished.catch(() => undefined);
    },
  };
}

/** Tells a batch that could not be handled, which ends the subscription, from a connection that broke, which does not. */
class HandlerError extends Error {}

async function handled(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw new HandlerError("A batch could not be handled", { cause: error });
  }
}

type Connection = {
  /** What has come, at most a batch of it, as soon as there is anything. Throws when the connection is over. */
  next(): Promise<RecordedEvent[] | "stopped">;
  /** Where the server is, when everything that it sent so far has been taken. */
  checkpoint(): Position | null;
  close(): Promise<void>;
};

function connect(
  client: EventStoreDBClient,
  from: Position | null,
  batchSize: number,
  signal: AbortSignal,
): Connection {
  let wake = Promise.withResolvers<void>();
  let over: Error | null = null;
  let checkpoint: Position | null = null;
  let taken = true;
  const poke = (): void => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };

  const subscription: AllStreamSubscription = client.subscribeToAll(
    {
      fromPosition: from === null ? START : parsePosition(from),
      filter: streamNameFilter({
        regex: LOG_STREAMS,
        maxSearchWindow: CHECKPOINT_EVERY,
        checkpointInterval: 1,
        checkpointReached: (_, position) => {
          // Events sent before this checkpoint may still wait in the buffer: then it comes too early to be believed.
          if (taken && subscription.readableLength === 0) checkpoint = positionText(position);
        },
      }),
    },
    { highWaterMark: batchSize },
  );
  const end = (error?: Error): void => {
    over ??= error ?? new Error("The server ended the subscription");
    poke();
  };
  subscription.on("readable", poke);
  subscription.on("error", end);
  subscription.on("end", () => end());
  subscription.on("close", () => end());
  signal.addEventListener("abort", poke);

  return {
    async next() {
      taken = true;
      for (;;) {
        if (signal.aborted) return "stopped";
        const woken = wake.promise;
        const batch: RecordedEvent[] = [];
        while (batch.length < batchSize) {
          const resolved = subscription.read() as AllStreamResolvedEvent | null;
          if (resolved === null) break;
          const recorded = toRecorded(resolved.event);
          if (recorded) batch.push(recorded);
        }
        if (batch.length > 0) {
          taken = false;
          checkpoint = null;
          return batch;
        }
        if (over) throw over;
        await woken;
      }
    },
    checkpoint: () => checkpoint,
    async close() {
      signal.removeEventListener("abort", poke);
      // A connection that never came about has nothing to end.
      await subscription.unsubscribe().catch(() => undefined);
      // What is still in its buffers has to flow away, or the client waits for it when it is disposed of.
      subscription.off("readable", poke);
      subscription.resume();
    },
  };
}
