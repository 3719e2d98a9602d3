import { AppendTooLarge } from "#domain/core/faults/append-too-large.ts";
import {
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM as ABSENT,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import { type AppendResult, type CommandContext, type NewEvent, NO_STREAM } from "#domain/core/event-store.ts";
import type { CommandClaims } from "../../beside-log/command-claims.ts";
import { lastEvent, readCommand, readStream } from "./eventstoredb-reads.ts";
import { positionText, toLogEvents } from "./eventstoredb-record.ts";
import { untilReadable } from "./eventstoredb-retries.ts";
import type { LogClient } from "./log-client.ts";
import type { StreamHeads } from "./stream-heads.ts";

type Append = {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  /** -1 if the stream must not exist. */
  readonly expected: number;
  readonly context: CommandContext;
};
type Parts = {
  readonly client: LogClient;
  readonly claims: CommandClaims;
  readonly heads: StreamHeads;
};

/**
 * Appends the events of a command, once: a claim and one round trip to the server. The stream is read only in doubt:
 * when the command was attempted before, when the server refuses the revision, or when this process does not know the
 * event before. Safe to repeat from the start, also after an attempt of which nothing is known: all attempts expect the
 * same revision, so the server accepts one of them at most, however late it arrives. The server refuses a revision as
 * soon as it has written another event there; that event can be read when this returns the conflict.
 */
export async function appendCommand(parts: Parts, append: Append): Promise<AppendResult> {
  const { client, claims, heads } = parts;
  const { stream, events, expected, context } = append;
  const claim = await claims.claim(context.commandId, stream, expected);
  if (claim.kind === "elsewhere") return { ok: false, reason: "duplicate-command" };
  const earlier = claim.kind === "again" ? await resultOf(parts, append, claim.since) : null;
  if (earlier) return earlier;
  const prevHash = expected === -1 ? null : await hashAt(parts, stream, expected);
  if (expected !== -1 && prevHash === null) return conflict((await lastEvent(client, stream))?.revision);
  const written = toLogEvents(stream, events, context, { revision: expected, hash: prevHash }, claim.at);
  try {
    const { nextExpectedRevision, position } = await client.append((asked) =>
      asked.appendToStream(
        stream,
        written.map(({ event }) => jsonEvent(event)),
        { expectedRevision: expected === -1 ? ABSENT : BigInt(expected) },
      ),
    );
    const revision = Number(nextExpectedRevision);
    // Every attempt has ids of its own, so the server has accepted these very events.
    heads.note(stream, { revision, hash: written.at(-1)!.hash });
    if (position) return { ok: true, revision, position: positionText(position) };
    return await untilReadable(() => resultOf(parts, append, expected));
  } catch (error) {
    // A server that is configured to take less than usual.
    if (error instanceof MaxAppendSizeExceededError)
      throw new AppendTooLarge(
        events.map(({ type }) => type),
        Buffer.byteLength(JSON.stringify(written)),
        error.maxAppendSize,
      );
    if (!(error instanceof WrongExpectedVersionError)) throw error;
    const { actualVersion } = error;
    const actual = typeof actualVersion === "bigint" ? Number(actualVersion) : undefined;
    if (actual !== undefined) await untilReadable(() => hashAt(parts, stream, actual));
    const claimed = await claims.find(context.commandId);
    const recorded = claimed && claimed.attempts > 1 ? await resultOf(parts, append, claimed.since) : null;
    if (recorded) return recorded;
    return conflict(actual);
  }
}

/** The result of an earlier attempt; null if it has written nothing. */
async function resultOf({ client, heads }: Parts, append: Append, since: number): Promise<AppendResult | null> {
  const { stream, context } = append;
  const last = (await readCommand(client, stream, context.commandId, since)).at(-1);
  heads.note(stream, last);
  return last ? { ok: true, revision: last.revision, position: last.position } : null;
}

/** The hash of the event at a revision; null if the stream does not reach so far. */
async function hashAt({ client, heads }: Parts, stream: string, revision: number): Promise<string | null> {
  const known = heads.hashAt(stream, revision);
  if (known !== null) return known;
  const [event] = await readStream(client, stream, { fromRevision: revision, maxCount: 1 });
  return event?.hash ?? null;
}

function conflict(revision: number | undefined): AppendResult {
  return { ok: false, reason: "conflict", actual: revision ?? NO_STREAM };
}
