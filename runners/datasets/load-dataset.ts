import { unrecordable } from "#domain/core/faults/unrecordable.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { loadJob } from "#domain/use-cases/datasets/upload-version.ts";
import { dataset, type DatasetState } from "#domain/dataset/decider.ts";
import { type FileOfLoad, isKept, isPending } from "#domain/dataset/versions.ts";
import { type LoadReport, withoutTexts } from "#domain/dataset/load-report.ts";
import type { LoadSettings, ReadSettings } from "#domain/dataset/load-settings.ts";
import { type ExpectedColumn, expectedColumns, settingsUnder } from "#domain/dataset/schema.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { isWaitedFor, whilePending } from "./while-pending.ts";

export type LoadPorts = Pick<Ports, "log" | "exclusive" | "time" | "jobs"> & {
  readonly uploads: {
    load(file: FileToLoad, signal: AbortSignal): Promise<Loaded>;
    /**
     * Removes the file of a version that will not be loaded any more, and what else nobody needs of the files of its
     * dataset. `awaited`: the upload whose rows the dataset waits for.
     */
    prune(datasetId: string, uploadId: string, awaited: string | null): Promise<void>;
  };
  /** Adds loaded rows to those of the version before. */
  readonly combine: (combination: Combination) => Promise<Combined>;
  readonly dropTable: (physical: string) => Promise<void>;
  readonly reportError: (error: unknown, datasetId: string) => void;
  /** Whether an error says that an engine could not serve, so that the work should be retried. */
  readonly passes: (error: unknown) => boolean;
  /** How often a load looks whether it was cancelled. */
  readonly lookEveryMs?: number;
};

/** `uploadId` null: the first file of its dataset; `expected`: the columns of the version before. */
type FileToLoad = {
  readonly datasetId: string;
  readonly uploadId: string | null;
  readonly expected?: readonly ExpectedColumn[];
  /** What the uploader decided about the file. */
  readonly settings: ReadSettings;
};
type Loaded =
  | {
      readonly ok: true;
      readonly table: TableVersion;
      readonly report: LoadReport;
      readonly rejected: { readonly count: number };
    }
  | { readonly ok: false; readonly failure: LoadFailure };

/** What is made of the version before (`base`) and the loaded rows of a file (`added`), under the name of the latter. */
type Combination = {
  readonly base: string;
  readonly added: string;
  readonly mode: "append" | "upsert";
  readonly key: readonly string[];
  /** The tables of versions that the log names. */
  readonly known: readonly string[];
};
type Combined =
  { readonly ok: true; readonly table: TableVersion } | { readonly ok: false; readonly failure: LoadFailure };
/** What the rows of a file are added to; null: they take the place of all others. */
type AddedTo = Omit<Combination, "added"> | null;

/** Delays before each retry after an engine could not serve, in milliseconds. */
const PAUSES_MS = [1_000, 5_000, 15_000];

/** The file whose rows a dataset waits for; null: none, or it has to be fetched first. */
function pendingFile(state: DatasetState): FileOfLoad | null {
  return "pending" in state && !state.pending?.toFetch ? state.pending : null;
}

/**
 * Loads the rows of a file that was received for a dataset: its first, or that of its next version. Repeated from the
 * start if its process died or was stopped: then it returns "stopped". "busy": another process is doing it.
 */
export async function executeLoad(
  ports: LoadPorts,
  datasetId: string,
  stopping: AbortSignal,
): Promise<"done" | "busy" | "stopped"> {
  let stopped = false;
  const claim = await ports.exclusive.run(`load/${datasetId}`, async () => {
    // Another file may be there before the load of a cancelled one has ended: its own job finds this one busy.
    for (let ended: string | undefined; !stopped;) {
      const state = await aggregate(ports.log, dataset).load(datasetId);
      const pending = pendingFile(state);
      if (!("current" in state) || !pending) return;
      const { uploadId, settings = {}, attempt } = pending;
      const job = loadJob(datasetId, uploadId, attempt);
      if (job === ended) return;
      const file = { datasetId, uploadId, ...readWith(state, settings, pending.mayChangeColumns) };
      stopped = !(await loadAndSettle(ports, { job, file, before: addedTo(state) }, stopping));
      if (!stopped && uploadId !== null) await removeUnneeded(ports, { datasetId, uploadId });
      ended = job;
    }
  });
  if (claim === "busy") return "busy";
  return stopped ? "stopped" : "done";
}

type Received = { readonly datasetId: string; readonly uploadId: string };

/**
 * Removes the file of a load that was cancelled before it began, or whose process died when its end was recorded. "busy":
 * another process is at it.
 */
