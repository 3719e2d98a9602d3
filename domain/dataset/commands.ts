import type { TableVersion } from "../core/values/table.ts";
import type { ColumnNote, DatasetCard, DatasetSource, REFRESH_TRIGGERS, UploadedFile, VersionMode } from "./events.ts";
import type { LoadReportFacts } from "./load-report.ts";
import type { LoadSettings } from "./load-settings.ts";
import type { LoadFailure } from "./load-failure.ts";

/** Whether the owner confirmed the right to share the rows; pages ask for it, the API does not. */
export type Confirmation = { readonly rightsConfirmed?: boolean };

/** The owner's file for the next version. */
export type NewVersion = {
  readonly by: string;
  readonly uploadId: string;
  readonly fileName: string;
  readonly file: UploadedFile;
  readonly mode: VersionMode;
  /** Columns that identify a row, for an upsert; none: those of the dataset. */
  readonly key: readonly string[];
  /** `key` is the key of the dataset from then on, although rows are replaced. */
  readonly setsKey?: boolean;
  /** For `replace` only. */
  readonly mayChangeColumns: boolean;
  readonly settings?: LoadSettings;
  /** Versions of which one must be the current one; null: any may be. */
  readonly onlyAfter: readonly number[] | null;
};

/** Where the files of a new dataset come from. `interval`: minutes; 0: it is refreshed by hand. */
export type NewSource = { readonly host: string; readonly addressRef: string; readonly interval: number };

/** A wish for what is at the address of a dataset now. `by`: its owner, also for a schedule. */
export type RequestRefresh = {
  readonly by: string;
  readonly uploadId: string;
  readonly trigger: (typeof REFRESH_TRIGGERS)[number];
  readonly mayChangeColumns: boolean;
};

/** `uploadId` null: the first file. `file` null: the host says that it has not changed. */
export type RecordFetch = { readonly uploadId: string | null; readonly file: UploadedFile | null };

/** `uploadId` null: the first file of the dataset. */
export type CancelLoad = { readonly by: string; readonly uploadId: string | null };

/** `uploadId` null: the first file of the dataset. `takesColumns`: its columns may differ from those before. */
export type RetryLoad = { readonly by: string; readonly uploadId: string | null; readonly takesColumns: boolean };

/** The owner's wish for the rows of an older version. */
export type RestoreVersion = {
  readonly by: string;
  /** The number of the older version, and its table as the registry has it. */
  readonly from: number;
  readonly table: TableVersion;
  readonly fileName: string | null;
  readonly rejected: number;
  /** How many of the newest versions are kept. */
  readonly kept: number;
  readonly onlyAfter: readonly number[] | null;
};

export type DatasetCommand =
  | ({
      readonly type: "create";
      readonly datasetId: string;
      readonly by: string;
      readonly price: number;
      readonly tableName: string;
      readonly fileName: string;
      readonly file?: UploadedFile;
      readonly settings?: LoadSettings;
      /** Absent: its file was uploaded. */
      readonly source?: NewSource;
    } & DatasetCard)
  /** Publishes the output of the owner's instance as a dataset, which shows each complete pull from then on. */
  | ({
      readonly type: "publish-output";
      readonly datasetId: string;
      readonly by: string;
      readonly tableName: string;
      readonly source: DatasetSource;
    } & DatasetCard &
      Confirmation)
  | ({ readonly type: "request-version" } & NewVersion)
  | ({ readonly type: "request-refresh" } & RequestRefresh)
  /** Nothing is written when the dataset does not wait for this file any more. */
  | ({ readonly type: "record-fetch" } & RecordFetch)
  | { readonly type: "set-refresh-interval"; readonly by: string; readonly minutes: number }
  | ({ readonly type: "restore-version" } & RestoreVersion)
  /** The owner ends the load of a next version; readers keep the version before. */
  | ({ readonly type: "cancel-load" } & CancelLoad)
  /** The owner has a file that is kept after a failed load loaded again. */
  | ({ readonly type: "retry-load" } & RetryLoad)
  /** `uploadId` null: the first file. Nothing is written when the dataset does not wait for this file any more. */
  | {
      readonly type: "record-load";
      readonly uploadId: string | null;
      readonly table: TableVersion;
      readonly rejected: number;
      readonly report?: LoadReportFacts;
    }
  | { readonly type: "record-load-failure"; readonly uploadId: string | null; readonly failure: LoadFailure }
  | { readonly type: "edit"; readonly by: string; readonly card: Partial<DatasetCard> }
  | { readonly type: "describe-columns"; readonly by: string; readonly columns: readonly ColumnNote[] }
  /** `image`: the name of a stored file; null takes the image away. */
  | { readonly type: "change-image"; readonly by: string; readonly image: string | null }
  /** Getting access to a free public dataset. */
  | { readonly type: "take-access"; readonly userId: string }
  /**
   * The owner shares it with another user, private or not. `until`: when the access ends; null: never; absent: for
   * somebody who has access its end stays as it is.
   */
  | ({
      readonly type: "share";
      readonly by: string;
      readonly userId: string;
      readonly until?: string | null;
    } & Confirmation)
  /** Leaving (`by` is the user) or being removed by the owner. */
  | { readonly type: "remove-access"; readonly userId: string; readonly by: string }
  /** Ends an access whose end has passed; nothing if it was changed meanwhile. */
  | { readonly type: "expire-access"; readonly userId: string; readonly until: string }
  | { readonly type: "take-down"; readonly reason: string }
  | { readonly type: "restore" }
  | { readonly type: "delete"; readonly by: string };
