import type { Readable } from "node:stream";
import type { IncomingUpload, ReceivedFile, UploadRefusal } from "#domain/core/ports/uploads.ts";

/** Time limits of an upload. */
export type UploadPace = {
  /** In each window of so many milliseconds at least so many bytes must arrive. */
  readonly windowMs: number;
  readonly windowBytes: number;
  readonly totalMs: number;
  /** How long it may continue when the server is about to end. */
  readonly graceMs: number;
};

/** Receives the bytes of a file; those of a repeated upload are counted and hashed, not stored. */
export type Receive = (
  ...incoming: Parameters<IncomingUpload<Readable>["receive"]>
) => Promise<
  | ReceivedFile
  | { readonly ok: false; readonly refusal: UploadRefusal | { readonly code: "repeated-upload-too-large" } }
>;
