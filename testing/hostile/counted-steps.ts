import path from "node:path";
import { eventually } from "../eventually.ts";

const ATTACH_WITHIN_MS = 60_000;

/** The steps that the main thread of a process has run. */
export interface CountedSteps {
  /** Those since the last call: executions of functions and of the blocks in them, in our code and in that of packages. */
  since(): Promise<number>;
  close(): void;
}

type Coverage = {
  readonly result: readonly {
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
};

/** Variables of a process whose steps are counted. Compiled code that was kept has no counters. */
export function countedEnv(port: number): Readonly<Record<string, string>> {
  const first = path.join(import.meta.dirname, "wait-for-inspector.ts");
  return { NODE_OPTIONS: `--import=${first}`, COUNTED_AT_PORT: String(port), NODE_DISABLE_COMPILE_CACHE: "1" };
}

/**
 * Counts by the inspector of a Node process that was started with `countedEnv`, and waits for this. V8 counts each
 * function and block, so the same work is the same number on a busy machine. Threads and native code do not count.
 */
export async function countedSteps(port: number): Promise<CountedSteps> {
  const socket = new WebSocket(await eventually(() => addressOf(port), ATTACH_WITHIN_MS, "There is no inspector"));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  };
  let number = 0;
  const ask = (method: string, params = {}): Promise<unknown> =>
    new Promise((resolve) => {
      number += 1;
      waiting.set(number, resolve);
      socket.send(JSON.stringify({ id: number, method, params }));
    });
  await ask("Profiler.enable");
  await ask("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await ask("Runtime.runIfWaitingForDebugger");
  return {
    async since() {
      const { result } = (await ask("Profiler.takePreciseCoverage")) as Coverage;
      let steps = 0;
      for (const { functions } of result)
        for (const { ranges } of functions) for (const { count } of ranges) steps += count;
      return steps;
    },
    close: () => socket.close(),
  };
}

async function addressOf(port: number): Promise<string | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null);
  const [target] = answer === null ? [] : ((await answer.json()) as { webSocketDebuggerUrl: string }[]);
  return target?.webSocketDebuggerUrl;
}
