import type {
  AllStreamRecordedEvent,
  JSONEventType,
  Position as StorePosition,
  RecordedEvent as StoreEvent,
} from "@eventstore/db-client";
import type { Actor, CommandContext, NewEvent, Position, RecordedEvent } from "#domain/core/event-store.ts";
import type { JsonObject } from "#domain/core/values/json.ts";
import { actorText, eventHash } from "../event-hash.ts";
import { eventId } from "../event-id.ts";

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

/** One stream per command, so that a command can be recorded for one stream only. Not part of the log. */
export const CLAIM_PREFIX = "command-";

/** Pattern for the server of the streams that are the log: neither its own nor our claims. */
export const LOG_STREAMS = `^(?!\\$|${CLAIM_PREFIX})`;

/** The events of an append after `last`, chained to it, with ids and hashes. */
export function toLogEvents(
  stream: string,
  events: readonly NewEvent[],
  context: CommandContext,
  last: RecordedEvent | null,
  now: Date,
): (LogEvent & { readonly id: string })[] {
  let prevHash = last?.hash ?? null;
  const recordedAt = now.toISOString().replace("Z", "000Z");
  return events.map(({ type, schemaVersion, data }, index) => {
    const { actor, commandId, correlationId, causationId } = context;
    const id = eventId(commandId, index);
    const revision = (last?.revision ?? -1) + 1 + index;
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
    return { id, type, data: { ...data }, metadata };
  });
}

/** An event of the log; null for other events in the same database. */
export function toRecorded(event: StoreEvent | AllStreamRecordedEvent | undefined): RecordedEvent | null {
  if (!event?.isJson || !new RegExp(LOG_STREAMS).test(event.streamId)) return null;
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

/** A text that sorts as the pair does in $all. Streams read from servers before 22.6 have no position. */
export function positionText(position: StorePosition | undefined): Position {
  if (!position || position.commit === NO_POSITION)
    throw new Error(
      "EVENTSTORE_URL leads to a server older than EventStoreDB 22.6, which does not say where an event of a stream is in the log",
    );
  return `${String(position.commit).padStart(POSITION_DIGITS, "0")}/${String(position.prepare).padStart(POSITION_DIGITS, "0")}`;
}

export function parsePosition(position: Position): StorePosition {
  const [commit, prepare] = position.split("/");
  if (!commit || !prepare)
    throw new Error(`${position} is no position of an EventStoreDB log: was the log moved from another store?`);
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
