import { Worker } from "node:worker_threads";
import type { ImportReader, ImportSource } from "#domain/connector-import/import-reader.ts";
import type { ImportRead } from "#domain/connector-import/import-document.ts";
import type { NotImported } from "#domain/connector-import/imported.ts";
import type { Choices } from "#domain/connector-import/openapi/openapi-definition.ts";

const TIMEOUT_MS = 20_000;
const MAX_MEMORY_MB = 512;
const TOO_MUCH: NotImported = {
  ok: false,
  message: "The document is too large: it takes too long to read. Leave out what the connector does not need.",
  tooLarge: true,
};

export type ImportTask = ImportSource & { readonly wants: "connector" | "choices" };

/**
 * Reads documents and command lines in a thread of its own: a large one takes seconds, which would block all requests.
 * One at a time; a thread that runs out of time or memory is ended.
 */
export function createImportReader(mostMs = TIMEOUT_MS): ImportReader {
  let last: Promise<unknown> = Promise.resolve();
  const read = <T>(task: ImportTask): Promise<T | NotImported> => {
    const done = last.then(() => inThread<T>(task, mostMs));
    last = done.catch(() => undefined);
    return done;
  };
  return {
    connector: (source) => read<ImportRead>({ ...source, wants: "connector" }),
    choices: (text) => read<Choices>({ kind: null, text, operations: null, wants: "choices" }),
  };
}

function inThread<T>(task: ImportTask, mostMs: number): Promise<T | NotImported> {
  const worker = new Worker(new URL("./import-thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  return new Promise<T | NotImported>((resolve) => {
    const timer = setTimeout(() => resolve(TOO_MUCH), mostMs);
    worker.once("message", (answer: T) => resolve(answer));
    // Out of memory, for example. The document is always the cause.
    worker.once("error", () => resolve(TOO_MUCH));
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve(TOO_MUCH);
    });
  }).finally(() => void worker.terminate());
}
