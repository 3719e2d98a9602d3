import { randomUUID } from "node:crypto";
import {
  type EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import { LEADER, readToEnd } from "./eventstoredb-reads.ts";
import { CLAIM_PREFIX } from "./eventstoredb-record.ts";

/** Claims a command for a stream: for the first time, again after an earlier attempt, or not at all because another stream has it. */
export async function claimCommand(
  client: EventStoreDBClient,
  commandId: string,
  stream: string,
): Promise<"first" | "again" | "elsewhere"> {
  try {
    // A random id: the server would treat a second claim with a derived id as a repetition of the first and accept it.
    const claim = jsonEvent({ id: randomUUID(), type: "command-claimed", data: { stream } });
    await client.appendToStream(`${CLAIM_PREFIX}${commandId}`, claim, { expectedRevision: NO_STREAM });
    return "first";
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error;
  }
  const claimedBy = await claimedStream(client, commandId);
  if (claimedBy === null) throw new Error(`The claim of command ${commandId} is gone`);
  return claimedBy === stream ? "again" : "elsewhere";
}

/** The stream that has claimed the command; null if there is none. */
export async function claimedStream(client: EventStoreDBClient, commandId: string): Promise<string | null> {
  try {
    const [claim] = await readToEnd(client.readStream(`${CLAIM_PREFIX}${commandId}`, { ...LEADER, maxCount: 1 }));
    return (claim?.event?.data as { readonly stream?: string } | undefined)?.stream ?? null;
  } catch (error) {
    if (error instanceof StreamNotFoundError) return null;
    throw error;
  }
}
