import { type Decision, emit } from "../../core/decider.ts";
import { refuse } from "../../core/result.ts";
import { userOwner } from "../../core/values/owner.ts";
import type { NewSource, RecordFetch, RequestRefresh } from "../commands.ts";
import type { DatasetEvent } from "../events.ts";
import type { LoadSettings } from "../load-settings.ts";
import type { VersionsOfDataset } from "../versions.ts";

export type SourceRefusal =
  /** Its rows come from uploads or from a connection. */
  { readonly code: "dataset-without-address" };

/** Where the files of a dataset come from. */
export type FileSource = {
  readonly host: string;
  /** The name of the address in the vault of the owner. */
  readonly addressRef: string;
  readonly fileName: string;
  readonly settings?: LoadSettings;
  /** Minutes; 0: it is refreshed by hand. */
  readonly interval: number;
};

/** What the rules of a source need of its dataset. */
type Sourced = VersionsOfDataset & { readonly source: FileSource | null };
type SourceEvent = Extract<
  DatasetEvent,
  {
    type:
      | "DatasetSourceSet"
      | "DatasetRefreshIntervalSet"
      | "DatasetRefreshRequested"
      | "DatasetFileFetched"
      | "DatasetRefreshUnchanged";
  }
>;
type Decided = Decision<DatasetEvent, SourceRefusal | { readonly code: "version-in-progress" }>;

/** The events of a new dataset whose file has to be fetched. */
export function eventsOfSource(
  { datasetId, by, fileName }: { readonly datasetId: string; readonly by: string; readonly fileName: string },
  source: NewSource | undefined,
): DatasetEvent[] {
  if (source === undefined) return [];
  const { host, addressRef, interval: minutes } = source;
  return [
    { type: "DatasetSourceSet", data: { datasetId, owner: userOwner(by), host, addressRef, fileName } },
    ...(minutes > 0 ? [{ type: "DatasetRefreshIntervalSet", data: { datasetId, minutes } } as const] : []),
  ];
}

/** The source and the file that is waited for after an event. */
export function evolveSource(state: Sourced, event: SourceEvent): Partial<Sourced & { readonly loadFailure: null }> {
  const { source, pending } = state;
  switch (event.type) {
    case "DatasetSourceSet": {
      const { host, addressRef, fileName } = event.data;
      const settings = pending?.settings;
      return {
        source: { host, addressRef, fileName, interval: 0, ...(settings ? { settings } : {}) },
        pending: pending && { ...pending, toFetch: true },
      };
    }
    case "DatasetRefreshIntervalSet":
      return { source: source && { ...source, interval: event.data.minutes } };
    case "DatasetRefreshRequested": {
      const { uploadId, mayChangeColumns } = event.data;
      // After the first version the schema has what was decided.
      const settings = state.current ? undefined : source?.settings;
      const file = { sha256: null, mode: "replace", key: [], ...(settings ? { settings } : {}) } as const;
      return { pending: { ...file, uploadId, mayChangeColumns, toFetch: true }, failed: null };
    }
    case "DatasetFileFetched":
      return { pending: pending && { ...pending, sha256: event.data.file.sha256, toFetch: false } };
    case "DatasetRefreshUnchanged":
      return { pending: null, loadFailure: null };
  }
}

/** Decides whether the file at the address of a dataset is fetched as its next version. */
export function requestRefresh(
  datasetId: string,
  { source, pending, versions }: Sourced,
  { by, uploadId, trigger, mayChangeColumns }: RequestRefresh,
): Decided {
  if (source === null) return refuse({ code: "dataset-without-address" });
  if (pending) return refuse({ code: "version-in-progress" });
  const { fileName } = source;
  const data = { datasetId, version: versions + 1, uploadId, fileName, trigger, by, mayChangeColumns };
  return emit({ type: "DatasetRefreshRequested", data });
}

/** Decides what a fetched file is: the next version, or nothing new. A dataset that waits for it no more ignores it. */
export function recordFetch(datasetId: string, state: Sourced, { uploadId, file }: RecordFetch): Decided {
  const { current, pending } = state;
  if (pending?.uploadId !== uploadId || !pending.toFetch) return emit();
  const isCurrent = file === null || (current?.sha256 === file.sha256 && current.mode === "replace");
  if (current && isCurrent) return emit({ type: "DatasetRefreshUnchanged", data: { datasetId } });
  return file === null ? emit() : emit({ type: "DatasetFileFetched", data: { datasetId, file } });
}

/** Decides on how often the file is fetched. */
export function setRefreshInterval(datasetId: string, { source }: Sourced, minutes: number): Decided {
  if (source === null) return refuse({ code: "dataset-without-address" });
  if (source.interval === minutes) return emit();
  return emit({ type: "DatasetRefreshIntervalSet", data: { datasetId, minutes } });
}

/** The file that has to be fetched before its rows can be loaded; null: none. */
export function fileToFetch(state: Sourced): {
  readonly uploadId: string | null;
  readonly addressRef: string;
  /** Of the version that readers see, if it was made from a file alone. */
  readonly knownSha256: string | null;
} | null {
  const { source, pending, current } = state;
  if (!source || !pending?.toFetch) return null;
  const knownSha256 = current?.mode === "replace" ? current.sha256 : null;
  return { uploadId: pending.uploadId, addressRef: source.addressRef, knownSha256 };
}
