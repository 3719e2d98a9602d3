import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { COMPILED_SOURCES } from "../../server-process.ts";

const TOOLS = path.resolve(import.meta.dirname, "../../../infra/cli");

/** `status` null: it was killed. */
export type ToolEnd = { readonly status: number | null; readonly out: string; readonly faults: string };

/** A command line tool that runs. */
export type Tool = {
  readonly ended: Promise<ToolEnd>;
  /** Kills it so long after its start, unless it has ended. */
  readonly killAfter: (ms: number) => Promise<ToolEnd>;
};

/** Starts a tool of infra/cli in a process of its own, with these variables and few others. */
export function startTool(tool: string, args: readonly string[], variables: Readonly<Record<string, string>>): Tool {
  const inherited = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };
  const env: NodeJS.ProcessEnv = { ...inherited, NODE_ENV: "test", NODE_COMPILE_CACHE: COMPILED_SOURCES, ...variables };
  const child = spawn(process.execPath, [path.join(TOOLS, `${tool}.ts`), ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const mustDie = () => void child.kill("SIGKILL");
  process.once("exit", mustDie);
  const exit = once(child, "exit") as Promise<[number | null]>;
  void exit.then(() => process.off("exit", mustDie));
  // A Postgres that a killed tool has started may hold its output open.
  void exit
    .then(() => wait(1_000, undefined, { ref: false }))
    .then(() => [child.stdout, child.stderr].map((each) => each.destroy()));
  const read = (stream: NodeJS.ReadableStream): Promise<string> => text(stream).catch(() => "");
  const ended = Promise.all([exit, read(child.stdout), read(child.stderr)]).then(
    ([[status], out, faults]): ToolEnd => ({ status, out, faults }),
  );
  return {
    ended,
    async killAfter(ms) {
      await Promise.race([exit, wait(ms)]);
      child.kill("SIGKILL");
      return ended;
    },
  };
}
