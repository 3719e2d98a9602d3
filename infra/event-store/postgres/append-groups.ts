import pg from "pg";
import {
  type AppendResult,
  type CommandContext,
  type EventStore,
  type NewEvent,
  NO_STREAM,
} from "#domain/core/event-store.ts";
import type { ArchivedStreams } from "../archive/archived-streams.ts";
import { actorText } from "../event-hash.ts";
import { eventId } from "../event-id.ts";
import { STREAM_ARCHIVED } from "./archive-migrations.ts";
import { isAboutData } from "./refused-data.ts";
import { positionText } from "./stored-event.ts";

type Append = {
  readonly stream: string;
  readonly expected: number;
  readonly context: CommandContext;
  readonly events: readonly NewEvent[];
  /** Data of the events as JSON text. */
  readonly data: readonly string[];
  readonly characters: number;
  readonly answer: PromiseWithResolvers<AppendResult>;
};

type Verdict = {
  readonly outcome: "ok" | "conflict" | "duplicate-command";
  readonly revision: number | null;
  readonly position: string | null;
};

/** While one group is being written, another one is parsed and waits for the lock. */
const GROUPS_AT_ONCE = 2;
const MAX_APPENDS = 100;
/** Every append of a group waits for the whole group, so groups stay small. A larger append goes alone. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Writes appends that wait at the same time in one transaction (`log.append_group`): they share a round trip, the lock
 * and the flush, and each has its own expected revision and verdict. Two appends of one stream or command go in different
 * groups. A crash leaves all of a group or nothing of it; a repeated append is recognised by the ids of its events. One
 * event that finds nobody waiting takes a shorter way (`log.append_one`). Nothing is appended to an archived stream.
 */
export function createAppendGroups(
  pool: pg.Pool,
  archived: ArchivedStreams = { read: () => Promise.resolve(null) },
): EventStore["appendToStream"] {
  let waiting: Append[] = [];
  let writing = 0;

  const writeWaiting = (): void => {
    while (waiting.length > 0 && writing < GROUPS_AT_ONCE) {
      const { group, rest } = nextGroup(waiting);
      waiting = rest;
      writing += 1;
      void write(pool, group, archived).finally(() => {
        writing -= 1;
        writeWaiting();
      });
    }
  };

  return (stream, events, { expectedRevision, context }) => {
    const expected = expectedRevision === NO_STREAM ? -1 : expectedRevision;
    if (events.length === 0) return Promise.resolve({ ok: true, revision: expected, position: positionText("0") });
    const data = events.map((event) => JSON.stringify(event.data));
    const characters = data.reduce((sum, text) => sum + text.length, 0);
    const answer = Promise.withResolvers<AppendResult>();
    waiting.push({ stream, expected, context, events, data, characters, answer });
    // Appends that begin in the same turn of the event loop go together.
    if (waiting.length === 1) queueMicrotask(writeWaiting);
    return answer.promise;
  };
}

function nextGroup(waiting: readonly Append[]): { group: Append[]; rest: Append[] } {
  const group: Append[] = [];
  const rest: Append[] = [];
  const taken = new Set<string>();
  let characters = 0;
  for (const append of waiting) {
    const keys = [`stream ${append.stream}`, `command ${append.context.commandId}`];
    const fits = group.length < MAX_APPENDS && (group.length === 0 || characters + append.characters <= MAX_CHARACTERS);
    if (fits && keys.every((key) => !taken.has(key))) {
      group.push(append);
      characters += append.characters;
    } else rest.push(append);
    // A later append of the same stream never overtakes one that has to wait.
    for (const key of keys) taken.add(key);
  }
  return { group, rest };
}

