import type { Readable } from "node:stream";
import type { IncomingUpload, ReceivedFile, UploadRefusal } from "#domain/core/ports/uploads.ts";

/** How long an upload may take. */
export type UploadPace = {
  /** In each window of so many milliseconds at least so many bytes must come. */
  readonly windowMs: number;
  readonly windowBytes: number;
  readonly totalMs: number;
  /** How long it may go on when the server is to end. */
  readonly graceMs: number;
};

/** Takes the bytes of a file: those of a repeated upload are counted and told from others, and forgotten. */
export type Receive = (
  ...incoming: Parameters<IncomingUpload<Readable>["receive"]>
) => Promise<
  | ReceivedFile
  | { readonly ok: false; readonly refusal: UploadRefusal | { readonly code: "repeated-upload-too-large" } }
>;
