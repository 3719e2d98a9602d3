import { aggregate } from "#domain/core/aggregate.ts";
import { finding } from "#domain/core/findings/finding.ts";
import { dataset } from "#domain/dataset/decider.ts";
import type { UploadedFile } from "#domain/dataset/events.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import { fileToFetch } from "#domain/dataset/source/source.ts";
import { loadJob } from "#domain/use-cases/datasets/upload-version.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import { type Cause, step } from "#domain/use-cases/step.ts";
import type { LoadPorts } from "./load-dataset.ts";
import { isWaitedFor, whilePending } from "./while-pending.ts";

export type FetchPorts = Pick<LoadPorts, "log" | "exclusive" | "time" | "reportError" | "lookEveryMs"> &
  Pick<Ports, "vault"> & {
    /** Fetches a file and stores it as the one that the dataset waits for. */
    readonly fetchFile: (wanted: WantedFile, signal: AbortSignal) => Promise<FetchedFile>;
  };

export type WantedFile = {
  readonly ownerId: string;
  readonly datasetId: string;
  /** null: the first file of its dataset. */
  readonly uploadId: string | null;
  readonly url: string;
  /** Of the file that the rows were made from; the same bytes are not stored again. */
  readonly knownSha256: string | null;
};

/** `file` null: it is the known one. */
export type FetchedFile =
  { readonly ok: true; readonly file: UploadedFile | null } | { readonly ok: false; readonly failure: LoadFailure };

const ADDRESS_GONE: FetchedFile = {
  ok: false,
  failure: { code: "source", facts: { finding: finding("address-gone", {}) } },
};

/**
 * Fetches the file that a dataset waits for, if it has to be fetched. Repeated from the start if its process died or was
 * stopped: then it returns "stopped". "busy": another process is doing it.
 */
export async function executeFetch(
  ports: FetchPorts,
  datasetId: string,
  stopping: AbortSignal,
): Promise<"done" | "busy" | "stopped"> {
  let stopped = false;
  const claim = await ports.exclusive.run(`load/${datasetId}`, async () => {
    const datasets = aggregate(ports.log, dataset);
    const state = await datasets.load(datasetId);
    const wanted = "source" in state ? fileToFetch(state) : null;
    if (!wanted || !("ownerId" in state)) return;
    const { uploadId, addressRef, knownSha256 } = wanted;
    const { ownerId } = state;
    const fetched = await whilePending(ports, { datasetId, uploadId }, stopping, async (signal) => {
      const url = await ports.vault.get(ownerId, addressRef);
      return url === null ? ADDRESS_GONE : ports.fetchFile({ ownerId, datasetId, uploadId, url, knownSha256 }, signal);
    }).catch(async (error: unknown) => {
      if (stopping.aborted) return null;
      if (await isWaitedFor(ports, { datasetId, uploadId })) ports.reportError(error, datasetId);
      return { ok: false, failure: { code: "fault", facts: {} } } as const;
    });
    // What is stopped by the end of the process is no failure.
    stopped = fetched === null || (!fetched.ok && stopping.aborted);
    if (!fetched || stopped) return;
    const cause: Cause = {
      actor: { kind: "system", name: "runner" },
      commandId: `fetch/${loadJob(datasetId, uploadId)}`,
      correlationId: datasetId,
    };
    const command = fetched.ok
      ? ({ type: "record-fetch", uploadId, file: fetched.file } as const)
      : ({ type: "record-load-failure", uploadId, failure: fetched.failure } as const);
    await datasets.handle(datasetId, command, step(cause, "settle-fetch"));
  });
  if (claim === "busy") return "busy";
  return stopped ? "stopped" : "done";
}
