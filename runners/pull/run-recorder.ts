import type { PullNote } from "#domain/connector-language/engine/engine-ports.ts";
import type { RunRecords } from "#domain/core/ports/run-records.ts";
import { trackProgress } from "./run-progress.ts";

/** How often progress is written at most. */
const WRITE_INTERVAL_MS = 500;

type Recorder = {
  readonly observe: (note: PullNote) => void;
  /** Writes what has not been written yet. */
  finish(): Promise<void>;
};

/** Stores the progress and the request log of a run, at most twice a second however fast pages arrive. */
export function runRecorder(options: {
  readonly records: RunRecords;
  readonly runId: string;
  readonly now: () => number;
  /** Removes every secret from a text. */
  readonly hide: (text: string) => string;
  readonly onError: (error: unknown) => void;
}): Recorder {
  const { records, runId, onError } = options;
  const tracker = trackProgress(options.now, options.hide);
  let timer: NodeJS.Timeout | null = null;
  let writing = Promise.resolve();

  const write = (): Promise<void> => {
    timer = null;
    const { progress, requests } = tracker.take();
    writing = writing.then(() => records.keep(runId, progress, requests)).catch(onError);
    return writing;
  };

  return {
    observe(note) {
      tracker.observe(note);
      timer ??= setTimeout(() => void write(), WRITE_INTERVAL_MS).unref();
    },
    async finish() {
      if (timer) clearTimeout(timer);
      tracker.endWait();
      await write();
    },
  };
}