/** Answers every append of a group. Never rejects. */
async function write(pool: pg.Pool, group: readonly Append[], archived: ArchivedStreams): Promise<void> {
  try {
    const verdicts = await verdictsOf(pool, group);
    group.forEach((append, index) => {
      const verdict = verdicts[index]!;
      // The database has no event of a stream that is expected to have some.
      const mayBeGone = verdict.outcome === "conflict" && verdict.revision === -1 && append.expected >= 0;
      append.answer.resolve(mayBeGone ? judgeArchived(append, archived) : resultOf(verdict));
    });
  } catch (error) {
    const isArchived = error instanceof pg.DatabaseError && error.code === STREAM_ARCHIVED;
    // Data that Postgres refuses fails the whole transaction: then each append is tried alone, so that only its own writer fails.
    if (group.length > 1 && (isArchived || isAboutData(error)))
      for (const append of group) await write(pool, [append], archived);
    else if (isArchived) for (const append of group) append.answer.resolve(judgeArchived(append, archived));
    else for (const { answer } of group) answer.reject(error);
  }
}

/** What the database would have answered before the stream was archived; an append that it would have accepted throws. */
async function judgeArchived({ stream, expected, context }: Append, archived: ArchivedStreams): Promise<AppendResult> {
  const found = await archived.read(stream);
  if (found === null) return { ok: false, reason: "conflict", actual: NO_STREAM };
  const same = found.rows.findLast((row) => row.command_id === context.commandId);
  if (same) return { ok: true, revision: Number(same.revision), position: positionText(same.position) };
  if (found.revision === expected)
    throw new Error(`The event stream ${stream} is archived: nothing can be appended to it`);
  return { ok: false, reason: "conflict", actual: found.revision };
}

async function verdictsOf(pool: pg.Pool, group: readonly Append[]): Promise<readonly Verdict[]> {
  const [first] = group;
  const alone = group.length === 1 && first?.events.length === 1 ? await appendOne(pool, first) : null;
  return alone ? [alone] : appendGroup(pool, group);
}

/** An event that goes alone; null if its command is recorded already, which only `log.append_group` can judge. */
async function appendOne(pool: pg.Pool, { stream, expected, context, events, data }: Append): Promise<Verdict | null> {
  const { actor, commandId, correlationId, causationId } = context;
  const [event] = events;
  try {
    const { rows } = await pool.query<Verdict>({
      name: "log-append-one",
      text: "SELECT * FROM log.append_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
      values: [
        stream,
        expected,
        actorText(actor),
        commandId,
        correlationId,
        causationId,
        eventId(commandId, 0),
        event!.type,
        event!.schemaVersion,
        data[0],
      ],
    });
    return rows[0]!;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

async function appendGroup(pool: pg.Pool, group: readonly Append[]): Promise<readonly Verdict[]> {
  let end = 0;
  const { rows } = await pool.query<Verdict>({
    name: "log-append-group",
    text: `SELECT v.outcome, v.revision, v.position FROM log.append_group($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) g,
      unnest(g.outcomes, g.revisions, g.positions) WITH ORDINALITY AS v(outcome, revision, position, i) ORDER BY v.i`,
    values: [
      group.map(({ stream }) => stream),
      group.map(({ expected }) => expected),
      group.map(({ context }) => actorText(context.actor)),
      group.map(({ context }) => context.commandId),
      group.map(({ context }) => context.correlationId),
      group.map(({ context }) => context.causationId),
      group.map(({ events }) => (end += events.length)),
      group.flatMap(({ context, events }) => events.map((_, index) => eventId(context.commandId, index))),
      group.flatMap(({ events }) => events.map(({ type }) => type)),
      group.flatMap(({ events }) => events.map(({ schemaVersion }) => schemaVersion)),
      group.flatMap(({ data }) => data),
    ],
  });
  return rows;
}

function resultOf({ outcome, revision, position }: Verdict): AppendResult {
  switch (outcome) {
    case "conflict":
      return { ok: false, reason: "conflict", actual: revision === null || revision === -1 ? NO_STREAM : revision };
    case "duplicate-command":
      return { ok: false, reason: "duplicate-command" };
    case "ok":
      return { ok: true, revision: revision!, position: positionText(position!) };
  }
}

const UNIQUE_VIOLATION = "23505";
