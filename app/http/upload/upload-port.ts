import type { Readable } from "node:stream";

/** Why an upload is not taken: a code for programs, a sentence for people. */
export type UploadRefusal = {
  readonly code: "too-large" | "quota" | "too-many" | "no-room";
  readonly message: string;
  readonly retryAfterSeconds?: number;
};

/** An upload whose bytes come in. It ends with `keep` or `discard`. */
export type IncomingUpload = {
  /** Writes the bytes as they come, at most once. Throws when the source breaks or `signal` aborts. */
  receive(
    source: Readable,
    signal: AbortSignal,
  ): Promise<
    | { readonly ok: true; readonly bytes: number; readonly sha256: string }
    | { readonly ok: false; readonly refusal: UploadRefusal }
  >;
  /** Makes what was received the file of this dataset. */
  keep(datasetId: string): Promise<void>;
  /** Removes what was received and gives its bytes back; nothing after `keep`. */
  discard(): Promise<void>;
};

/** Where uploads go: bytes are kept as they come, rows are loaded by a runner. */
export type UploadStore = {
  /** Most bytes of one file. */
  readonly maxBytes: number;
  /** Why an upload whose file has about so many bytes is not taken now; null: it may begin. */
  check(userId: string, bytes: number): Promise<UploadRefusal | null>;
  incoming(userId: string): IncomingUpload;
  remove(datasetId: string): Promise<void>;
};

/** How long an upload may take. */
export type UploadPace = {
  /** In each window of so many milliseconds at least so many bytes must come. */
  readonly windowMs: number;
  readonly windowBytes: number;
  readonly totalMs: number;
  /** How long it may go on when the server is to end. */
  readonly graceMs: number;
};

/** A file that is not there to be kept: its bytes are counted and told from others, and forgotten. */
export type Receive = (source: Readable, signal: AbortSignal) => ReturnType<IncomingUpload["receive"]>;
