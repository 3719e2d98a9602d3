import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
/** Compiled sources, which each start of the server or a tool would otherwise make anew. */
export const COMPILED_SOURCES = path.join(ROOT, ".cache", "node");

export type ServerProcessOptions = {
  /**
   * Most bytes of a file that it can write, in steps of 512, to simulate a full disk. Not for the embedded Postgres.
   */
  readonly fileBytes?: number | undefined;
  /** A process group of its own, to find processes that it leaves behind. */
  readonly ownGroup?: boolean | undefined;
  /** A command that runs it, for example in a container. */
  readonly within?: readonly string[] | undefined;
  /** How far its clock is ahead (`shifted-clock.ts`). */
  readonly clockAheadSeconds?: number | undefined;
  /** It answers with pages: their React is loaded first (`react/production-react.ts`). */
  readonly pages?: boolean | undefined;
  /** It hashes passwords quickly (`passwords/quick-passwords.ts`). */
  readonly quickPasswords?: boolean | undefined;
};

/** The server as a process of its own. */
export type ServerProcess = {
  readonly process: ChildProcess;
  /** What it has written to its standard output and error, in the order in which it came. */
  output(): string;
  /** What it has written to its standard error. */
  errors(): string;
};

/** Starts server.ts with these variables and few others. It is killed at the latest when this process ends. */
export function startServerProcess(
  env: Readonly<Record<string, string>>,
  { fileBytes, ownGroup, pages, quickPasswords, within = [], clockAheadSeconds }: ServerProcessOptions = {},
): ServerProcess {
  const program = [
    ...(pages ? ["--import", "./testing/react/production-react.ts"] : []),
    ...(quickPasswords ? ["--import", "./testing/passwords/quick-passwords.ts"] : []),
    ...(clockAheadSeconds === undefined ? [] : ["--import", "./testing/time/shifted-clock.ts"]),
    "server.ts",
  ];
  const limited =
    fileBytes === undefined ? [] : ["/bin/sh", "-c", `ulimit -f ${Math.floor(fileBytes / 512)}; exec "$0" "$@"`];
  const [command, ...args] = [...within, ...limited, process.execPath, ...program];
  const child = spawn(command as string, args, {
    cwd: ROOT,
    detached: ownGroup === true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      NODE_ENV: "test",
      LOG_LEVEL: "warn",
      // Node could not write it on a full disk.
      ...(limited.length > 0 ? {} : { NODE_COMPILE_CACHE: COMPILED_SOURCES }),
      ...(clockAheadSeconds === undefined ? {} : { CLOCK_AHEAD_SECONDS: String(clockAheadSeconds) }),
      ...env,
    },
  });
  let [output, errors] = ["", ""];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (stream === child.stderr) errors += chunk.toString();
    });
  const mustDie = () => void child.kill("SIGKILL");
  process.once("exit", mustDie);
  child.once("exit", () => process.off("exit", mustDie));
  return { process: child, output: () => output, errors: () => errors };
}
