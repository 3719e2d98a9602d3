import { parentPort, workerData } from "node:worker_threads";
import { parquetEncoder, type ParquetLayout } from "./parquet-encoder.ts";
import type { FromParquetWorker, ToParquetWorker } from "./parquet-thread.ts";

const port = parentPort;
if (!port) throw new Error("parquet-worker.ts runs as a worker thread");
const encoder = parquetEncoder(workerData as ParquetLayout);

port.on("message", (message: ToParquetWorker) => {
  const bytes = message.say === "rows" ? encoder.rows(Buffer.from(message.rows.buffer)) : encoder.end();
  const reply: FromParquetWorker = { say: message.say === "rows" ? "taken" : "ended", bytes };
  port.postMessage(reply, [bytes.buffer as ArrayBuffer]);
});
