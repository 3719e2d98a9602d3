import { randomUUID } from "node:crypto";
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  NO_STREAM as ABSENT,
  START,
  StreamNotFoundError,
  type StreamingRead,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import {
  type AppendResult,
  type CommandContext,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  NO_STREAM,
  type Position,
  type RecordedEvent,
} from "#domain/core/event-store.ts";
import type { Clock } from "#domain/core/ports/ports.ts";
import type { Secret } from "#domain/core/text/secret.ts";
import type { Log } from "../../observability/logger.ts";
import {
  CLAIM_PREFIX,
  type LogEvent,
  parsePosition,
  positionText,
  toLogEvents,
  toRecorded,
} from "./eventstoredb-record.ts";
import { withRetries } from "./eventstoredb-retries.ts";
import { subscribeToLog } from "./eventstoredb-subscription.ts";

/** Reads that a decision hangs on come from the leader: another node of a cluster may lag behind. */
const LEADER = { requiresLeader: true } as const;
const PAGE = 500;
const LAST_FEW = 32;

export type EventStoreDb = EventStore & { close(): Promise<void> };

/**
 * The log in an EventStoreDB (KurrentDB) cluster of 22.6 or newer; the user of the URL must be allowed to read $all. The
 * server checks expected revisions. That a command is recorded once is kept by a claim: a stream `command-<id>` that can be
 * made once only and names the stream that the command writes to. Not in reach of this store: the database clock of the
 * server (`clock` gives recordedAt) and data of an append above the server's MaxAppendSize (1 MB unless configured).
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

  const readStream = async (
    stream: string,
    options: { fromRevision?: number; maxCount?: number; backwards?: boolean } = {},
  ): Promise<RecordedEvent[]> => {
    const { fromRevision, maxCount, backwards = false } = options;
    if (maxCount === 0) return [];
    try {
      const read = client.readStream<LogEvent>(stream, {
        ...LEADER,
        direction: backwards ? BACKWARDS : FORWARDS,
        fromRevision: backwards ? END : fromRevision === undefined ? START : BigInt(fromRevision),
        ...(maxCount === undefined ? {} : { maxCount }),
      });
      return (await everythingOf(read)).flatMap(({ event }) => toRecorded(event) ?? []);
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  };

  /** The claim of a command tells whether it was ever begun, without reading the stream. */
  const readCommand = async (stream: string, commandId: string): Promise<RecordedEvent[]> => {
    if ((await claimedStream(commandId)) !== stream) return [];
    return (await readStream(stream)).filter((event) => event.commandId === commandId);
  };

  const claimedStream = async (commandId: string): Promise<string | null> => {
    try {
      const [made] = await everythingOf(client.readStream(`${CLAIM_PREFIX}${commandId}`, { ...LEADER, maxCount: 1 }));
      return (made?.event?.data as { readonly stream?: string } | undefined)?.stream ?? null;
    } catch (error) {
      if (error instanceof StreamNotFoundError) return null;
      throw error;
    }
  };

  /** What the command led to in this stream, if it is there. */
  const answerOf = async (stream: string, commandId: string): Promise<AppendResult | null> => {
    const last = (await readStream(stream)).filter((event) => event.commandId === commandId).at(-1);
    return last ? { ok: true, revision: last.revision, position: last.position } : null;
  };

  /** Whether the command is this stream's: newly, since an earlier attempt, or not at all. */
  const claim = async (commandId: string, stream: string): Promise<"first" | "again" | "elsewhere"> => {
    const claims = `${CLAIM_PREFIX}${commandId}`;
    try {
      // A random id: with a derived one the server would take a second claim for a repetition of the first and agree to it.
      await client.appendToStream(claims, jsonEvent({ id: randomUUID(), type: "command-claimed", data: { stream } }), {
        expectedRevision: ABSENT,
      });
      return "first";
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error;
    }
    const [made] = await everythingOf(client.readStream(claims, { ...LEADER, maxCount: 1 }));
    if (!made?.event) throw new Error(`The claim of command ${commandId} is gone`);
    return (made.event.data as { readonly stream?: string }).stream === stream ? "again" : "elsewhere";
  };

  const append = async (
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
    context: CommandContext,
  ): Promise<AppendResult> => {
    const { commandId } = context;
    const claimed = await claim(commandId, stream);
    if (claimed === "elsewhere") return { ok: false, reason: "duplicate-command" };
    const last = (await readStream(stream, { backwards: true, maxCount: 1 }))[0] ?? null;
    const earlier = claimed === "again" ? await answerOf(stream, commandId) : null;
    if (earlier) return earlier;
    const actual = last?.revision ?? NO_STREAM;
    if (actual !== expected) return { ok: false, reason: "conflict", actual };
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
    // Read back rather than believed: the position of an append is not always the one that readers see, and of two
    // attempts of one command the server may have kept the other's events.
    const answer = await answerOf(stream, commandId);
    if (answer) return answer;
    return {
      ok: false,
      reason: "conflict",
      actual: (await readStream(stream, { backwards: true, maxCount: 1 }))[0]?.revision ?? NO_STREAM,
    };
  };

  const readAll = async (position: Position | null, maxCount: number): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    let at = position;
    while (events.length < maxCount) {
      // The client's read of $all knows no filter and begins with the event at the position itself.
      const page = await everythingOf(
        client.readAll({ ...LEADER, fromPosition: at === null ? START : parsePosition(at), maxCount: PAGE }),
      );
      for (const { event } of page) {
        const place = positionText(event?.position);
        if (at !== null && place <= at) continue;
        at = place;
        const recorded = toRecorded(event);
        if (recorded) events.push(recorded);
      }
      if (page.length < PAGE) break;
    }
    return events.slice(0, maxCount);
  };

  const head = async (): Promise<Position | null> => {
    for (let from: Position | null = null; ;) {
      const page = await everythingOf(
        client.readAll({
          ...LEADER,
          direction: BACKWARDS,
          fromPosition: from === null ? END : parsePosition(from),
          maxCount: LAST_FEW,
        }),
      );
      const last = page.map(({ event }) => toRecorded(event)).find((recorded) => recorded !== null);
      if (last) return last.position;
      // Whether a page begins with the position itself is of no matter here, as long as there is more of it.
      if (page.length < LAST_FEW) return null;
      from = positionText(page.at(-1)!.event?.position);
    }
  };

  return {
    async appendToStream(stream, events, { expectedRevision, context }) {
      if (events.length === 0)
        return {
          ok: true,
          revision: expectedRevision === NO_STREAM ? -1 : expectedRevision,
          position: positionText({ commit: 0n, prepare: 0n }),
        };
      // Safe to repeat from the start: the claim and the ids of the events tell what an attempt without an answer has done.
      return withRetries(() => append(stream, events, expectedRevision, context));
    },
    readStream: (stream, options) => withRetries(() => readStream(stream, options)),
    readCommand: (stream, commandId) => withRetries(() => readCommand(stream, commandId)),
    readAll: (position, maxCount) => withRetries(() => readAll(position, maxCount)),
    head: () => withRetries(head),
    subscribeToAll: (options) => subscribeToLog(client, options, log),
    close: () => client.dispose(),
  };
}

/** To the end, always: what is left of a read that is broken off keeps the client from being disposed of. */
async function everythingOf<E>(read: StreamingRead<E>): Promise<E[]> {
  const events: E[] = [];
  for await (const event of read) events.push(event);
  return events;
}
