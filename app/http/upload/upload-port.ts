import type { Readable } from "node:stream";

/** Why an upload is refused: a code for programs, a sentence for people. */
export type UploadRefusal = {
  readonly code: "too-large" | "quota" | "too-many" | "no-room";
  readonly message: string;
  readonly retryAfterSeconds?: number;
};

/** An upload that is being received. It ends with `keep` or `discard`. */
export type IncomingUpload = {
  /** Writes the bytes as they arrive, at most once. Throws if the source breaks or `signal` aborts. */
  receive(
    source: Readable,
    signal: AbortSignal,
  ): Promise<
    | { readonly ok: true; readonly bytes: number; readonly sha256: string }
    | { readonly ok: false; readonly refusal: UploadRefusal }
  >;
  /** Makes the received bytes the file of this dataset. */
  keep(datasetId: string): Promise<void>;
  /** Removes what was received and gives its bytes back; does nothing after `keep`. */
  discard(): Promise<void>;
};

/** Stores uploads: bytes as they arrive; a runner loads the rows. */
export type UploadStore = {
  /** Most bytes of one file. */
  readonly maxBytes: number;
  /** Why an upload of about so many bytes is refused now; null: it may begin. */
  check(userId: string, bytes: number): Promise<UploadRefusal | null>;
  incoming(userId: string): IncomingUpload;
  remove(datasetId: string): Promise<void>;
};

/** Time limits of an upload. */
export type UploadPace = {
  /** In each window of so many milliseconds at least so many bytes must arrive. */
  readonly windowMs: number;
  readonly windowBytes: number;
  readonly totalMs: number;
  /** How long it may continue when the server is about to end. */
  readonly graceMs: number;
};

/** A file that is not stored: its bytes are counted and hashed. */
export type Receive = (source: Readable, signal: AbortSignal) => ReturnType<IncomingUpload["receive"]>;
