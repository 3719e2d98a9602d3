import type { Position, RecordedEvent } from "../core/event-store.ts";
import type { LogCheckpoint } from "./notes/log-checkpoint.ts";
import type { NoteSignature, VerifierKey } from "./notes/signed-note.ts";
import type { ReadTiles } from "./tree/read-tree.ts";
import type { TileAddress } from "./tree/tile-path.ts";
import type { Tile } from "./tree/tiles.ts";

/** How many events the tree has, and the position of the last of them. */
export type TreeState = { readonly size: number; readonly position: Position | null };

/** The tree over the log, in tiles. */
export interface LogTree {
  state(): Promise<TreeState>;
  readonly tiles: ReadTiles;
  /**
   * Stores what a batch of events changed. `starts`: for each tile of leaves that begins in the batch, the position
   * before its first event (empty at the start of the log). False if another process has changed the tree since `before`.
   */
  grow(
    before: TreeState,
    after: TreeState,
    changed: { readonly tiles: readonly Tile[]; readonly starts: ReadonlyMap<number, Position> },
  ): Promise<boolean>;
  /** The position before the first event of a tile of leaves; empty for the first. Null: there is no such tile. */
  startOf(n: number): Promise<Position | null>;
  /** The number of the tile of leaves in which an event at this position is, if the tree has it. */
  tileAt(position: Position): Promise<number | null>;
}

/** Why no log checkpoint is signed: the log is not the one of an earlier signature. */
export type LogFork =
  /** An older backup of the log was restored. */
  | { readonly code: "log-shorter"; readonly size: number; readonly signed: number }
  | { readonly code: "log-rewritten"; readonly signed: number }
  /** The log has another event where the tree has this one. */
  | { readonly code: "tree-not-of-log"; readonly index: number }
  | { readonly code: "kept-checkpoint-unreadable" }
  | { readonly code: "witness-disagrees"; readonly witness: string };

export type StoredCheckpoint = LogCheckpoint & {
  /** The note with the signatures of the log. */
  readonly note: string;
  /** Signature lines of witnesses. */
  readonly cosignatures: string;
  /** ISO 8601. */
  readonly signedAt: string;
};

/** The log checkpoint that was signed last, and the fork that prevents another one. */
export interface SignedCheckpoints {
  last(): Promise<{ readonly checkpoint: StoredCheckpoint | null; readonly fork: LogFork | null }>;
  /** Replaces the one of `before` events (null: none). False if another process has signed meanwhile. */
  replace(before: number | null, signed: LogCheckpoint & { readonly note: string }): Promise<boolean>;
  /** Adds lines of witnesses to the checkpoint of this size, if it is the last one still. */
  cosigned(size: number, lines: string): Promise<void>;
  report(fork: LogFork | null): Promise<void>;
  /**
   * The last checkpoint, once a day and only if it is a new one: the first call that asks gets it. `day`: YYYY-MM-DD.
   */
  ofTheDay(): Promise<{ readonly day: string; readonly note: string } | null>;
}

/**
 * A copy of the last signed checkpoint outside the database, so that an older backup of the database is noticed. Throws
 * if it cannot be read or written.
 */
export interface KeptCheckpoint {
  read(): Promise<string | null>;
  write(note: string): Promise<void>;
}

export type LogSigner = { readonly key: VerifierKey; readonly sign: (text: string) => NoteSignature };
/** Who signs for this log, the newest key first. */
export type LogIdentity = { readonly origin: string; readonly signers: readonly LogSigner[] };

/** A server that cosigns log checkpoints: its key, and the address before `/add-checkpoint`. */
export type Witness = { readonly key: VerifierKey; readonly url: string };
export type SendToWitness = (
  witness: Witness,
  body: string,
) => Promise<{ readonly status: number; readonly text: string } | null>;

export type PublicKey = { readonly vkey: string; readonly kind: "log" | "witness"; readonly retiredAt: string | null };

/** A stored event that people may ask a proof for, with the first one of its stream. */
export type ProvableEvent = { readonly event: RecordedEvent; readonly first: RecordedEvent };

/** What others read of the log's tree, and have cosigned by this server. */
export interface TransparencyLog {
  /** The last signed log checkpoint, and why none is signed any more. */
  head(): Promise<{
    readonly checkpoint: { readonly note: string; readonly size: number; readonly signedAt: string } | null;
    readonly fork: LogFork | null;
  }>;
  /** The hashes of a tile, if the signed tree has so many of them. */
  tile(level: number, address: TileAddress): Promise<Uint8Array | null>;
  /** The entries under a tile of leaves, each with its length before it. */
  entries(address: TileAddress): Promise<Uint8Array | null>;
  /** The keys of this server, those in use first. */
  keys(): Promise<readonly PublicKey[]>;
  event(stream: string, revision: number): Promise<ProvableEvent | null>;
  /** The proof file of an event; null while no signed log checkpoint has it. */
  proof(event: RecordedEvent): Promise<string | null>;
  /** As a witness: the answer to `add-checkpoint`. */
  addCheckpoint(body: string): Promise<{ readonly status: number; readonly text: string }>;
  /** The log checkpoint of another server that this one cosigned last, by the SHA-256 of its origin in hex. */
  cosigned(originHash: string): Promise<string | null>;
}
