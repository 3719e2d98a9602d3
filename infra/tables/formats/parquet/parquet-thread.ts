import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import type { ParquetLayout } from "./parquet-encoder.ts";
import { type RowBatch, rowBatches } from "./row-batches.ts";

/** The messages between the two threads. The memory of rows goes there and back. */
export type ToParquetWorker = { readonly say: "rows" | "end"; readonly rows: RowBatch };
export type FromParquetWorker = {
  readonly say: "taken" | "ended";
  readonly spare: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
};

const BATCH_BYTES = 262_144;
/** Most batches in transit to the other thread. */
const WINDOW = 3;
/** The rows are outside the heap, which holds little more than code and what the end of the file tells. */
const WORKER_LIMITS = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 512 };

/**
 * Writes Parquet from COPY's text format in a worker thread, so that requests are answered meanwhile. Rows wait while the
 * reader takes nothing. A fault of the thread is an error of the stream.
 */
export function parquetRows(layout: ParquetLayout): Duplex {
  const worker = new Worker(new URL("./parquet-worker.ts", import.meta.url), {
    workerData: layout,
    execArgv: [],
    resourceLimits: WORKER_LIMITS,
  });
  const batches = rowBatches(BATCH_BYTES);
  const post = (say: ToParquetWorker["say"], rows: RowBatch) =>
    worker.postMessage({ say, rows } satisfies ToParquetWorker, [rows.buffer.buffer]);
  let underway = 0;
  let isRead = true;
  let proceed: (() => void) | null = null;
  const proceedIfRoom = () => {
    if (!isRead || underway >= WINDOW) return;
    const next = proceed;
    proceed = null;
    next?.();
  };
  const stream = new Duplex({
    write(chunk: Buffer, _encoding, done) {
      const full = batches.add(chunk);
      if (full) {
        underway += 1;
        post("rows", full);
      }
      proceed = done;
      proceedIfRoom();
    },
    final(done) {
      post("end", batches.last());
      done();
    },
    read() {
      isRead = true;
      proceedIfRoom();
    },
    destroy(error, done) {
      void worker.terminate().then(() => done(error));
    },
  });
  worker.on("message", ({ say, spare, bytes }: FromParquetWorker) => {
    underway -= 1;
    batches.takeBack(spare);
    if (bytes.length > 0) isRead = stream.push(bytes) && isRead;
    if (say === "ended") stream.push(null);
    else proceedIfRoom();
  });
  worker.once("error", (error) => stream.destroy(error instanceof Error ? error : new Error(String(error))));
  return stream;
}
