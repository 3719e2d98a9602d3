import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import path from "node:path";

const COMMAND = path.resolve(import.meta.dirname, "../../cli/tributary.js");

export type Ended = {
  /** The exit status. */
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
};

export type Started = { readonly process: ChildProcessWithoutNullStreams; readonly ended: Promise<Ended> };

/** Starts the command as a shell does, with these variables alone. */
export function startCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input?: string,
  file = COMMAND,
): Started {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "production", ...env },
  });
  child.stdin.end(input ?? "");
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]).then(
    ([out, err, [exit]]) => ({ exit: exit as number | null, out, err }),
  );
  return { process: child, ended };
}
