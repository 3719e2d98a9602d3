import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { type FromWorker, readerHere, type ReaderOptions, type ToWorker } from "./csv-reader.ts";
import type { ScannedRows } from "./scan/scan-pass.ts";

/** Most batches in transit to the other thread: limits the memory of both. */
const WINDOW = 4;

const port = parentPort;
if (!port) throw new Error("csv-worker.ts runs as a worker thread");
// On Linux a priority is a thread's own: a load must not slow down the thread that answers requests.
if (process.platform === "linux") setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
const reader = readerHere(workerData as ReaderOptions);
let underway = 0;
const spares: ArrayBuffer[] = [];
let wake: (() => void) | null = null;

port.on("message", (message: ToWorker) => {
  if (message.say === "taken") {
    underway -= 1;
    if (message.spare) spares.push(message.spare);
    wake?.();
    return;
  }
  void answer(message).then((reply) => port.postMessage(reply));
});

async function answer(message: Exclude<ToWorker, { say: "taken" }>): Promise<FromWorker> {
  if (message.say === "plan") return { say: "planned", planned: await reader.plan(message.notUtf8, hand) };
  return { say: "scanned", end: await reader.scan(message.plan, message.types, hand) };
}

async function hand(rows: ScannedRows): Promise<ArrayBuffer | null> {
  while (underway >= WINDOW)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  underway += 1;
  port?.postMessage({ say: "rows", rows } satisfies FromWorker, rows.rows ? [rows.rows.buffer] : []);
  return spares.pop() ?? null;
}
