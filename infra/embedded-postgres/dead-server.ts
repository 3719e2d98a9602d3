import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Postmaster, runningPostmaster } from "./postmaster-file.ts";
import { commandLine, parentOf } from "./process-table.ts";

/** Process name of the shell that keeps Postgres for its server (cluster.ts). */
export const KEEPER_NAME = "postgres-keeper";

/** A living server keeps its Postgres for longer than a dying one. */
const LIVING_AFTER_MS = 3_000;
const FAST_STOP_MS = 5_000;
/** Longer than a keeper takes for an immediate shutdown. */
const PATIENCE_MS = 30_000;
const POLL_MS = 15;

/**
 * Waits until no Postgres uses `dataDir`, and ends one that a dead server left: its keeper stops it, or, if the keeper
 * is gone too, it is stopped here, fast and then immediately. Throws a sentence if a living server uses it.
 */
export async function endDeadServers(dataDir: string): Promise<void> {
  const started = Date.now();
  for (;;) {
    const postmaster = await runningPostmaster(dataDir);
    if (postmaster === undefined) break;
    const waited = Date.now() - started;
    const orphan = !(await hasKeeper(postmaster));
    if (orphan) signal(postmaster.pid, waited < FAST_STOP_MS ? "SIGINT" : "SIGQUIT");
    const dying = orphan || postmaster.status === "stopping";
    if (waited > (dying ? PATIENCE_MS : LIVING_AFTER_MS)) {
      throw new Error(
        `Another server uses the data in ${path.dirname(dataDir)} (Postgres process ${postmaster.pid}). Stop it first, or choose another DATA_DIR.`,
      );
    }
    await sleep(orphan ? 500 : POLL_MS);
  }
  await endBackends(dataDir);
}

async function hasKeeper({ pid }: Postmaster): Promise<boolean> {
  const parent = await parentOf(pid);
  return parent !== undefined && (await commandLine(parent)).some((word) => word.includes(KEEPER_NAME));
}

/** A postmaster that was killed may leave processes that hold its shared memory, which blocks the next start. */
async function endBackends(dataDir: string): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const left = await backendsIn(dataDir);
    if (left.length === 0) return;
    for (const pid of left) signal(pid, round < 100 ? "SIGQUIT" : "SIGKILL");
    await sleep(50);
  }
}

/** Postgres processes that work in `dataDir`; on Linux only, where /proc lists them. */
async function backendsIn(dataDir: string): Promise<number[]> {
  const folder = await realpath(dataDir).catch(() => undefined);
  if (folder === undefined || process.platform !== "linux") return [];
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name) || (await readlink(`/proc/${name}/cwd`).catch(() => "")) !== folder) continue;
    const title = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (title.startsWith("postgres: ")) found.push(Number(name));
  }
  return found;
}

/** Sends a signal to a process that may no longer exist. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
