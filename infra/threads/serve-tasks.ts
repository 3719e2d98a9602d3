import { parentPort } from "node:worker_threads";

/** What a thread is sent, and what it sends; "loaded" first. */
export type ToThread<Task> = { readonly id: number; readonly task: Task };
export type FromThread<Answer> =
  "loaded" | { readonly id: number; readonly answer: Answer } | { readonly id: number; readonly fault: string };

/** The thread's side of `boundedThread`: answers tasks one by one, after everything that this module imports is loaded. */
export function serveTasks<Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void {
  const port = parentPort;
  // Imported by a test, for example.
  if (!port) return;
  const reply = (message: FromThread<Answer>) => port.postMessage(message);
  port.on("message", ({ id, task }: ToThread<Task>) => {
    void Promise.resolve()
      .then(() => work(task))
      .then(
        (answer) => reply({ id, answer }),
        (error: unknown) =>
          reply({ id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      );
  });
  reply("loaded");
}
