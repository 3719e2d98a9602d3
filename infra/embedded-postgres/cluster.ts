import { spawn, type ChildProcess } from "node:child_process";
import { chown, mkdir, mkdtemp, open, readFile, rename, rm, stat } from "node:fs/promises";
import { once } from "node:events";
import os from "node:os";
import path from "node:path";
import { answerWithin } from "../platform/answer-within.ts";
import type { PostgresBinaries } from "./binaries.ts";
import { endDeadServers, KEEPER_NAME, signalProcess } from "./dead-server.ts";
import { notedPostmaster, runningPostmaster } from "./postmaster-file.ts";
import { runAs, type ServiceUser } from "./service-user.ts";

const SUPERUSER = "tributary";
const MAJOR_VERSION = "18";
const START_TIMEOUT_MS = 120_000;
const FAST_STOP_SECONDS = 6;
/** Fast, then immediate; Postgres itself ends after another 5 s what does not respond. */
const STOP_TIMEOUT_MS = 20_000;
const POLL_MS = 15;
/** `sun_path` holds 104 bytes on macOS, 108 on Linux, with the closing NUL and the file name `.s.PGSQL.5432`. */
const MAX_SOCKET_DIR_BYTES = 88;

/**
 * Runs Postgres and stops it as soon as standard input ends: SIGINT is its fast shutdown, and SIGQUIT the immediate one
 * for a query that cannot be interrupted. The kernel closes that pipe however the server dies, so no SIGKILL leaves a
 * Postgres behind. Standard input is passed on as descriptor 3 because a shell gives background commands /dev/null.
 */
const KEEPER = `
exec 3<&0
"$@" </dev/null 3<&- &
postgres=$!
{
  read -r _ <&3
  kill -INT "$postgres"
  seconds=0
  while [ "$seconds" -lt ${FAST_STOP_SECONDS} ]; do sleep 1; seconds=$((seconds + 1)); done
  kill -QUIT "$postgres"
} 2>/dev/null &
keeper=$!
exec 3<&-
wait "$postgres"
code=$?
kill "$keeper" 2>/dev/null
exit "$code"
`;

export interface ClusterOptions {
  /**
   * Folder of the cluster, its log and its socket; created if missing. Its parent must exist and be accessible to
   * `user`.
   */
  readonly home: string;
  readonly binaries: PostgresBinaries;
  readonly user: ServiceUser | undefined;
  /** Postgres settings by name, e.g. `{ fsync: "off" }`. */
  readonly settings: Readonly<Record<string, string>>;
}

export interface Cluster {
  /** Connection string of the database `postgres`, over a Unix socket that only this account can open. */
  readonly url: string;
  /** Fast shutdown, immediate after 6 s; resolves once Postgres has ended. Safe to call twice. */
  stop(): Promise<void>;
  /** Ends Postgres at once, without a last write to its files. */
  quit(): Promise<void>;
  /** Resolves with a sentence if Postgres ends without `stop()`. */
  readonly died: Promise<string>;
}

/**
 * Starts Postgres on `home`, making the cluster on first use. Throws one sentence with Postgres' own message if it
 * cannot.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { home, user } = options;
  const dataDir = path.join(home, MAJOR_VERSION);
  await ownFolder(home, user);
  await endDeadServers(dataDir);
  if (!(await exists(dataDir))) await createCluster(dataDir, options);
  await rm(path.join(dataDir, "postmaster.pid"), { force: true });
  const socketDir = await makeSocketDir(home, user);
  const logFile = path.join(home, "postgres.log");
  const { keeper, exited } = await spawnKeeper(dataDir, socketDir, logFile, options);
  await untilReady(dataDir, exited, logFile);

  let stopping = false;
  const died = new Promise<string>((resolve) => {
    void exited.then(async () => {
      if (!stopping) resolve(`Postgres ended by itself: ${await lastWords(logFile)}`);
    });
  });
  return {
    url: socketUrl(socketDir),
    died,
    async quit() {
      const postmaster = await runningPostmaster(dataDir);
      if (postmaster !== undefined) signalProcess(postmaster.pid, "SIGQUIT");
    },
    stop: async () => {
      stopping = true;
      keeper.stdin?.end();
      if ((await answerWithin<unknown>(STOP_TIMEOUT_MS, exited, "late")) === "late")
        throw new Error(`Postgres did not stop within ${STOP_TIMEOUT_MS / 1000} seconds.`);
      await rm(socketDir, { recursive: true, force: true });
    },
  };
}

/**
 * URL of the Postgres that the owner of `home` runs, maybe in another container; undefined while it starts or stops. The
 * caller has seen that the folder has an owner.
 */
