import { Worker } from "node:worker_threads";
import type { YamlRead, YamlReader } from "#domain/core/ports/work-ports.ts";

const TIMEOUT_MS = 20_000;
const MAX_MEMORY_MB = 512;
const TOO_MUCH: YamlRead = { ok: false, message: "The YAML takes too long to read. Convert it to JSON first." };

/** The answer of the thread: the value as JSON text, or a sentence. */
export type YamlAnswer = { readonly json: string } | { readonly fault: string };

/**
 * Reads YAML in a thread of its own: a large document takes seconds, which would block all requests. One document at a
 * time; a thread that runs out of time or memory is ended.
 */
export function createYamlReader(mostMs = TIMEOUT_MS): YamlReader {
  let last: Promise<unknown> = Promise.resolve();
  return {
    read(text) {
      const read = last.then(() => inThread(text, mostMs));
      last = read.catch(() => undefined);
      return read;
    },
  };
}

function inThread(text: string, mostMs: number): Promise<YamlRead> {
  const worker = new Worker(new URL("./yaml-thread.ts", import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  return new Promise<YamlRead>((resolve) => {
    const timer = setTimeout(() => resolve(TOO_MUCH), mostMs);
    worker.once("message", (answer: YamlAnswer) =>
      resolve(
        "json" in answer
          ? { ok: true, value: JSON.parse(answer.json) as unknown }
          : { ok: false, message: answer.fault },
      ),
    );
    // Out of memory, for example. The document is always the cause.
    worker.once("error", () => resolve(TOO_MUCH));
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve(TOO_MUCH);
    });
  }).finally(() => void worker.terminate());
}
