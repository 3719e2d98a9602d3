import { type Decision, emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import type { Column } from "../core/values/table.ts";
import type { CancelLoad, DatasetCommand, NewVersion, RestoreVersion, RetryLoad } from "./commands.ts";
import type { DatasetEvent, VersionMode } from "./events.ts";
import { type Retry, retryOf } from "./load-failure.ts";
import type { LoadSettings } from "./load-settings.ts";
import { type DatasetSchema, dialectOfFile, type FileDialect, NO_SCHEMA, schemaAfter } from "./schema.ts";

export type VersionRefusal =
  | { readonly code: "dataset-from-connection" }
  | { readonly code: "version-in-progress" }
  /** No load to cancel: it has ended, or another file is being loaded. */
  | { readonly code: "load-over" }
  /** Without its first file there is no dataset: it is deleted instead. */
  | { readonly code: "load-is-first" }
  /** No failed load of this file, or its file is not kept. */
  | { readonly code: "load-not-retryable" }
  /** It failed because of its columns, which the retry does not take. */
  | { readonly code: "load-needs-columns" }
  /** `version`: the current one. */
  | { readonly code: "version-stale"; readonly version: number }
  /** An upsert needs a key, and the dataset has none yet. */
  | { readonly code: "version-key-missing" }
  | { readonly code: "version-key-unknown"; readonly column: string }
  | { readonly code: "version-unknown"; readonly version: number }
  /** The rows come from several files. */
  | { readonly code: "schema-of-several-files" }
  /** The file of the rows is kept no more. */
  | { readonly code: "schema-file-gone" }
  | { readonly code: "schema-column-unknown"; readonly column: string }
  /** Its rows were removed. `oldest`: the oldest version that is kept. */
  | { readonly code: "version-not-kept"; readonly version: number; readonly oldest: number };

/** A file and what its rows do. `sha256` null: not known. */
type VersionFile = { readonly sha256: string | null; readonly mode: VersionMode; readonly key: readonly string[] };

/** A file that was loaded, and how. */
type LoadedFile = VersionFile & { readonly dialect: FileDialect };
type VersionTable = Omit<LoadedFile, "key"> & {
  readonly version: number;
  readonly physical: string;
  readonly schema: DatasetSchema;
};

/** A file that is to be loaded. */
export type FileOfLoad = {
  /** null: the first file. */
  readonly uploadId: string | null;
  readonly mayChangeColumns: boolean;
  /** What the uploader decided about it. */
  readonly settings?: LoadSettings;
  /** It has to be fetched from the address of the dataset first. */
  readonly toFetch?: boolean;
  /** The number of its load, if it is not the first. */
  readonly attempt?: number;
} & VersionFile;

/** Versions that the state remembers: the most that can be kept (DATASET_VERSIONS_KEPT). */
const REMEMBERED_VERSIONS = 1_000;

/** The versions of a dataset, as far as its rules need them. */
export type VersionsOfDataset = {
  /** Its rows come from a connection, not from files. */
  readonly isFromConnection: boolean;
  /** The number of the version that readers see; 0 before the first. */
  readonly versions: number;
  /** Of that version and the file it was made from; null before the first. */
  readonly current: ({ readonly physical: string; readonly columns: readonly Column[] } & LoadedFile) | null;
  /** The tables of the newest versions, the oldest first. */
  readonly tables: readonly VersionTable[];
  /** How the next file is read, unless something else is asked for it. */
  readonly schema: DatasetSchema;
  /** The columns that identify a row: those of the last upsert, while the dataset has them. */
  readonly key: readonly string[];
  /** The file that is being loaded. */
  readonly pending: FileOfLoad | null;
  /** The file whose load has failed and may be tried again, until another file or version comes. */
  readonly failed: (FileOfLoad & { readonly retry: Retry }) | null;
};

type Decided = Decision<DatasetEvent, VersionRefusal>;
type EventNamed<T extends DatasetEvent["type"]> = Extract<DatasetEvent, { type: T }>;

const NO_FILE: VersionFile = { sha256: null, mode: "replace", key: [] };
/** What is known of a version that is no longer remembered. */
const NO_TABLE = { schema: undefined, sha256: null, mode: "replace", dialect: {} } as const;

/** The versions of a new dataset. */
export function noVersionYet(
  event: EventNamed<"DatasetCreated" | "DatasetPublishedFromConnection">,
): VersionsOfDataset {
  const isFromConnection = event.type === "DatasetPublishedFromConnection";
  const pending = isFromConnection
    ? null
    : {
        ...NO_FILE,
        ...{ uploadId: null, sha256: event.data.file?.sha256 ?? null, mayChangeColumns: true },
        ...decidedIn(event),
      };
  const none = { current: null, tables: [], schema: NO_SCHEMA, key: [], failed: null };
  return { ...none, isFromConnection, versions: 0, pending };
}

/** The versions after a load was asked for or has ended, or an older one was restored. */
export function evolveVersions(
  state: VersionsOfDataset,
  event: EventNamed<
    "DatasetVersionRequested" | "DatasetLoaded" | "DatasetLoadFailed" | "DatasetLoadRetried" | "DatasetVersionRestored"
  >,
): Partial<VersionsOfDataset> {
  switch (event.type) {
    case "DatasetLoadFailed": {
      const retry = state.pending && retryOf(event.data.code, state.pending);
      return { pending: null, failed: state.pending && retry && { ...state.pending, retry } };
    }
    case "DatasetLoadRetried": {
      if (!state.failed) return {};
      const { retry: _, ...file } = state.failed;
      const { attempt, mayChangeColumns } = event.data;
      return { pending: { ...file, attempt, mayChangeColumns }, failed: null };
    }
    case "DatasetVersionRequested": {
      const { uploadId, file, mayChangeColumns, mode, key } = event.data;
      return {
        pending: { uploadId, sha256: file.sha256, mode, key, mayChangeColumns, ...decidedIn(event) },
        failed: null,
      };
    }
    case "DatasetLoaded": {
      const { sha256, mode, key } = state.pending ?? NO_FILE;
      const { columns } = event.data.table;
      const { report } = event.data;
      const settings = state.pending?.settings ?? {};
      const schema = schemaAfter(state.schema, columns, settings, mode, report);
      const file = { sha256, mode, key, dialect: dialectOfFile(state.schema, settings, report) };
      return { ...withVersion({ ...state, schema }, event.data, file), pending: null, failed: null };
    }
    case "DatasetVersionRestored": {
      const found = state.tables.find(({ version }) => version === event.data.from) ?? NO_TABLE;
      const { schema = state.schema, sha256, mode, dialect } = found;
      const file = { sha256, mode, dialect, key: [] };
      return { ...withVersion({ ...state, schema }, event.data, file), failed: null };
    }
  }
}

function withVersion(
  { tables, key, schema }: VersionsOfDataset,
  { version, table }: Pick<EventNamed<"DatasetLoaded">["data"], "version" | "table">,
  file: LoadedFile,
): Partial<VersionsOfDataset> {
  const { physical, columns } = table;
  const { key: _, ...ofTable } = file;
  const newKey = file.key.length > 0 ? file.key : key;
  return {
    versions: version,
    current: { physical, columns, ...file },
    schema,
    tables: [...tables, { version, physical, schema, ...ofTable }].slice(-REMEMBERED_VERSIONS),
    key: unknownColumn(columns, newKey) === undefined ? newKey : [],
  };
}

/** Decides on a file for the next version. */
export function requestVersion(
  datasetId: string,
  state: VersionsOfDataset,
  { by, uploadId, fileName, file, onlyAfter, ...asked }: NewVersion,
): Decided {
  const { isFromConnection, versions, current, pending } = state;
  if (isFromConnection) return refuse({ code: "dataset-from-connection" });
  if (pending) return refuse({ code: "version-in-progress" });
  // Without rows before there is nothing to add to.
  const mode = current === null ? "replace" : asked.mode;
  // The same bytes again, such as those of a repeated call whose answer was lost: whatever it asked to be current.
  // Settings of its own make other rows of them.
  const isAsked = asked.settings !== undefined && Object.keys(asked.settings).length > 0;
  const settings = isAsked ? { settings: asked.settings } : {};
  if (current?.sha256 === file.sha256 && current.mode === mode && !hasSettings(mode, asked.settings)) return emit();
  if (onlyAfter && !onlyAfter.includes(versions)) return refuse({ code: "version-stale", version: versions });
  const named = mode === "upsert" || asked.setsKey ? [...asked.key] : [];
  const key = mode === "upsert" && named.length === 0 ? [...state.key] : named;
  if (mode === "upsert" && key.length === 0) return refuse({ code: "version-key-missing" });
  const column = unknownColumn(current?.columns ?? [], key);
  if (column !== undefined) return refuse({ code: "version-key-unknown", column });
  const mayChangeColumns = mode === "replace" && asked.mayChangeColumns;
  const version = versions + 1;
  const data = { datasetId, version, uploadId, mode, key, fileName, file, by, mayChangeColumns, ...settings };
  return emit({ type: "DatasetVersionRequested", data });
}

/** Decides whether the rows of an older version become the newest version again. */
export function restoreVersion(
  datasetId: string,
  { isFromConnection, versions, current, pending, tables }: VersionsOfDataset,
  { from, table: { physical, columns, rows, contentHash }, kept, onlyAfter, ...about }: RestoreVersion,
): Decided {
  if (isFromConnection) return refuse({ code: "dataset-from-connection" });
  if (pending) return refuse({ code: "version-in-progress" });
  const found = tables.find(({ version }) => version === from);
  if (found && current?.physical === found.physical) return emit();
  if (onlyAfter && !onlyAfter.includes(versions)) return refuse({ code: "version-stale", version: versions });
  const oldest = Math.max(1, versions - kept + 1);
  if (from >= 1 && from < oldest) return refuse({ code: "version-not-kept", version: from, oldest });
  if (found?.physical !== physical) return refuse({ code: "version-unknown", version: from });
  const table = { physical, columns: [...columns], rows, contentHash };
  const { by, fileName, rejected } = about;
  const data = { datasetId, version: versions + 1, from, table, fileName, rejected, by };
  return emit({ type: "DatasetVersionRestored", data });
}

function decidedIn({ data }: EventNamed<"DatasetCreated" | "DatasetVersionRequested">) {
  return data.settings === undefined ? {} : { settings: data.settings };
}

/** Rows of a request are read by the types of their columns, which tells nothing new. */
function hasSettings(mode: VersionMode, { ownDialect, columns, ...settings }: LoadSettings = {}): boolean {
  const isOwn = ownDialect && mode !== "replace";
  return Object.keys(settings).length > 0 || (columns !== undefined && !isOwn);
}

/** Whether a dataset waits for the rows of this file. `uploadId` null: its first one. */
export function isPending({ pending }: Pick<VersionsOfDataset, "pending">, uploadId: string | null): boolean {
  return pending !== null && pending.uploadId === uploadId;
}

/** Decides whether the load of a next version is ended. */
export function cancelLoad(datasetId: string, state: VersionsOfDataset, { uploadId }: CancelLoad): Decided {
  if (!isPending(state, uploadId)) return refuse({ code: "load-over" });
  if (uploadId === null) return refuse({ code: "load-is-first" });
  return emit({ type: "DatasetLoadFailed", data: { datasetId, code: "cancelled", facts: {} } });
}

/** Decides whether a file whose load has failed is loaded again. */
export function retryLoad(
  datasetId: string,
  state: VersionsOfDataset,
  { by, uploadId, takesColumns }: RetryLoad,
): Decided {
  const { pending, failed } = state;
  if (isPending(state, uploadId)) return emit();
  if (pending) return refuse({ code: "version-in-progress" });
  if (failed?.uploadId !== uploadId) return refuse({ code: "load-not-retryable" });
  if (failed.retry === "columns" && !takesColumns) return refuse({ code: "load-needs-columns" });
  const mayChangeColumns = failed.mayChangeColumns || (takesColumns && failed.mode === "replace");
  const attempt = (failed.attempt ?? 1) + 1;
  return emit({ type: "DatasetLoadRetried", data: { datasetId, uploadId, attempt, by, mayChangeColumns } });
}

/** Whether a file is kept after its load has failed, so that it may be loaded again. */
export function isKept({ failed }: Pick<VersionsOfDataset, "failed">, uploadId: string | null): boolean {
  return failed !== null && failed.uploadId === uploadId;
}

/** Decides whether loaded rows become the next version: not if their columns had to stay the same and have not. */
export function recordLoad(
  datasetId: string,
  state: VersionsOfDataset,
  {
    uploadId,
    table: { physical, columns, rows, contentHash },
    rejected,
    report,
  }: Extract<DatasetCommand, { type: "record-load" }>,
): Decided {
  const { current, pending, versions } = state;
  if (!isPending(state, uploadId)) return emit();
  if (current && pending && !pending.mayChangeColumns && !sameColumns(current.columns, columns)) {
    const facts = { oldColumns: [...current.columns], newColumns: [...columns] };
    return emit({ type: "DatasetLoadFailed", data: { datasetId, code: "columns-changed", facts } });
  }
  const table = { physical, columns: [...columns], rows, contentHash };
  return emit({
    type: "DatasetLoaded",
    data: { datasetId, version: versions + 1, table, rejected, ...(report ? { report } : {}) },
  });
}

/** Records a failed load, unless it has ended already. */
export function recordLoadFailure(
  datasetId: string,
  state: VersionsOfDataset,
  { uploadId, failure }: Extract<DatasetCommand, { type: "record-load-failure" }>,
): Decided {
  return isPending(state, uploadId) ? emit({ type: "DatasetLoadFailed", data: { datasetId, ...failure } }) : emit();
}

function unknownColumn(columns: readonly Column[], key: readonly string[]): string | undefined {
  return key.find((name) => !columns.some((column) => column.name === name));
}

/** The same names and types in the same order. Labels are for people only. */
function sameColumns(a: readonly Column[], b: readonly Column[]): boolean {
  return a.length === b.length && a.every(({ name, type }, at) => name === b[at]?.name && type === b[at].type);
}
