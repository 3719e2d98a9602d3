import { type Decision, emit } from "../core/decider.ts";
import { refuse } from "../core/result.ts";
import type { Column } from "../core/values/table.ts";
import type { DatasetCommand, NewVersion } from "./commands.ts";
import type { LoadSettings } from "./load-settings.ts";
import type { DatasetEvent } from "./events.ts";

export type VersionRefusal =
  | { readonly code: "dataset-from-connection" }
  | { readonly code: "version-in-progress" }
  /** `version`: the current one. */
  | { readonly code: "version-stale"; readonly version: number };

/** The versions of a dataset, as far as its rules need them. */
export type VersionsOfDataset = {
  /** Its rows come from a connection, not from files. */
  readonly isFromConnection: boolean;
  /** The number of the version that readers see; 0 before the first. */
  readonly versions: number;
  /** Of that version; null before the first. `sha256` of its file; null: not known. */
  readonly current: { readonly columns: readonly Column[]; readonly sha256: string | null } | null;
  /** The file that is being loaded. */
  readonly pending: {
    /** null: the first file. */
    readonly uploadId: string | null;
    readonly sha256: string | null;
    readonly mayChangeColumns: boolean;
    /** What the uploader decided about it. */
    readonly settings?: LoadSettings;
  } | null;
};

type Decided = Decision<DatasetEvent, VersionRefusal>;
type EventNamed<T extends DatasetEvent["type"]> = Extract<DatasetEvent, { type: T }>;

/** The versions of a new dataset. */
export function noVersionYet(
  event: EventNamed<"DatasetCreated" | "DatasetPublishedFromConnection">,
): VersionsOfDataset {
  const isFromConnection = event.type === "DatasetPublishedFromConnection";
  const pending = isFromConnection
    ? null
    : {
        ...{ uploadId: null, sha256: event.data.file?.sha256 ?? null, mayChangeColumns: true },
        ...decidedIn(event),
      };
  return { isFromConnection, versions: 0, current: null, pending };
}

/** The versions after a load was asked for or has ended. */
export function evolveVersions(
  { pending }: VersionsOfDataset,
  event: EventNamed<"DatasetVersionRequested" | "DatasetLoaded" | "DatasetLoadFailed">,
): Partial<VersionsOfDataset> {
  if (event.type === "DatasetLoadFailed") return { pending: null };
  if (event.type === "DatasetLoaded") {
    const { table, version } = event.data;
    return { versions: version, current: { columns: table.columns, sha256: pending?.sha256 ?? null }, pending: null };
  }
  const { uploadId, file, mayChangeColumns } = event.data;
  return { pending: { uploadId, sha256: file.sha256, mayChangeColumns, ...decidedIn(event) } };
}

/** Decides on a file for the next version. */
export function requestVersion(
  datasetId: string,
  { isFromConnection, versions, current, pending }: VersionsOfDataset,
  { by, uploadId, fileName, file, mayChangeColumns, onlyAfter, settings }: NewVersion,
): Decided {
  if (isFromConnection) return refuse({ code: "dataset-from-connection" });
  if (pending) return refuse({ code: "version-in-progress" });
  // The same bytes again, such as those of a repeated call whose answer was lost: whatever it asked to be current.
  // Settings of its own make other rows of them.
  if (current?.sha256 === file.sha256 && !hasSettings(settings)) return emit();
  if (onlyAfter && !onlyAfter.includes(versions)) return refuse({ code: "version-stale", version: versions });
  const asked = { uploadId, mode: "replace", fileName, file, by, mayChangeColumns } as const;
  const decided = hasSettings(settings) ? { settings } : {};
  return emit({ type: "DatasetVersionRequested", data: { datasetId, version: versions + 1, ...asked, ...decided } });
}

function decidedIn({ data }: EventNamed<"DatasetCreated" | "DatasetVersionRequested">) {
  return data.settings === undefined ? {} : { settings: data.settings };
}

function hasSettings(settings: LoadSettings | undefined): settings is LoadSettings {
  return settings !== undefined && Object.keys(settings).length > 0;
}

/** Decides whether loaded rows become the next version: not if their columns had to stay the same and have not. */
export function recordLoad(
  datasetId: string,
  { current, pending, versions }: VersionsOfDataset,
  {
    table: { physical, columns, rows, contentHash },
    rejected,
    report,
  }: Extract<DatasetCommand, { type: "record-load" }>,
): Decided {
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

/** The same names and types in the same order. Labels are for people only. */
function sameColumns(a: readonly Column[], b: readonly Column[]): boolean {
  return a.length === b.length && a.every(({ name, type }, at) => name === b[at]?.name && type === b[at].type);
}
