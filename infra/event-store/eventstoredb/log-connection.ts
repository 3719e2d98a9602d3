import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  START,
  streamNameFilter,
} from "@eventstore/db-client";
import type { Position, RecordedEvent } from "#domain/core/event-store.ts";
import { LOG_STREAMS, parsePosition, positionText, toRecorded } from "./eventstoredb-record.ts";

/**
 * After so many events of other streams the server reports its position, so that a new connection need not read them
 * again.
 */
const CHECKPOINT_EVENTS = 1000;

export type LogConnection = {
  /**
   * Events that have arrived, at most so many, as soon as there are any. Throws when the connection is over. `heard`: the
   * server has sent something.
   */
  next(most: number, heard?: () => void): Promise<RecordedEvent[] | "stopped">;
  /** The server's position, once everything that it has sent was taken. */
  checkpoint(): Position | null;
  close(): Promise<void>;
};

/** One connection to $all from a position on, with a buffer of one batch. */
export function connectToLog(
  client: EventStoreDBClient,
  from: Position | null,
  batchSize: number,
  signal: AbortSignal,
): LogConnection {
  const { changed, wake } = createBell();
  let over: Error | null = null;
  let checkpoint: Position | null = null;
  let taken = true;
  const subscription: AllStreamSubscription = client.subscribeToAll(
    {
      fromPosition: from === null ? START : parsePosition(from),
      filter: streamNameFilter({
        regex: LOG_STREAMS,
        maxSearchWindow: CHECKPOINT_EVENTS,
        checkpointInterval: 1,
        checkpointReached: (_, position) => {
          // Events sent before this checkpoint may still be in the buffer; then it does not count yet.
          if (taken && subscription.readableLength === 0) checkpoint = positionText(position);
          wake();
        },
      }),
    },
    { highWaterMark: batchSize },
  );
  const end = (error?: Error): void => {
    over ??= error ?? new Error("The server ended the subscription");
    wake();
  };
  subscription.on("readable", wake);
  subscription.on("error", end);
  subscription.on("end", () => end());
  subscription.on("close", () => end());
  signal.addEventListener("abort", wake);

  return {
    async next(most, heard) {
      taken = true;
      for (;;) {
        if (signal.aborted) return "stopped";
        const woken = changed();
        const batch = takeBatch(subscription, most);
        if (batch.length > 0) {
          taken = false;
          checkpoint = null;
          return batch;
        }
        if (over) throw over;
        await woken;
        heard?.();
      }
    },
    checkpoint: () => checkpoint,
    async close() {
      signal.removeEventListener("abort", wake);
      await disposeOf(subscription, wake);
    },
  };
}

/** Something may have changed: those who have asked for it before are woken. */
function createBell() {
  let next = Promise.withResolvers<void>();
  return {
    changed: (): Promise<void> => next.promise,
    wake(): void {
      next.resolve();
      next = Promise.withResolvers<void>();
    },
  };
}

/** Events of the log from the subscription's buffer. */
function takeBatch(subscription: AllStreamSubscription, most: number): RecordedEvent[] {
  const batch: RecordedEvent[] = [];
  while (batch.length < most) {
    const resolved = subscription.read() as AllStreamResolvedEvent | null;
    if (resolved === null) break;
    const recorded = toRecorded(resolved.event);
    if (recorded) batch.push(recorded);
  }
  return batch;
}

async function disposeOf(subscription: AllStreamSubscription, onReadable: () => void): Promise<void> {
  // A connection that was never established cannot be ended.
  await subscription.unsubscribe().catch(() => undefined);
  // The client cannot be disposed of while events are left in a buffer.
  subscription.off("readable", onReadable);
  subscription.resume();
}
