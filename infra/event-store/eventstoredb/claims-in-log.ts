import { randomUUID } from "node:crypto";
import { jsonEvent, NO_STREAM, StreamNotFoundError, WrongExpectedVersionError } from "@eventstore/db-client";
import type { Position } from "#domain/core/event-store.ts";
import type { Clock } from "#domain/core/ports/ports.ts";
import type { ClaimedCommand, CommandClaims } from "../../beside-log/command-claims.ts";
import { LEADER, pagesBackwards, readToEnd } from "./eventstoredb-reads.ts";
import { CLAIM_PREFIX, positionText, toRecorded } from "./eventstoredb-record.ts";
import { untilReadable } from "./eventstoredb-retries.ts";
import type { LogClient } from "./log-client.ts";

/**
 * Claims as streams `command-<id>` of the log itself, each made only once, for a log without a Postgres beside it. An
 * append costs a second write then.
 */
export function createClaimsInLog(client: LogClient, clock: Clock): CommandClaims {
  const find = async (commandId: string): Promise<ClaimedCommand | null> => {
    try {
      const [claim] = await readToEnd(client, (asked) =>
        asked.readStream(`${CLAIM_PREFIX}${commandId}`, { ...LEADER, maxCount: 1 }),
      );
      const data = claim?.event?.data as { readonly stream?: string } | undefined;
      // How often the command was attempted, and at which revisions, is not known here.
      return data?.stream === undefined ? null : { stream: data.stream, since: -1, attempts: Infinity };
    } catch (error) {
      if (error instanceof StreamNotFoundError) return null;
      throw error;
    }
  };
  return {
    find,
    async claim(commandId, stream) {
      const at = await clock.now();
      try {
        // A random id: the server would treat a second claim with a derived id as a repetition of the first and accept it.
        const claim = jsonEvent({ id: randomUUID(), type: "command-claimed", data: { stream } });
        await client.append((asked) =>
          asked.appendToStream(`${CLAIM_PREFIX}${commandId}`, claim, { expectedRevision: NO_STREAM }),
        );
        return { kind: "first", at };
      } catch (error) {
        if (!(error instanceof WrongExpectedVersionError)) throw error;
      }
      // The server may know of a claim that cannot be read yet.
      const claimed = await untilReadable(() => find(commandId));
      return claimed.stream === stream ? { kind: "again", at, since: claimed.since } : { kind: "elsewhere" };
    },
    // The log holds the claims of all its commands.
    add: async () => 0,
    cutAt: async () => null,
    completed: async () => undefined,
  };
}

/**
 * Adds the claims of commands that the log holds: all of them after an update from a version that kept claims in the
 * log, the newest ones after a restore of an older Postgres, and normally none. Goes on where an earlier completion was
 * cut, because what that one added hides what it did not reach; then reads from the end of the log.
 */
export async function completeClaims(client: LogClient, claims: CommandClaims): Promise<void> {
  const cut = await claims.cutAt();
  if (cut !== null) {
    await addBackwards(client, claims, cut);
    await claims.completed();
  }
  if (await addBackwards(client, claims, null)) await claims.completed();
}

/** Adds claims from a position of the log backwards, until a page has nothing new. Returns whether any was new. */
async function addBackwards(client: LogClient, claims: CommandClaims, before: Position | null): Promise<boolean> {
  let isNew = false;
  for await (const page of pagesBackwards(client, { before })) {
    const events = page.flatMap(({ event }) => toRecorded(event) ?? []);
    if (events.length === 0) continue;
    const added = await claims.add(
      events.map(({ commandId, stream, revision }) => ({ commandId, stream, since: revision - 1 })),
      positionText(page.at(-1)!.event?.position),
    );
    if (added === 0) break;
    isNew = true;
  }
  return isNew;
}

/** Among the claims, which no reader of the log is sent. No command has this id. */
const MARK = `${CLAIM_PREFIX}installation-mark`;

/** The name of the installation that this log belongs to; null: it has no mark. */
export async function readMark(client: LogClient): Promise<string | null> {
  try {
    const [found] = await readToEnd(client, (asked) => asked.readStream(MARK, { ...LEADER, maxCount: 1 }));
    return (found?.event?.data as { readonly id?: string } | undefined)?.id ?? null;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return null;
    throw error;
  }
}

/** Marks the log, once. */
export async function writeMark(client: LogClient, id: string): Promise<void> {
  const event = jsonEvent({ type: "installation-marked", data: { id } });
  await client.append((asked) => asked.appendToStream(MARK, event, { expectedRevision: NO_STREAM }));
}
