import type { Readable } from "node:stream";

/** A stored file that can be read whole or in part. */
export type StoredFile = {
  readonly bytes: number;
  /** From and to which byte, both included. It fails if fewer bytes come than that. */
  read(range?: { readonly start: number; readonly end: number }): Readable;
  /** Closes it, whether or not it was read. */
  close(): Promise<void>;
};

/** A stored file as a file on a disk of this machine, for readers that go back and forth in it. */
export type DiskFile = {
  readonly path: string;
  /** Says that nobody reads it any more. */
  release(): Promise<void>;
};

export type ListedFile = { readonly name: string; readonly keptAt: Date };

/**
 * Files that never change, each under a name of its own: `<file>` or `<folder>/<file>`. A reader finds the whole file
 * or none. Lists come in portions.
 */
export type FileStore = {
  /**
   * Keeps what `source` gives under the name that `nameOf` makes of its SHA-256 (hex). Throws what the source throws,
   * and keeps nothing then.
   */
  keep(
    source: Readable,
    nameOf: (sha256: string) => string | Promise<string>,
  ): Promise<{ readonly sha256: string; readonly bytes: number }>;
  /** Moves a complete file from a disk of this machine here. */
  take(file: string, name: string): Promise<void>;
  /** Keeps the bytes of one file under another name too. */
  copy(from: string, to: string): Promise<void>;
  /** Null: there is no such file. */
  open(name: string): Promise<StoredFile | null>;
  /** Null: there is no such file. */
  onDisk(name: string, signal?: AbortSignal): Promise<DiskFile | null>;
  /** The time by which `keptAt` is: clocks of processes may differ from it. */
  now(): Promise<Date>;
  /** After it the files of a folder outlive a loss of power under their names. */
  settle(folder: string): Promise<void>;
  /** Names without a file are ignored. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes the files of a folder. */
  removeFolder(folder: string): Promise<void>;
  folders(): AsyncIterable<readonly string[]>;
  /** The files of a folder, with its name; without one those that are in no folder. */
  files(folder?: string): AsyncIterable<readonly ListedFile[]>;
};
