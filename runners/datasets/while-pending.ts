import type { Ports } from "#domain/use-cases/ports.ts";
import { aggregate } from "#domain/core/aggregate.ts";
import { dataset } from "#domain/dataset/decider.ts";
import { isPending } from "#domain/dataset/versions.ts";

/** How often a running load looks whether its dataset still waits for it. */
const LOOK_EVERY_MS = 1_000;

type Watched = { readonly datasetId: string; readonly uploadId: string | null };

/** Does the work of a load. Its signal aborts soon after the load was cancelled or its dataset deleted. */
export async function whilePending<T>(
  { log, time, lookEveryMs = LOOK_EVERY_MS }: Pick<Ports, "log" | "time"> & { readonly lookEveryMs?: number },
  watched: Watched,
  stopping: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const unwanted = new AbortController();
  const watch = async (): Promise<void> => {
    do await time.sleep(lookEveryMs, ended.signal);
    while (await isWaitedFor({ log }, watched));
    unwanted.abort(new Error("The load was cancelled"));
  };
  // A failed look lets the load go on: its end is recorded only if the dataset still waits for it.
  const watching = watch().catch(() => undefined);
  try {
    return await work(AbortSignal.any([stopping, unwanted.signal]));
  } finally {
    ended.abort();
    await watching;
  }
}

/** Whether a dataset waits for the rows of this file. */
export async function isWaitedFor({ log }: Pick<Ports, "log">, { datasetId, uploadId }: Watched): Promise<boolean> {
  const state = await aggregate(log, dataset).load(datasetId);
  return "pending" in state && isPending(state, uploadId);
}
