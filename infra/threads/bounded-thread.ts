import { Worker } from "node:worker_threads";
import type { FromThread, ToThread } from "./serve-tasks.ts";

export type ThreadOptions = {
  /** The script; it calls `serveTasks`. */
  readonly script: URL;
  /** A task may take so long. The time of loading the script does not count. */
  readonly mostMs: number;
  /** The memory of its objects; bytes of buffers are outside of it. */
  readonly mostMemoryMb: number;
  /** It ends when there was no task for so long. */
  readonly idleMs?: number;
};

export interface BoundedThread<Task, Answer> {
  /** What the thread makes of a task; null: it took too long or too much memory. One task at a time, in their order. */
  run(task: Task): Promise<Answer | null>;
}

const IDLE_MS = 30_000;
const YOUNG_MB = 16;

/**
 * A thread for work that could take long: it begins with the first task, and is ended when there was none for a while,
 * or one took more than its budget. An error in the work itself is thrown here.
 */
export function boundedThread<Task, Answer>(options: ThreadOptions): BoundedThread<Task, Answer> {
  const { idleMs = IDLE_MS } = options;
  let last: Promise<unknown> = Promise.resolve();
  let thread: Thread | null = null;
  let idle: NodeJS.Timeout | undefined;
  let number = 0;

  const end = (): void => {
    void thread?.worker.terminate();
    thread = null;
  };
  const start = (): Thread => {
    const started = startThread(options);
    started.worker.once("exit", () => {
      if (thread === started) thread = null;
    });
    return started;
  };
  const work = async (task: Task): Promise<Answer | null> => {
    clearTimeout(idle);
    thread ??= start();
    number += 1;
    const reply = await replyOf<Task, Answer>(await thread.loaded, { id: number, task }, options.mostMs);
    if (reply === null) end();
    idle = setTimeout(end, idleMs).unref();
    if (reply !== null && "fault" in reply) throw new Error(`A thread failed: ${reply.fault}`);
    return reply && reply.answer;
  };
  return {
    run(task) {
      const done = last.then(() => work(task));
      last = done.catch(() => undefined);
      return done;
    },
  };
}

/** `loaded` resolves when it can begin. */
type Thread = { readonly worker: Worker; readonly loaded: Promise<Worker> };

function startThread({ script, mostMemoryMb }: ThreadOptions): Thread {
  const worker = new Worker(script, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  // Between two tasks nobody is there to be told of an error; without a listener it would end the process.
  worker.on("error", () => undefined);
  const loaded = Promise.withResolvers<Worker>();
  worker.once("message", () => loaded.resolve(worker));
  worker.once("exit", () => loaded.reject(new Error(`The thread ${script.pathname.split("/").at(-1)} did not start`)));
  loaded.promise.catch(() => undefined);
  return { worker, loaded: loaded.promise };
}

/** The thread's reply; null if it takes too long or ends. */
function replyOf<Task, Answer>(
  thread: Worker,
  task: ToThread<Task>,
  mostMs: number,
): Promise<Exclude<FromThread<Answer>, "loaded"> | null> {
  type Reply = Exclude<FromThread<Answer>, "loaded">;
  const { promise, resolve } = Promise.withResolvers<Reply | null>();
  const timer = setTimeout(() => resolve(null), mostMs);
  const fail = () => resolve(null);
  const answer = (reply: Reply) => reply.id === task.id && resolve(reply);
  thread.on("message", answer).on("error", fail).on("exit", fail);
  thread.ref();
  thread.postMessage(task);
  return promise.finally(() => {
    clearTimeout(timer);
    thread.off("message", answer).off("error", fail).off("exit", fail);
    thread.unref();
  });
}