export async function removeReceived(
  ports: Pick<LoadPorts, "log" | "exclusive" | "uploads">,
  received: Received,
): Promise<"done" | "busy"> {
  const claim = await ports.exclusive.run(`load/${received.datasetId}`, () => removeUnneeded(ports, received));
  return claim === "busy" ? "busy" : "done";
}

/** Removes a file unless its dataset waits for its rows, or its owner may have it loaded again. */
async function removeUnneeded(
  { log, uploads }: Pick<LoadPorts, "log" | "uploads">,
  { datasetId, uploadId }: Received,
): Promise<void> {
  const state = await aggregate(log, dataset).load(datasetId);
  const isLive = "pending" in state;
  const isNeeded = isLive && (isPending(state, uploadId) || isKept(state, uploadId));
  if (!isNeeded) await uploads.prune(datasetId, uploadId, isLive ? (state.pending?.uploadId ?? null) : null);
}

type LoadToDo = { readonly job: string; readonly file: FileToLoad; readonly before: AddedTo };

/** False: the process stops, and the load begins again in another one. */
async function loadAndSettle(
  ports: LoadPorts,
  { job, file, before }: LoadToDo,
  stopping: AbortSignal,
): Promise<boolean> {
  const { datasetId, uploadId } = file;
  const datasets = aggregate(ports.log, dataset);
  const cause: Cause = {
    actor: { kind: "system", name: "runner" },
    commandId: `load/${job}`,
    correlationId: datasetId,
  };
  const loaded = await whilePending(ports, file, stopping, (signal) =>
    persistentLoad(ports, file, before, signal),
  ).catch(async (error: unknown) => {
    if (stopping.aborted) return null;
    // Of a load that was cancelled, and of a deleted dataset, whose files are gone, an error says nothing.
    if (await isWaitedFor(ports, file)) ports.reportError(error, datasetId);
    return { ok: false, failure: { code: "fault", facts: {} } } as const;
  });
  if (!loaded) return false;
  // Readers need no statistics: they are a job of their own. It is queued first, so that a crash does not lose it.
  if (loaded.ok) await ports.jobs.wake("measure-table", loaded.table.physical);
  const settle = (end: Loaded) =>
    datasets.handle(
      datasetId,
      end.ok
        ? {
            type: "record-load",
            uploadId,
            table: end.table,
            rejected: end.rejected.count,
            report: withoutTexts(end.report),
          }
        : { type: "record-load-failure", uploadId, failure: end.failure },
      step(cause, "settle-load"),
    );
  const settled = await settle(loaded).catch((error: unknown) => {
    const failure = unrecordable(error);
    if (failure === null) throw error;
    if (failure.code === "fault") ports.reportError(error, datasetId);
    return settle({ ok: false, failure });
  });
  const isShown = settled.ok && settled.value.some(({ type }) => type === "DatasetLoaded");
  if (loaded.ok && !isShown) await ports.dropTable(loaded.table.physical);
  return true;
}

/** A failed load leaves nothing behind, so one that failed because of an engine starts again. */
async function persistentLoad(
  ports: LoadPorts,
  file: FileToLoad,
  before: AddedTo,
  stopping: AbortSignal,
): Promise<Loaded> {
  for (const pause of PAUSES_MS) {
    try {
      return await loadOnce(ports, file, before, stopping);
    } catch (error) {
      if (stopping.aborted || !ports.passes(error)) throw error;
      ports.reportError(error, file.datasetId);
    }
    await ports.time.sleep(pause, stopping);
  }
  return loadOnce(ports, file, before, stopping);
}

async function loadOnce(ports: LoadPorts, file: FileToLoad, before: AddedTo, stopping: AbortSignal): Promise<Loaded> {
  const loaded = await ports.uploads.load(file, stopping);
  if (!loaded.ok || !before) return loaded;
  const added = loaded.table.physical;
  let isKept = false;
  try {
    const combined = await ports.combine({ ...before, added });
    isKept = combined.ok;
    return combined.ok ? { ...combined, rejected: loaded.rejected, report: loaded.report } : combined;
  } finally {
    if (!isKept) await ports.dropTable(added);
  }
}

/** How the file is read, and the columns that it should have. */
function readWith(
  { current, schema }: Extract<DatasetState, { pending: unknown }>,
  asked: LoadSettings,
  mayChangeColumns: boolean,
): Pick<FileToLoad, "settings" | "expected"> {
  if (!current) return { settings: asked };
  const { columns } = current;
  return {
    settings: settingsUnder(schema, columns, asked, mayChangeColumns),
    expected: expectedColumns(columns, schema),
  };
}

/** What the rows of the waiting file are added to. */
function addedTo(state: DatasetState): AddedTo {
  if (!("current" in state) || !state.current || !state.pending || state.pending.mode === "replace") return null;
  const { mode, key } = state.pending;
  const known = state.tables.map(({ physical }) => physical);
  return { base: state.current.physical, mode, key, known };
}
