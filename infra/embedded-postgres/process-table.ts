import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";

/** Parent of a process; undefined if the process does not exist. */
export async function parentOf(pid: number): Promise<number | undefined> {
  // The name in parentheses may contain spaces and parentheses: the figures follow the last one.
  const figures = (await readProc(pid, "stat"))?.replace(/^.*\)\s*/s, "").split(" ");
  if (figures !== undefined) return Number(figures[1]);
  if (process.platform === "linux") return undefined;
  const parent = Number(ps("ppid=", pid).trim());
  return parent > 0 ? parent : undefined;
}

/** Words of a process's command line; empty if the process does not exist. */
export async function commandLine(pid: number): Promise<string[]> {
  const words = await readProc(pid, "cmdline");
  if (words !== undefined) return words.split("\0");
  return process.platform === "linux" ? [] : [ps("args=", pid)];
}

function ps(field: string, pid: number): string {
  return spawnSync("ps", ["-ww", "-o", field, "-p", String(pid)], { encoding: "utf8", timeout: 10_000 }).stdout;
}

async function readProc(pid: number, file: string): Promise<string | undefined> {
  try {
    return await readFile(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ESRCH") return undefined;
    throw error;
  }
}