export async function runningClusterUrl(home: string): Promise<string | undefined> {
  const postmaster = await notedPostmaster(path.join(home, MAJOR_VERSION));
  return postmaster?.status === "ready" ? socketUrl(postmaster.socketDir) : undefined;
}

/** Folder of the tables; missing until the first start has finished. */
export function clusterDataDir(home: string): string {
  return path.join(home, MAJOR_VERSION);
}

function socketUrl(socketDir: string): string {
  return `postgres://${SUPERUSER}@localhost/postgres?host=${encodeURIComponent(socketDir)}`;
}

async function createCluster(dataDir: string, options: ClusterOptions): Promise<void> {
  // Made under another name and renamed, so that an interrupted first start leaves nothing that looks like a cluster.
  const unfinished = `${dataDir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const args = [
    "-D",
    unfinished,
    "-U",
    SUPERUSER,
    "--auth=trust",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--locale=C.UTF-8",
    "--no-instructions",
  ];
  if (options.settings["fsync"] === "off") args.push("--no-sync");
  const initdb = spawn(path.join(options.binaries.bin, "initdb"), args, {
    ...runAs(options.user),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let words = "";
  for (const stream of [initdb.stdout, initdb.stderr])
    stream.on("data", (chunk: Buffer) => (words = (words + chunk.toString()).slice(-2_000)));
  const code = await once(initdb, "close").then(([status]: unknown[]) => status as number | null);
  if (code !== 0) throw new Error(`Postgres could not make its cluster in ${path.dirname(dataDir)}: ${words.trim()}`);
  await rename(unfinished, dataDir);
}

async function spawnKeeper(
  dataDir: string,
  socketDir: string,
  logFile: string,
  options: ClusterOptions,
): Promise<{ keeper: ChildProcess; exited: Promise<unknown> }> {
  await rename(logFile, `${logFile}.previous`).catch(() => undefined);
  const log = await open(logFile, "a", 0o600);
  const settings = Object.entries({ listen_addresses: "", unix_socket_directories: socketDir, ...options.settings });
  const command = [
    path.join(options.binaries.bin, "postgres"),
    "-D",
    dataDir,
    ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // `detached` is a session of its own: Ctrl+C in a terminal reaches the server only, which then drains before Postgres
  // stops.
  const keeper = spawn("/bin/sh", ["-c", KEEPER, KEEPER_NAME, ...command], {
    ...runAs(options.user),
    detached: true,
    stdio: ["pipe", log.fd, log.fd],
  });
  const exited = once(keeper, "exit");
  await once(keeper, "spawn");
  await log.close();
  return { keeper, exited };
}

async function untilReady(dataDir: string, exited: Promise<unknown>, logFile: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  while ((await runningPostmaster(dataDir))?.status !== "ready") {
    if ((await answerWithin<unknown>(POLL_MS, exited, "late")) !== "late")
      throw new Error(`Postgres did not start: ${await lastWords(logFile)}`);
    if (performance.now() > deadline)
      throw new Error(`Postgres did not start within ${START_TIMEOUT_MS / 1000} seconds: ${await lastWords(logFile)}`);
  }
}

async function makeSocketDir(home: string, user: ServiceUser | undefined): Promise<string> {
  const near = path.join(home, "run");
  if (Buffer.byteLength(near) > MAX_SOCKET_DIR_BYTES) {
    const far = await mkdtemp(path.join(os.tmpdir(), "tributary-"));
    await ownFolder(far, user);
    return far;
  }
  // Postgres checks the socket's lock file by its pid alone, like postmaster.pid: a stale one would block the start.
  await rm(near, { recursive: true, force: true });
  await ownFolder(near, user);
  return near;
}

async function ownFolder(folder: string, user: ServiceUser | undefined): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user !== undefined) await chown(folder, user.uid, user.gid);
}

async function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );
}

async function lastWords(logFile: string): Promise<string> {
  const text = await readFile(logFile, "utf8").catch(() => "");
  return text.trim().split("\n").slice(-5).join(" ") || "it said nothing.";
}
