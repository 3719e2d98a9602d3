import { type EventStore, NO_STREAM } from "#domain/core/event-store.ts";
import type { Clock } from "#domain/core/ports/ports.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import type { CommandClaims } from "../../beside-log/command-claims.ts";
import type { Log } from "../../observability/logger.ts";
import type { LogMark } from "../log-mark.ts";
import { completeClaims, createClaimsInLog, readMark, writeMark } from "./claims-in-log.ts";
import { appendCommand } from "./eventstoredb-append.ts";
import { readCommand, readHead, readStream } from "./eventstoredb-reads.ts";
import { positionText } from "./eventstoredb-record.ts";
import { APPEND_WITHIN_MS, READ_WITHIN_MS, withRetries } from "./eventstoredb-retries.ts";
import { subscribeToLog } from "./eventstoredb-subscription.ts";
import { connectLogClient } from "./log-client.ts";
import { createLogReader } from "./log-reader.ts";
import { createStreamHeads } from "./stream-heads.ts";

export type EventStoreDb = EventStore & {
  readonly mark: LogMark;
  /** Completes the claims of commands, which may take long after an update; otherwise the first appends wait for it. */
  complete(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The log in an EventStoreDB (KurrentDB) cluster of 22.6 or newer. The user of the URL must be allowed to read $all.
 * The server checks expected revisions; `claims` see to it that each command is recorded once, and give its time. This
 * store cannot append more data at once than the server's MaxAppendSize (1 MB unless configured). Without `claims` they
 * are kept in the log itself, with times from `clock`, and an append is two writes.
 */
export function createEventStoreDb({
  url,
  clock,
  log,
  claims: claimsBesideLog,
}: {
  url: string | Secret;
  clock: Clock;
  log: Pick<Log, "warn">;
  claims?: CommandClaims;
}): EventStoreDb {
  const client = connectLogClient(typeof url === "string" ? url : url.reveal());
  const claims = claimsBesideLog ?? createClaimsInLog(client, clock);
  const heads = createStreamHeads();
  const reader = createLogReader(client);

  let completed: Promise<void> | undefined;
  /** The claims, once they are known to cover the whole log. */
  const completeOnce = async (): Promise<CommandClaims> => {
    completed ??= claimsBesideLog ? completeClaims(client, claims) : Promise.resolve();
    await completed.catch((error: unknown) => {
      completed = undefined;
      throw error;
    });
    return claims;
  };

  return {
    async appendToStream(stream, events, { expectedRevision, context }) {
      const expected = expectedRevision === NO_STREAM ? -1 : expectedRevision;
      if (events.length === 0)
        return { ok: true, revision: expected, position: positionText({ commit: 0n, prepare: 0n }) };
      return withRetries(APPEND_WITHIN_MS, async () =>
        appendCommand({ client, claims: await completeOnce(), heads }, { stream, events, expected, context }),
      );
    },
    readStream: (stream, options) =>
      withRetries(READ_WITHIN_MS, async () => {
        const events = await readStream(client, stream, options);
        heads.note(stream, events.at(-1));
        return events;
      }),
    readCommand: (stream, commandId) =>
      withRetries(APPEND_WITHIN_MS, async () => {
        const claimed = await (await completeOnce()).find(commandId);
        return claimed?.stream === stream ? readCommand(client, stream, commandId, claimed.since) : [];
      }),
    readAll: (position, maxCount) => withRetries(READ_WITHIN_MS, () => reader.readAll(position, maxCount)),
    head: () => withRetries(APPEND_WITHIN_MS, () => readHead(client)),
    mark: {
      read: () => withRetries(READ_WITHIN_MS, () => readMark(client)),
      write: (id) => withRetries(APPEND_WITHIN_MS, () => writeMark(client, id)),
    },
    complete: async () => void (await completeOnce()),
    subscribeToAll: (options) => subscribeToLog(client, options, log),
    async close() {
      await reader.close();
      await client.close();
    },
  };
}
