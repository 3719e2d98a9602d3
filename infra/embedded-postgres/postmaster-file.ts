import { readFile } from "node:fs/promises";
import path from "node:path";
import { commandLine } from "./process-table.ts";

/** What a running Postgres writes in `postmaster.pid` (the file that pg_ctl reads too). */
export interface Postmaster {
  readonly pid: number;
  readonly socketDir: string;
  readonly status: "starting" | "ready" | "stopping" | "standby" | "unknown";
}

/**
 * The Postgres running on `dataDir`. A pid file left by a crash does not count: after a reboot or in a new container
 * its number may belong to another program, so the process must name this folder on its command line.
 */
export async function runningPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const noted = await notedPostmaster(dataDir);
  return noted !== undefined && serves(await commandLine(noted.pid), dataDir) ? noted : undefined;
}

/** What the pid file says: of a Postgres that runs in this container or in another one, or that has crashed. */
export async function notedPostmaster(dataDir: string): Promise<Postmaster | undefined> {
  const lines = (await readFileIfAny(path.join(dataDir, "postmaster.pid")))?.split("\n");
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: lines[4] ?? "", status: statusOf(lines[7]) };
}

function serves(args: readonly string[], dataDir: string): boolean {
  // If only the whole command line is known as text, it is split at the options of our own start.
  const words = args.length === 1 ? (/^(.*?) (-D) (.*?) -c /.exec(args[0] ?? "")?.slice(1) ?? []) : args;
  const flag = words.indexOf("-D");
  return flag > 0 && words[flag + 1] === dataDir;
}

function statusOf(line: string | undefined): Postmaster["status"] {
  const word = line?.trim();
  return word === "starting" || word === "ready" || word === "stopping" || word === "standby" ? word : "unknown";
}

async function readFileIfAny(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ESRCH") return undefined;
    throw error;
  }
}
