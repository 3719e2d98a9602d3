import { Worker } from "node:worker_threads";
import type { HtmlSanitizer } from "#domain/core/ports/work-ports.ts";
import type { HtmlAnswer, HtmlTask } from "./html-thread.ts";

type Options = { readonly mostMs?: number; readonly idleMs?: number };

const MOST_MS = 10_000;
const IDLE_MS = 30_000;
const MAX_MEMORY_MB = 256;
/** Texts that are remembered with what they became, and their characters together. */
const MOST_REMEMBERED = 100;
const MOST_REMEMBERED_CHARS = 4_000_000;

/**
 * Sanitises HTML with DOMPurify. It needs a DOM, which takes 400 ms and 70 MB to load, and deeply nested HTML takes it
 * seconds: so it works in a thread of its own, which begins with the first text and ends when there was none for a
 * while, or one took too long. One text at a time; the last results are remembered.
 */
export function createHtmlSanitizer({ mostMs = MOST_MS, idleMs = IDLE_MS }: Options = {}): HtmlSanitizer {
  const known = createMemory();
  let last: Promise<unknown> = Promise.resolve();
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let number = 0;

  const end = (): void => {
    void thread?.worker.terminate();
    thread = null;
  };
  const start = (): Thread => {
    const started = startThread();
    started.worker.once("exit", () => {
      if (thread === started) thread = null;
    });
    return started;
  };
  const work = async (html: string): Promise<string | null> => {
    clearTimeout(idle);
    thread ??= start();
    number += 1;
    const clean = await answerOf(await thread.loaded, { id: number, html }, mostMs);
    if (clean === null) end();
    idle = setTimeout(end, idleMs).unref();
    return clean;
  };
  return {
    async sanitize(html) {
      const before = known.get(html);
      if (before !== undefined) return before;
      const done = last.then(() => work(html));
      last = done.catch(() => undefined);
      const clean = await done;
      if (clean !== null) known.put(html, clean);
      return clean;
    },
  };
}

/** `loaded` resolves when it can begin; the time of a text does not count before. */
type Thread = { readonly worker: Worker; readonly loaded: Promise<Worker> };

function startThread(): Thread {
  const worker = new Worker(new URL("./html-thread.ts", import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  // Between two texts nobody is there to be told of an error; without a listener it would end the process.
  worker.on("error", () => undefined);
  const loaded = Promise.withResolvers<Worker>();
  worker.once("message", () => loaded.resolve(worker));
  worker.once("exit", () => loaded.reject(new Error("The thread that sanitises HTML could not start")));
  loaded.promise.catch(() => undefined);
  return { worker, loaded: loaded.promise };
}

/** What the thread makes of a text; null if it takes too long or fails. */
function answerOf(thread: Worker, task: HtmlTask, mostMs: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const timer = setTimeout(() => resolve(null), mostMs);
  const fail = () => resolve(null);
  const answer = ({ id, html }: HtmlAnswer) => id === task.id && resolve(html);
  thread.on("message", answer).on("error", fail).on("exit", fail);
  thread.ref();
  thread.postMessage(task);
  return promise.finally(() => {
    clearTimeout(timer);
    thread.off("message", answer).off("error", fail).off("exit", fail);
    thread.unref();
  });
}

/** The results of the last texts, the oldest forgotten first. */
function createMemory() {
  const results = new Map<string, string>();
  let chars = 0;
  return {
    get: (html: string): string | undefined => results.get(html),
    put(html: string, clean: string): void {
      if (results.has(html)) return;
      results.set(html, clean);
      chars += html.length + clean.length;
      for (const [oldest, result] of results) {
        if (results.size <= MOST_REMEMBERED && chars <= MOST_REMEMBERED_CHARS) return;
        results.delete(oldest);
        chars -= oldest.length + result.length;
      }
    },
  };
}
