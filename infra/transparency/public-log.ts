import type { Pool } from "pg";
import type { EventStore, RecordedEvent } from "#domain/core/event-store.ts";
import { concat, HASH_BYTES, sameBytes } from "#domain/transparency/bytes.ts";
import { logEntry } from "#domain/transparency/log-entry.ts";
import { formatProof } from "#domain/transparency/notes/proof-file.ts";
import type { LogTree, PublicKey, SignedCheckpoints, TransparencyLog } from "#domain/transparency/ports.ts";
import { leafHash } from "#domain/transparency/tree/merkle.ts";
import { inclusionProof } from "#domain/transparency/tree/read-tree.ts";
import type { TileAddress } from "#domain/transparency/tree/tile-path.ts";
import { splitHashes, TILE_WIDTH, tileWidth } from "#domain/transparency/tree/tiles.ts";
import { logCrypto } from "./log-crypto.ts";

const { sha256 } = logCrypto;

export type PublicLogOptions = {
  readonly pool: Pick<Pool, "query">;
  readonly store: Pick<EventStore, "readAll" | "readStream">;
  readonly tree: LogTree;
  readonly signed: SignedCheckpoints;
};

/** The signed tree as others read it. What is not signed yet is not there. */
export function createPublicLog({
  pool,
  store,
  tree,
  signed,
}: PublicLogOptions): Omit<TransparencyLog, "addCheckpoint" | "cosigned"> {
  const covers = async (level: number, { n, width }: TileAddress): Promise<boolean> => {
    const { checkpoint } = await signed.last();
    return checkpoint !== null && tileWidth({ level, n }, checkpoint.size) >= width;
  };
  const hashes = async (level: number, n: number): Promise<Uint8Array | null> =>
    (await tree.tiles([{ level, n }]))[0]?.hashes ?? null;

  return {
    async head() {
      const { checkpoint, fork } = await signed.last();
      if (checkpoint === null) return { checkpoint: null, fork };
      const { note, cosignatures, size, signedAt } = checkpoint;
      return { checkpoint: { note: note + cosignatures, size, signedAt }, fork };
    },
    async tile(level, address) {
      if (!(await covers(level, address))) return null;
      return (await hashes(level, address.n))?.subarray(0, address.width * HASH_BYTES) ?? null;
    },
    async entries(address) {
      const after = (await covers(0, address)) ? await tree.startOf(address.n) : null;
      if (after === null) return null;
      return entryBundle(await store.readAll(after || null, address.width));
    },
    async keys() {
      const { rows } = await pool.query<PublicKey>(
        `SELECT vkey, kind, to_json(retired_at) #>> '{}' AS "retiredAt" FROM transparency.keys
         ORDER BY retired_at DESC NULLS FIRST, kind, added_at DESC`,
      );
      return rows;
    },
    async event(stream, revision) {
      const [event] = await store.readStream(stream, { fromRevision: revision, maxCount: 1 });
      const [first] = revision === 0 ? [event] : await store.readStream(stream, { maxCount: 1 });
      return event && first ? { event, first } : null;
    },
    async proof(event) {
      const entry = logEntry(event, sha256);
      const n = await tree.tileAt(event.position);
      const leaves = splitHashes((n === null ? null : await hashes(0, n)) ?? new Uint8Array());
      const leaf = leafHash(sha256, entry);
      const at = leaves.findIndex((each) => sameBytes(each, leaf));
      const { checkpoint } = await signed.last();
      const index = (n ?? 0) * TILE_WIDTH + at;
      if (at < 0 || checkpoint === null || index >= checkpoint.size) return null;
      const proof = await inclusionProof(sha256, tree.tiles, index, checkpoint.size);
      return formatProof({ entry, index, proof, checkpoint: checkpoint.note + checkpoint.cosignatures });
    },
  };
}

/** Entries one after the other, each after its length in two bytes. */
export function entryBundle(events: readonly RecordedEvent[]): Uint8Array {
  return concat(
    ...events.flatMap((event) => {
      const entry = logEntry(event, sha256);
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry];
    }),
  );
}
