import { EventStoreDBClient } from "@eventstore/db-client";
import { type EventStore, NO_STREAM, type RecordedEvent } from "#domain/core/event-store.ts";
import type { Clock } from "#domain/core/ports/ports.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import type { Log } from "../../observability/logger.ts";
import { claimedStream } from "./command-claims.ts";
import { appendCommand } from "./eventstoredb-append.ts";
import { readAll, readHead, readStream } from "./eventstoredb-reads.ts";
import { positionText } from "./eventstoredb-record.ts";
import { withRetries } from "./eventstoredb-retries.ts";
import { subscribeToLog } from "./eventstoredb-subscription.ts";

export type EventStoreDb = EventStore & { close(): Promise<void> };

/**
 * The log in an EventStoreDB (KurrentDB) cluster of 22.6 or newer. The user of the URL must be allowed to read $all.
 * The server checks expected revisions. A claim records each command once: a stream `command-<id>` that can be made
 * only once and names the stream that the command writes to. This store cannot stamp events with the server's own clock
 * (`clock` gives recordedAt), nor append more data at once than the server's MaxAppendSize (1 MB unless configured).
 */
export function createEventStoreDb({
  url,
  clock,
  log,
}: {
  url: string | Secret;
  clock: Clock;
  log: Pick<Log, "warn">;
}): EventStoreDb {
  const address = typeof url === "string" ? url : url.reveal();
  const client = EventStoreDBClient.connectionString(address.replace(/^kurrentdb/, "esdb"));

  /** The claim shows whether the command was ever begun, without reading the stream. */
  const readCommand = async (stream: string, commandId: string): Promise<RecordedEvent[]> => {
    if ((await claimedStream(client, commandId)) !== stream) return [];
    return (await readStream(client, stream)).filter((event) => event.commandId === commandId);
  };

  return {
    async appendToStream(stream, events, options) {
      if (events.length > 0) return withRetries(() => appendCommand(client, clock, stream, events, options));
      const { expectedRevision } = options;
      return {
        ok: true,
        revision: expectedRevision === NO_STREAM ? -1 : expectedRevision,
        position: positionText({ commit: 0n, prepare: 0n }),
      };
    },
    readStream: (stream, options) => withRetries(() => readStream(client, stream, options)),
    readCommand: (stream, commandId) => withRetries(() => readCommand(stream, commandId)),
    readAll: (position, maxCount) => withRetries(() => readAll(client, position, maxCount)),
    head: () => withRetries(() => readHead(client)),
    subscribeToAll: (options) => subscribeToLog(client, options, log),
    close: () => client.dispose(),
  };
}
