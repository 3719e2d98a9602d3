import { randomUUID } from "node:crypto";
import type {
  AllStreamRecordedEvent,
  JSONEventType,
  Position as StorePosition,
  RecordedEvent as StoreEvent,
} from "@eventstore/db-client";
import type { Actor, CommandContext, NewEvent, Position, RecordedEvent } from "#domain/core/event-store.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { actorText, eventHash } from "../event-hash.ts";

/** Our envelope as metadata of EventStoreDB. `$correlationId` and `$causationId` are the names that its own tools know. */
type Envelope = {
  readonly actor: Actor;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string | null;
  readonly $correlationId: string;
  readonly $causationId?: string;
  readonly schemaVersion: number;
  readonly recordedAt: string;
  readonly prevHash: string | null;
  readonly hash: string;
};

export type LogEvent = JSONEventType<string, Record<string, unknown>, Envelope>;

/** Claims of commands that are kept in the database of the log. Not part of the log. */
export const CLAIM_PREFIX = "command-";

/** Pattern for the server of the streams that are the log: neither its own nor our claims. */
export const LOG_STREAMS = `^(?!\\$|${CLAIM_PREFIX})`;
const IN_LOG = new RegExp(LOG_STREAMS);

/** The events of an append after `last`, chained to it, with their hashes. Each attempt gives its events new ids. */
export function toLogEvents(
  stream: string,
  events: readonly NewEvent[],
  context: CommandContext,
  last: { readonly revision: number; readonly hash: string | null },
  at: Date,
): { readonly event: LogEvent & { readonly id: string }; readonly hash: string }[] {
  let prevHash = last.hash;
  const recordedAt = at.toISOString().replace("Z", "000Z");
  return events.map(({ type, schemaVersion, data }, index) => {
    const { actor, commandId, correlationId, causationId } = context;
    const id = randomUUID();
    const revision = last.revision + 1 + index;
    const hash = eventHash({
      id,
      stream,
      revision,
      type,
      schemaVersion,
      recordedAt,
      actor: actorText(actor),
      commandId,
      correlationId,
      causationId,
      prevHash,
      data: JSON.stringify(data),
    });
    const metadata: Envelope = {
      actor,
      commandId,
      correlationId,
      causationId,
      $correlationId: correlationId,
      ...(causationId === null ? {} : { $causationId: causationId }),
      schemaVersion,
      recordedAt,
      prevHash,
      hash,
    };
    prevHash = hash;
    return { event: { id, type, data: { ...data }, metadata }, hash };
  });
}

/** An event of the log; null for other events in the same database. */
export function toRecorded(event: StoreEvent | AllStreamRecordedEvent | undefined): RecordedEvent | null {
  if (!event?.isJson || !IN_LOG.test(event.streamId)) return null;
  const envelope = event.metadata as Partial<Envelope> | undefined;
  if (!envelope?.hash || !envelope.commandId) return null;
  const { actor, commandId, correlationId, causationId, schemaVersion, recordedAt, prevHash, hash } =
    envelope as Envelope;
  return {
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionText(event.position),
    type: event.type,
    schemaVersion,
    recordedAt,
    actor,
    commandId,
    correlationId,
    causationId,
    prevHash,
    hash,
    data: event.data as JsonObject,
  };
}

const POSITION_DIGITS = 20;
const NO_POSITION = 2n ** 64n - 1n;

/**
 * A text that sorts as the events do in $all. It is made of the commit position alone: of the two positions of an event,
 * an append and a read agree on this one only. Streams read from servers before 22.6 have no position.
 */
export function positionText(position: StorePosition | undefined): Position {
  if (!position || position.commit === NO_POSITION)
    throw new Error(
      "EVENTSTORE_URL leads to a server older than EventStoreDB 22.6, which does not say where an event of a stream is in the log",
    );
  return `${String(position.commit).padStart(POSITION_DIGITS, "0")}/${"0".repeat(POSITION_DIGITS)}`;
}

export function parsePosition(position: Position): StorePosition {
  const [commit, prepare] = position.split("/");
  if (!commit || !prepare)
    throw new Error(`${position} is no position of an EventStoreDB log: was the log moved from another store?`);
  return { commit: BigInt(commit), prepare: BigInt(commit) };
}

/** The same position as `positionText` writes it: earlier versions stored another second part. */
export function normalised(position: Position): Position {
  return positionText(parsePosition(position));
}
