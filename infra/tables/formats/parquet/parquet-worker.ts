import { parentPort, workerData } from "node:worker_threads";
import { parquetEncoder, type ParquetLayout } from "./parquet-encoder.ts";
import type { FromParquetWorker, ToParquetWorker } from "./parquet-thread.ts";

const port = parentPort;
if (!port) throw new Error("parquet-worker.ts runs as a worker thread");
const encoder = parquetEncoder(workerData as ParquetLayout);

port.on("message", ({ say, rows: { buffer, bytes: filled } }: ToParquetWorker) => {
  const rows = Buffer.from(buffer.buffer, 0, filled);
  const bytes = say === "rows" ? encoder.rows(rows) : encoder.end(rows);
  const reply: FromParquetWorker = { say: say === "rows" ? "taken" : "ended", spare: buffer, bytes };
  port.postMessage(reply, [buffer.buffer, bytes.buffer]);
});
