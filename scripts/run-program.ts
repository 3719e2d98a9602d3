import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "..");
const BIN = path.join(ROOT, "node_modules", ".bin");
const MINUTE = 60_000;

export type Ended = {
  /** What went wrong, in a sentence; undefined when it ended well. */
  readonly fault: string | undefined;
  /** Everything that it printed. */
  readonly output: string;
  readonly ms: number;
};

const running = new Set<ChildProcess>();

/** Runs a program of node_modules in a process group of its own, with a time limit, and captures its output. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { limitMs, env = {} }: { readonly limitMs: number; readonly env?: Readonly<Record<string, string>> },
): Promise<Ended> {
  const started = Date.now();
  const child = spawn(path.join(BIN, program), args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: { ...process.env, ...env },
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const fault = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => {
      stopGroup(child);
      resolve(`took longer than ${limitMs / MINUTE} minutes and was stopped`);
    }, limitMs);
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      const ended = () => resolve(code === 0 ? undefined : `ended with ${signal ?? `code ${code}`}; see its output`);
      child.once("close", ended);
      // Its children may live a moment longer and hold its output open.
      setTimeout(ended, 2_000).unref();
    });
  });
  running.delete(child);
  return { fault, output, ms: Date.now() - started };
}

/** Stops all running programs and their children. */
export function stopPrograms(): void {
  for (const child of running) stopGroup(child);
}

function stopGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The group has already ended.
  }
}
