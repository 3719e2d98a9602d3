import type { EventCatalog } from "#domain/core/event-catalog.ts";
import type { EventLog } from "#domain/core/event-log.ts";
import type { EventStore } from "#domain/core/event-store.ts";
import type { Snapshots } from "#domain/core/snapshots.ts";
import type { PersonalVault } from "../vault/vault.ts";
import { createEventCodec, type EventCodec } from "./event-codec.ts";
import { createTurns } from "./turns.ts";

export type DecodingEventLog = EventLog & Pick<EventCodec, "decode">;

/**
 * The log as the domain sees it. Writing validates data by the catalog's schema and seals personal fields under their
 * subject's key. Reading unseals them (`[erased]` once the key is gone), replaces broken Unicode and NUL, which earlier versions
 * stored and no table takes, and then brings old versions up to date, so that upcasters work on readable data.
 */
export function createEventLog({
  store,
  catalog,
  vault,
  snapshots,
}: {
  store: EventStore;
  catalog: EventCatalog;
  vault: PersonalVault;
  snapshots?: Snapshots;
}): DecodingEventLog {
  const { encode, decode } = createEventCodec(catalog, vault);
  return {
    decode,
    inTurn: createTurns(),
    ...(snapshots ? { snapshots } : {}),
    read: async (stream, options) => decode(await store.readStream(stream, options)),
    readCommand: async (stream, commandId) => decode(await store.readCommand(stream, commandId)),
    async append(stream, events, options) {
      const encoded = await Promise.all(events.map(({ type, data }) => encode(type, data)));
      return store.appendToStream(stream, encoded, options);
    },
  };
}
