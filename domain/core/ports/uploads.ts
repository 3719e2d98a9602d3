import type { ImageKind } from "../images/image-head.ts";
import type { RateLimitState } from "./rate-limits.ts";

/** The file is larger than it may be. */
export type UploadTooLarge = { readonly code: "upload-too-large"; readonly maxBytes: number };

/** A user has uploaded as many bytes, or as often, as one day allows. */
export type AllowanceRefusal =
  | { readonly code: "bytes-of-day-used"; readonly retryAfterSeconds: number }
  | { readonly code: "uploads-of-day-used"; readonly limit: number; readonly retryAfterSeconds: number };

/** Why an upload is not taken. */
export type UploadRefusal = UploadTooLarge | AllowanceRefusal | { readonly code: "no-room" };

/** What was received; `sha256` of the bytes, hex. */
export type ReceivedFile = { readonly ok: true; readonly bytes: number; readonly sha256: string };

/** An upload whose bytes come in from a `Source`. It ends with `keep` or `discard`. */
export interface IncomingUpload<Source> {
  /** Writes the bytes as they arrive, at most once. Throws if the source breaks or `signal` aborts. */
  receive(
    source: Source,
    signal: AbortSignal,
  ): Promise<ReceivedFile | { readonly ok: false; readonly refusal: UploadRefusal }>;
  /** Makes the received bytes the file of this dataset. */
  keep(datasetId: string): Promise<void>;
  /** Makes them the file of the next version of this dataset; the files of the others stay. */
  keepVersion(datasetId: string, uploadId: string): Promise<void>;
  /** Removes what was received and gives its bytes back; does nothing after `keep`. */
  discard(): Promise<void>;
  /** It was refused for a fault of ours, so it does not count as one of the uploads of a day. After its end. */
  uncount(): Promise<void>;
}

/** Stores uploads: bytes as they arrive; a runner loads the rows. */
export interface UploadStore<Source> {
  /** Most bytes of one file. */
  readonly maxBytes: number;
  /** Why an upload of about so many bytes is refused now; null: it may begin. */
  check(userId: string, bytes: number): Promise<UploadRefusal | null>;
  /** How many uploads the user may still begin within 24 hours. */
  left(userId: string): Promise<RateLimitState>;
  incoming(userId: string): IncomingUpload<Source>;
  remove(datasetId: string): Promise<void>;
  /** Removes a file that was kept for a version and will not be loaded. */
  removeVersion(datasetId: string, uploadId: string): Promise<void>;
}

/** A file that was received and is not published yet. `fields`: the texts of the form that it came with. */
export type PreviewedFile = {
  /** That of the dataset that it becomes. */
  readonly id: string;
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly fields: Readonly<Record<string, string>>;
};

/** Files that their users look at before they publish them. Each is kept for a day, and counts like an upload. */
export interface PreviewedFiles {
  keepPreviewed(userId: string, file: PreviewedFile): Promise<void>;
  /** Null: there is none of this user's. */
  previewed(userId: string, id: string): Promise<PreviewedFile | null>;
  /** The bytes of such a file; null: they are gone. */
  bytesOf(id: string): Promise<AsyncIterable<Uint8Array> | null>;
}

/** What is wrong with rows that were sent as JSON; rows count from 1. */
export type RowsFault =
  | { readonly code: "rows-not-json" }
  | { readonly code: "rows-missing" }
  | { readonly code: "rows-too-many"; readonly limit: number }
  | { readonly code: "row-not-object"; readonly row: number }
  | { readonly code: "row-column-unknown"; readonly row: number; readonly column: string };
export type RowsAsCsv = { readonly ok: true; readonly csv: string } | { readonly ok: false; readonly fault: RowsFault };

/** Reads rows that are sent as JSON. */
export interface RowsReader {
  /**
   * They become the CSV of a dataset's columns, with its labels in the header. `isLines`: one object in each line in place
   * of an array of them. Null: that takes too long.
   */
  rowsAsCsv(
    body: Uint8Array,
    isLines: boolean,
    columns: readonly { readonly name: string; readonly label: string }[],
  ): Promise<RowsAsCsv | null>;
}

/** How far an upload is. */
export type UploadProgress = {
  readonly stage: "receive" | "check" | "load" | "statistics";
  /** Bytes of the file that this stage has read; `ofBytes` is null while the file is still arriving. */
  readonly bytes: number;
  readonly ofBytes: number | null;
  readonly rows: number;
};

/** A row of a file that did not fit its table. Lines and records count from 1, records without the header and empty rows. */
export type RejectedRow = { readonly line: number; readonly record: number; readonly reason: string };

/** A rejected row with its text as it is in the file, or its beginning. */
export type RejectedRowText = RejectedRow & { readonly text: string; readonly isCut: boolean };

/** What is kept of uploads beside their tables. */
export interface UploadRecords {
  progress(datasetId: string): Promise<UploadProgress | null>;
  progressOf(datasetIds: readonly string[]): Promise<ReadonlyMap<string, UploadProgress>>;
  remove(datasetId: string): Promise<void>;
  /** Whether a received file is there; `uploadId` null: the first one of its dataset. */
  hasFile(datasetId: string, uploadId: string | null): Promise<boolean>;
  /**
   * Keeps the file that a table was made from as that of the next version too; null: it is gone. `version`: the first one
   * with this table. `sha256`: of its bytes, if it is known.
   */
  keepOriginalAgain(
    datasetId: string,
    of: { readonly physical: string; readonly version: number; readonly sha256: string | null },
    uploadId: string,
  ): Promise<{ readonly sha256: string; readonly bytes: number } | null>;
  /** Removes a file that was kept for a version and will not be loaded. */
  removeVersion(datasetId: string, uploadId: string): Promise<void>;
  /** Forgets how far the newest load was. */
  forgetProgress(datasetId: string): Promise<void>;
  /** Rejected rows in the order of the file, `from` 0 the first; null when they are gone. Throws the signal's reason when it aborts. */
  rejectedRows(
    datasetId: string,
    physical: string,
    window: { readonly from: number; readonly limit: number; readonly signal?: AbortSignal },
  ): Promise<readonly RejectedRowText[] | null>;
}

/** Stores the images of items: of datasets, and of connectors by their root. */
export interface ImageStore {
  /** Stores the bytes; returns the name of the file, which is another one for other bytes. */
  keep(itemId: string, kind: ImageKind, bytes: Uint8Array): Promise<string>;
  /** The bytes; null if they are gone. */
  read(itemId: string, name: string): Promise<Uint8Array | null>;
  /** Removes the images of an item, except the one with this name. */
  removeOthers(itemId: string, kept: string | null): Promise<void>;
}
