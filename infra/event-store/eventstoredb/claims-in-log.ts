import { randomUUID } from "node:crypto";
import {
  type EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import type { Clock } from "#domain/core/ports/ports.ts";
import type { ClaimedCommand, CommandClaims } from "../../beside-log/command-claims.ts";
import { LEADER, pagesBackwards, readToEnd } from "./eventstoredb-reads.ts";
import { CLAIM_PREFIX, toRecorded } from "./eventstoredb-record.ts";

/**
 * Claims as streams `command-<id>` of the log itself, each made only once, for a log without a Postgres beside it. An
 * append costs a second write then.
 */
export function createClaimsInLog(client: EventStoreDBClient, clock: Clock): CommandClaims {
  const find = async (commandId: string): Promise<ClaimedCommand | null> => {
    try {
      const [claim] = await readToEnd(client.readStream(`${CLAIM_PREFIX}${commandId}`, { ...LEADER, maxCount: 1 }));
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
        await client.appendToStream(`${CLAIM_PREFIX}${commandId}`, claim, { expectedRevision: NO_STREAM });
        return { kind: "first", at };
      } catch (error) {
        if (!(error instanceof WrongExpectedVersionError)) throw error;
      }
      const claimed = await find(commandId);
      if (claimed === null) throw new Error(`The claim of command ${commandId} is gone`);
      return claimed.stream === stream ? { kind: "again", at, since: claimed.since } : { kind: "elsewhere" };
    },
    // The log holds the claims of all its commands.
    add: async () => 0,
  };
}

/**
 * Adds the claims of commands that the log holds: all of them after an update from a version that kept claims in the
 * log, the newest ones after a restore of an older Postgres, and normally none. Reads from the end of the log until a
 * page has nothing new.
 */
export async function completeClaims(client: EventStoreDBClient, claims: CommandClaims): Promise<void> {
  for await (const page of pagesBackwards(client)) {
    const events = page.flatMap(({ event }) => toRecorded(event) ?? []);
    if (events.length === 0) continue;
    const added = await claims.add(
      events.map(({ commandId, stream, revision }) => ({ commandId, stream, since: revision - 1 })),
    );
    if (added === 0) return;
  }
}
