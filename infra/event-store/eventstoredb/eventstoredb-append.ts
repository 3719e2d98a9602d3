import {
  type EventStoreDBClient,
  jsonEvent,
  NO_STREAM as ABSENT,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import {
  type AppendResult,
  type CommandContext,
  type ExpectedRevision,
  type NewEvent,
  NO_STREAM,
} from "#domain/core/event-store.ts";
import type { Clock } from "#domain/core/ports/ports.ts";
import { claimCommand } from "./command-claims.ts";
import { readStream } from "./eventstoredb-reads.ts";
import { toLogEvents } from "./eventstoredb-record.ts";

/**
 * Appends the events of a command, once. Safe to repeat from the start: the claim and the event ids show what an
 * earlier attempt did.
 */
export async function appendCommand(
  client: EventStoreDBClient,
  clock: Clock,
  stream: string,
  events: readonly NewEvent[],
  options: { readonly expectedRevision: ExpectedRevision; readonly context: CommandContext },
): Promise<AppendResult> {
  const { expectedRevision, context } = options;
  const { commandId } = context;
  const claimed = await claimCommand(client, commandId, stream);
  if (claimed === "elsewhere") return { ok: false, reason: "duplicate-command" };
  const last = await lastEvent(client, stream);
  const earlier = claimed === "again" ? await resultOf(client, stream, commandId) : null;
  if (earlier) return earlier;
  const actual = last?.revision ?? NO_STREAM;
  if (actual !== expectedRevision) return { ok: false, reason: "conflict", actual };
  try {
    const written = toLogEvents(stream, events, context, last, await clock.now());
    await client.appendToStream(
      stream,
      written.map((event) => jsonEvent(event)),
      { expectedRevision: last ? BigInt(last.revision) : ABSENT },
    );
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error;
  }
  // Read back, because the position returned by an append is not always the one that readers see, and of two attempts
  // of one command the server may have kept the other's events.
  const result = await resultOf(client, stream, commandId);
  if (result) return result;
  return { ok: false, reason: "conflict", actual: (await lastEvent(client, stream))?.revision ?? NO_STREAM };
}

async function lastEvent(client: EventStoreDBClient, stream: string) {
  return (await readStream(client, stream, { backwards: true, maxCount: 1 }))[0] ?? null;
}

/** The command's result in this stream; null if it has no events there. */
async function resultOf(client: EventStoreDBClient, stream: string, commandId: string): Promise<AppendResult | null> {
  const last = (await readStream(client, stream)).filter((event) => event.commandId === commandId).at(-1);
  return last ? { ok: true, revision: last.revision, position: last.position } : null;
}
