import type { Readable } from "node:stream";
import type { Pool } from "pg";
import type { RejectedRow, UploadProgress } from "#domain/core/ports/uploads.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { LoadReport } from "#domain/dataset/load-report.ts";
import type { ReadSettings } from "#domain/dataset/load-settings.ts";
import type { ExpectedColumn } from "#domain/dataset/schema.ts";
import type { CsvLimits } from "../csv/plan.ts";

export type LoadCsvOptions = {
  /** Its statement time limits the load's COPY. */
  readonly pool: Pool;
  /** The bytes as they arrive, or the path of a complete file. */
  readonly source: Readable | string;
  /** Folder for the original and the rejected rows. It exists and is used by this load only. */
  readonly folder: string;
  /** Generated name (`physicalName()`), not used yet. */
  readonly physical: string;
  readonly limits?: Partial<CsvLimits>;
  /** What the uploader decided about the file. */
  readonly settings?: ReadSettings;
  /** The columns of the version before: one of the same name keeps its type if every cell fits it. */
  readonly expected?: readonly ExpectedColumn[];
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Called as the file is read, with its unpacked bytes so far; returns why not to read on, or null. */
  readonly admit?: (unpackedBytes: number) => Promise<LoadFailure | null>;
  readonly signal?: AbortSignal;
};

export type CsvLoaded = {
  readonly ok: true;
  readonly table: TableVersion;
  /** Path of the original bytes, which are kept. */
  readonly original: string;
  /** Rejected rows; all of them are in the JSON-lines file `path` (null: there are none). */
  readonly rejected: { readonly count: number; readonly sample: readonly RejectedRow[]; readonly path: string | null };
  /** What was decided about the file and changed in it. */
  readonly report: LoadReport;
};

/** `cause`: the error of the disk or Postgres when there was no room. */
export type CsvLoad = CsvLoaded | { readonly ok: false; readonly failure: LoadFailure; readonly cause?: unknown };
