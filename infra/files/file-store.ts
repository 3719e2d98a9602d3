import type { Readable } from "node:stream";

/** A stored file that can be read whole or in part. */
export type StoredFile = {
  readonly bytes: number;
  /** From and to which byte, both included. */
  read(range?: { readonly start: number; readonly end: number }): Readable;
  /** Closes it, whether or not it was read. */
  close(): Promise<void>;
};

/** Files that never change, each under a name of its own. */
export type FileStore = {
  /**
   * Keeps what `source` gives under the name that `nameOf` makes of its SHA-256 (hex). A reader finds the whole file or
   * none. Throws what the source throws, and keeps nothing then.
   */
  keep(
    source: Readable,
    nameOf: (sha256: string) => string,
  ): Promise<{ readonly sha256: string; readonly bytes: number }>;
  /** Null: there is no such file. */
  open(name: string): Promise<StoredFile | null>;
  remove(name: string): Promise<void>;
  /** The names of files that were kept before this time, in portions. */
  keptBefore(time: Date): AsyncIterable<readonly string[]>;
};
