import { Duplex } from "node:stream";
import { Worker } from "node:worker_threads";
import type { ParquetLayout } from "./parquet-encoder.ts";

/** The messages between the two threads. */
export type ToParquetWorker = { readonly say: "rows"; readonly rows: Uint8Array } | { readonly say: "end" };
export type FromParquetWorker = { readonly say: "taken" | "ended"; readonly bytes: Uint8Array };

/** Most chunks in transit to the other thread. */
const WINDOW = 8;
/** A row group takes some 100 MB while it is made. */
const WORKER_HEAP_MB = 512;

/**
 * Writes Parquet from COPY's text format in a worker thread, so that requests are answered meanwhile. Rows wait while the
 * reader takes nothing. A fault of the thread is an error of the stream.
 */
export function parquetRows(layout: ParquetLayout): Duplex {
  const worker = new Worker(new URL("./parquet-worker.ts", import.meta.url), {
    workerData: layout,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
  });
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
      const rows = new Uint8Array(chunk);
      underway += 1;
      worker.postMessage({ say: "rows", rows } satisfies ToParquetWorker, [rows.buffer]);
      proceed = done;
      proceedIfRoom();
    },
    final(done) {
      worker.postMessage({ say: "end" } satisfies ToParquetWorker);
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
  worker.on("message", ({ say, bytes }: FromParquetWorker) => {
    underway -= 1;
    if (bytes.length > 0) isRead = stream.push(bytes) && isRead;
    if (say === "ended") stream.push(null);
    else proceedIfRoom();
  });
  worker.once("error", (error) => stream.destroy(error instanceof Error ? error : new Error(String(error))));
  return stream;
}
