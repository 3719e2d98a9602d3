import { aggregate } from "../../core/aggregate.ts";
import { accept, refuse, type Result } from "../../core/result.ts";
import type { CancelLoad, NewVersion, RetryLoad } from "../../dataset/commands.ts";
import { dataset, type DatasetRefusal, type DatasetState } from "../../dataset/decider.ts";
import type { Ports } from "../ports.ts";
import { type Cause, step } from "../step.ts";

export type UploadVersionPorts = Pick<Ports, "log" | "jobs"> & {
  /** Stores the received file for the job `load-dataset`. */
  readonly keepFile: (datasetId: string, uploadId: string) => Promise<void>;
  readonly removeFile: (datasetId: string, uploadId: string) => Promise<void>;
};

/**
 * Stores a received file as the next version of a dataset and queues the job that loads its rows. `isNew` false: the
 * current version was made from the same bytes, and nothing is loaded.
 */
export async function uploadVersion(
  ports: UploadVersionPorts,
  { datasetId, ...version }: NewVersion & { readonly datasetId: string },
  cause: Cause,
): Promise<Result<{ readonly isNew: boolean }, DatasetRefusal>> {
  const datasets = aggregate(ports.log, dataset);
  const command = { type: "request-version", ...version } as const;
  const context = step(cause, "request-version");
  const { state, ofCommand } = await datasets.loadFor(datasetId, context.commandId);
  const requestedBefore = ofCommand.at(-1);
  if (requestedBefore) {
    const { uploadId, by } = version;
    const keepFile = () => ports.keepFile(datasetId, uploadId);
    const resumed = await resumeLoad({ ...ports, keepFile }, state, { datasetId, uploadId, by }, cause);
    return resumed.ok ? accept({ isNew: true }, resumed.position ?? requestedBefore.position) : resumed;
  }
  // A file that will not be loaded is never stored, and counts against no allowance.
  const foreseen = dataset.decide(state, command);
  if (!foreseen.ok) return foreseen;
  if (foreseen.value.length === 0) return accept({ isNew: false });
  await ports.keepFile(datasetId, version.uploadId);
  const requested = await datasets.handle(datasetId, command, context);
  const isNew = requested.ok && requested.value.length > 0;
  if (!isNew) await ports.removeFile(datasetId, version.uploadId);
  if (!requested.ok) return requested;
  if (isNew) await ports.jobs.wake("load-dataset", loadJob(datasetId, version.uploadId));
  // Nobody can load this one again.
  const left = ("failed" in state && state.failed?.uploadId) || version.uploadId;
  if (isNew && left !== version.uploadId) await ports.removeFile(datasetId, left);
  return accept({ isNew }, requested.position);
}

/**
 * What a command does that comes again under its key after it has asked for a load: queues a job that a crash has lost,
 * or has the file loaded again if its load has failed for a reason that is not in it. Answers of such failures are not
 * kept for the key, so that a program that repeats its call gets on.
 */
async function resumeLoad(
  ports: Pick<Ports, "log" | "jobs"> & { readonly keepFile: () => Promise<void> },
  state: DatasetState,
  { datasetId, uploadId, by }: { readonly datasetId: string; readonly uploadId: string; readonly by: string },
  cause: Cause,
): Promise<Result<null, DatasetRefusal>> {
  if (!("pending" in state)) return accept(null);
  const { pending, failed } = state;
  if (pending?.uploadId === uploadId)
    await ports.jobs.wake("load-dataset", loadJob(datasetId, uploadId, pending.attempt));
  if (failed?.uploadId !== uploadId || failed.retry !== "same") return accept(null);
  await ports.keepFile();
  const retryPorts = { ...ports, hasFile: () => Promise.resolve(true), forgetProgress: () => Promise.resolve() };
  return retryLoad(retryPorts, { datasetId, uploadId, by, takesColumns: false }, cause);
}

/** Why a dataset takes no file from this user now, as far as that can be said before the file is there. */
export async function versionRefusal(
  { log }: Pick<Ports, "log">,
  { datasetId, by }: { readonly datasetId: string; readonly by: string },
): Promise<DatasetRefusal | null> {
  const anyFile = {
    ...{ uploadId: "", fileName: "", file: { sha256: "", bytes: 0 }, mayChangeColumns: true },
    ...{ mode: "replace" as const, key: [] },
  };
  const state = await aggregate(log, dataset).load(datasetId);
  const decided = dataset.decide(state, { type: "request-version", by, ...anyFile, onlyAfter: null });
  return decided.ok ? null : decided.refusal;
}

/**
 * Ends the load of a dataset's next version. A job that is doing it notices and removes what it had loaded; the file of
 * one that has not begun is removed by its job.
 */
export async function cancelLoad(
  { log, jobs }: Pick<Ports, "log" | "jobs">,
  { datasetId, ...asked }: CancelLoad & { readonly datasetId: string },
  cause: Cause,
): Promise<Result<null, DatasetRefusal>> {
  const command = { type: "cancel-load", ...asked } as const;
  const cancelled = await aggregate(log, dataset).handle(datasetId, command, step(cause, "cancel-load"));
  if (!cancelled.ok) return cancelled;
  await jobs.wake("load-dataset", loadJob(datasetId, asked.uploadId));
  return accept(null, cancelled.position);
}

export type RetryPorts = Pick<Ports, "log" | "jobs"> & {
  /** Whether the file of a failed load is still there. */
  readonly hasFile: (datasetId: string, uploadId: string | null) => Promise<boolean>;
  /** Forgets how far the load before was. */
  readonly forgetProgress: (datasetId: string) => Promise<void>;
};

/** Queues another load of a file that is kept because its load has failed for a reason that is not in it. */
export async function retryLoad(
  ports: RetryPorts,
  { datasetId, ...asked }: RetryLoad & { readonly datasetId: string },
  cause: Cause,
): Promise<Result<null, DatasetRefusal>> {
  const datasets = aggregate(ports.log, dataset);
  const command = { type: "retry-load", ...asked } as const;
  const state = await datasets.load(datasetId);
  const foreseen = dataset.decide(state, command);
  if (!foreseen.ok) return foreseen;
  if (foreseen.value.length > 0) {
    if (!(await ports.hasFile(datasetId, asked.uploadId))) return refuse({ code: "load-not-retryable" });
    await ports.forgetProgress(datasetId);
  }
  // A command that comes again may find that its first retry has failed too.
  const failures = ("failed" in state && state.failed?.attempt) || 1;
  const retried = await datasets.handle(datasetId, command, step(cause, `retry-load/${failures}`));
  if (!retried.ok) return retried;
  for (const event of retried.value)
    if (event.type === "DatasetLoadRetried")
      await ports.jobs.wake("load-dataset", loadJob(datasetId, asked.uploadId, event.data.attempt));
  return accept(null, retried.position);
}

/**
 * The id of the job that loads a file. Each file, and each further load of it, has a job of its own: the one before may
 * still be ending.
 */
export function loadJob(datasetId: string, uploadId: string | null, attempt = 1): string {
  if (attempt > 1) return `${datasetId}/${uploadId ?? ""}/${attempt}`;
  return uploadId === null ? datasetId : `${datasetId}/${uploadId}`;
}

/** The dataset and the file that such a job is about. */
export function fileOfJob(job: string): { readonly datasetId: string; readonly uploadId: string | null } {
  const [datasetId = "", uploadId = ""] = job.split("/");
  return { datasetId, uploadId: uploadId || null };
}
