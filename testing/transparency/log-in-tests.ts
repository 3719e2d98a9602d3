import { createHash } from "node:crypto";
import { NO_STREAM, type EventStore } from "#domain/core/event-store.ts";
import { command, numbered } from "../contracts/event-store-parts.ts";
import type { KeptCheckpoint, LogIdentity } from "#domain/transparency/ports.ts";
import { utf8 } from "#domain/transparency/bytes.ts";
import {
  cosignedMessage,
  formatVerifierKey,
  KEY_TYPES,
  timedSignature,
  verifierKey,
} from "#domain/transparency/notes/signed-note.ts";
import { logCrypto, signingKey } from "#infra/transparency/log-crypto.ts";

/** A key made from a name, so that each run has the same. */
export function testKey(name: string, type: number = KEY_TYPES.log, seed = name) {
  const { publicKey, sign } = signingKey(createHash("sha256").update(seed).digest());
  const key = verifierKey(logCrypto.sha256, name, type, publicKey);
  const signed = (signature: Uint8Array) => ({ name, id: key.id, signature });
  return {
    key,
    vkey: formatVerifierKey(key),
    sign: (text: string) => signed(sign(utf8(text))),
    cosign: (text: string, time: number) => signed(timedSignature(time, sign(cosignedMessage(text, time)))),
  };
}

export function testIdentity(origin: string, ...seeds: readonly string[]): LogIdentity {
  return { origin, signers: (seeds.length > 0 ? seeds : [origin]).map((seed) => testKey(origin, KEY_TYPES.log, seed)) };
}

/** A kept log checkpoint in memory. */
export function keptInMemory(): KeptCheckpoint & { note: string | null } {
  const kept = {
    note: null as string | null,
    read: async () => kept.note,
    write: async (note: string) => void (kept.note = note),
  };
  return kept;
}

/** Appends so many events to a new stream. */
export async function appendEvents(store: Pick<EventStore, "appendToStream">, stream: string, count: number) {
  const events = numbered(count).map((data) => ({ type: "counted", schemaVersion: 1, data }));
  const result = await store.appendToStream(stream, events, { expectedRevision: NO_STREAM, context: command() });
  if (!result.ok) throw new Error(result.reason);
}
