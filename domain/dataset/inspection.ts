import type { Column } from "../core/values/table.ts";
import type { RejectedRow } from "../core/ports/uploads.ts";
import type { LoadFailure } from "./load-failure.ts";
import type { LoadReport } from "./load-report.ts";
import type { ColumnEvidence } from "./column-evidence.ts";
import type { ColumnReading } from "./column-reading.ts";
import type { LoadSettings } from "./load-settings.ts";

/** So many bytes of a file are looked at, counted after unpacking. */
export const INSPECTED_BYTES = 1_000_000;

/** A file that is read from several places, such as a workbook, is looked at as a whole if it has no more bytes. */
export const INSPECTED_WHOLE_BYTES = 32_000_000;

/** What is kept of a file to be looked at, on a disk; `whole`: all of its bytes. `bytes`: how many the file has. */
export type FileHead = {
  readonly path: string;
  readonly bytes: number;
  readonly whole: boolean;
  remove(): Promise<void>;
};

/** What a load would make of a file: its settings, columns with readings that fit their cells, and first rows. */
export type Inspection =
  | {
      readonly ok: true;
      /** Every row of the file was looked at. */
      readonly whole: boolean;
      readonly found: Pick<
        LoadReport,
        | "encoding"
        | "encodingBy"
        | "rival"
        | "gzip"
        | "delimiter"
        | "quote"
        | "header"
        | "skippedLines"
        | "skipped"
        | "format"
        | "unpacked"
        | "part"
        | "emptied"
      >;
      readonly columns: readonly (Column & {
        /** How it is read, if that was chosen; null: as its cells show. */
        readonly reading: ColumnReading | null;
        /** Readings that fit every cell that was looked at. */
        readonly suggestions: readonly ColumnReading[];
        readonly evidence: ColumnEvidence | null;
      })[];
      readonly rows: readonly (readonly (string | null)[])[];
      /** How many of the rows that were looked at would be set aside, and the first of them. */
      readonly setAside: {
        readonly count: number;
        readonly rows: readonly (RejectedRow & { readonly text: string })[];
      };
    }
  | { readonly ok: false; readonly failure: LoadFailure };

/** Looks at files that are not loaded yet. Both say "too-slow" if that takes longer than a few seconds. */
export interface FileInspector {
  /** Reads a file to its end, and keeps what is looked at until it is removed. */
  receiveHead(source: AsyncIterable<Uint8Array>): Promise<FileHead>;
  /** What a load would make of a file. Nothing more is kept. */
  inspect(head: FileHead, settings: LoadSettings): Promise<Inspection | "too-slow">;
  /** The same of a file that is kept for a preview; "gone": it is not there any more. */
  inspectKept(
    file: { readonly id: string; readonly sha256: string },
    settings: LoadSettings,
  ): Promise<Inspection | "too-slow" | "gone">;
}
