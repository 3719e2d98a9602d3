import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { notedPostmaster, type Postmaster, runningPostmaster } from "./postmaster-file.ts";
import { commandLine, parentOf } from "./process-table.ts";

/** Process name of the shell that keeps Postgres for its server (cluster.ts). */
export const KEEPER_NAME = "postgres-keeper";

const FAST_STOP_MS = 5_000;
/** Longer than a keeper takes for an immediate shutdown. */
const PATIENCE_MS = 30_000;
const POLL_MS = 15;

/**
 * Waits until no Postgres uses `dataDir`, and ends one that a dead server left: its keeper stops it, or, if the keeper
 * is gone too, it is stopped here, fast and then immediately. The caller has the folder for itself, so no living server
 * uses it; that of another container can only be waited for. Throws a sentence if one does not end.
 */
export async function endDeadServers(dataDir: string): Promise<void> {
  const started = performance.now();
  for (;;) {
    const postmaster = await runningPostmaster(dataDir);
    if (postmaster === undefined && !(await isListening(dataDir))) break;
    const waited = performance.now() - started;
    const orphan = postmaster !== undefined && !(await hasKeeper(postmaster));
    if (orphan) signalProcess(postmaster.pid, waited < FAST_STOP_MS ? "SIGINT" : "SIGQUIT");
    if (waited > PATIENCE_MS)
      throw new Error(
        `A Postgres still uses the data in ${path.dirname(dataDir)} (process ${postmaster?.pid ?? "of another container"}). Stop it first, or choose another DATA_DIR.`,
      );
    await sleep(orphan ? 500 : POLL_MS);
  }
  await endBackends(dataDir);
}

/** Whether a Postgres of another container answers: its socket is in the folder, its process cannot be seen. */
async function isListening(dataDir: string): Promise<boolean> {
  const noted = await notedPostmaster(dataDir);
  if (noted === undefined) return false;
  const client = new pg.Client({ host: noted.socketDir, connectionTimeoutMillis: 1_000 });
  client.on("error", () => undefined);
  const code = await client.connect().then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  );
  await client.end().catch(() => undefined);
  return code !== "ECONNREFUSED" && code !== "ENOENT" && code !== "ENOTDIR";
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
    for (const pid of left) signalProcess(pid, round < 100 ? "SIGQUIT" : "SIGKILL");
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
export function signalProcess(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
