import { setTimeout as sleep } from "node:timers/promises";
import type { EventCatalog, EventOf } from "#domain/core/event-catalog.ts";
import type { DomainEvent, EventLog } from "#domain/core/event-log.ts";
import { AppendTooLarge, MAX_APPEND_BYTES } from "#domain/core/faults/append-too-large.ts";
import type { CommandContext, EventStore, NewEvent } from "#domain/core/event-store.ts";
import type { Snapshots } from "#domain/core/snapshots.ts";
import type { PersonalVault } from "../vault/vault.ts";
import { createEventCodec, type EventCodec } from "./event-codec.ts";
import { createKnownStates } from "./known-states.ts";
import { createTurns } from "./turns.ts";

/** 50 conflicts take 4 s at most. */
const LONGEST_PAUSE_MS = 80;

export type DecodingEventLog<Known extends DomainEvent = never> = EventLog<Known> & Pick<EventCodec, "decode">;

/**
 * The log as the domain uses it. Writing validates data with the catalog's schema and encrypts personal fields with
 * their subject's key. Reading decrypts them (`[erased]` once the key is gone), replaces broken Unicode and NUL, which
 * earlier versions stored and no table accepts, and then upcasts old versions, so that upcasters work on readable data.
 */
export function createEventLog<C extends EventCatalog>({
  store,
  catalog,
  vault,
  snapshots,
}: {
  store: EventStore;
  catalog: C;
  vault: PersonalVault;
  snapshots?: Snapshots;
}): DecodingEventLog<EventOf<C>> {
  const { encode, decode } = createEventCodec(catalog, vault);
  return {
    decode,
    inTurn: createTurns(),
    // The first one is read at once. Those that compete come back at different times.
    pause: async (conflicts) => {
      if (conflicts > 1) await sleep(Math.min(2 ** conflicts, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2));
    },
    knownStates: createKnownStates(),
    ...(snapshots ? { snapshots } : {}),
    read: async (stream, options) => decode(await store.readStream(stream, options)),
    readCommand: async (stream, commandId) => decode(await store.readCommand(stream, commandId)),
    async append(stream, events, options) {
      const encoded = await Promise.all(events.map(({ type, data }) => encode(type, data)));
      refuseTooLarge(encoded, options.context);
      return store.appendToStream(stream, encoded, options);
    },
  };
}

/** The rest of an event: hashes, time, versions and names. */
const ENVELOPE_BYTES = 600;

/** The same limit for every store, as EventStoreDB counts: the type, the data, and the metadata, which name causes twice. */
function refuseTooLarge(events: readonly NewEvent[], context: CommandContext): void {
  const envelope = ENVELOPE_BYTES + 2 * Buffer.byteLength(JSON.stringify(context));
  const sizes = events.map(({ type, data }) => envelope + 2 * type.length + Buffer.byteLength(JSON.stringify(data)));
  const bytes = sizes.reduce((sum, each) => sum + each, 0);
  if (bytes > MAX_APPEND_BYTES)
    throw new AppendTooLarge(
      events.map(({ type }) => type),
      bytes,
    );
}
