import inspector from "node:inspector";
import { isMainThread } from "node:worker_threads";

/**
 * Loaded before everything else of a process whose steps are counted. Threads load it too, and would wait for ever for a
 * client of their own if the process had been started with `--inspect-brk`.
 */
if (isMainThread) inspector.open(Number(process.env["COUNTED_AT_PORT"]), "127.0.0.1", true);
