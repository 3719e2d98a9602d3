import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { currentBuild, POINTER } from "../server/build-folder.ts";

const LOCK = "lock";
const UNFINISHED = ".unfinished";
const BEAT_MS = 1_000;
/** A lock that was not renewed for so long belongs to a process that died; its pid may be another process's by now. */
const DEAD_AFTER_MS = 15_000;
const LOOK_MS = 200;
/** Builds kept: servers that still run serve the files of the build with which they were started. */
const BUILDS_KEPT = 3;

export type BuildOptions = {
  /** Folder of all builds. */
  readonly builds: string;
  /** Identifies these sources. */
  readonly fingerprint: string;
  /** Build even if these sources are already built. */
  readonly always: boolean;
  /** Builds into an empty folder. */
  readonly build: (folder: string) => Promise<void>;
};

/**
 * Makes the build of these sources the current one. Of several processes that call this at the same moment one builds
 * and the others wait for it. Never writes into a folder that a server may be using.
 */
export async function buildOnce(options: BuildOptions): Promise<"built" | "was there"> {
  const { builds, fingerprint, always } = options;
  mkdirSync(builds, { recursive: true });
  for (;;) {
    if (!always && path.basename(currentBuild(builds) ?? "").startsWith(fingerprint)) return "was there";
    const release = tryLock(path.join(builds, LOCK));
    if (release === null) {
      await wait(LOOK_MS);
      continue;
    }
    try {
      // Another process may have finished between the check and the lock.
      if (!always && path.basename(currentBuild(builds) ?? "").startsWith(fingerprint)) return "was there";
      await buildAside(options);
      return "built";
    } finally {
      release();
    }
  }
}

async function buildAside({ builds, fingerprint, build }: BuildOptions): Promise<void> {
  const name = `${fingerprint}-${Date.now().toString(36)}-${process.pid}`;
  const unfinished = path.join(builds, name + UNFINISHED);
  mkdirSync(unfinished);
  try {
    await build(unfinished);
    renameSync(unfinished, path.join(builds, name));
    writeFileSync(path.join(builds, `${POINTER}.${process.pid}`), `${name}\n`);
    renameSync(path.join(builds, `${POINTER}.${process.pid}`), path.join(builds, POINTER));
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  removeOld(builds);
}

/** Keeps the newest builds, and removes unfinished ones of dead processes. Runs under the lock. */
function removeOld(builds: string): void {
  const made = (name: string) => statSync(path.join(builds, name)).mtimeMs;
  const folders = readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const dead = folders.filter(
    (name) => name.endsWith(UNFINISHED) && !isRunning(Number(/-(\d+)\.unfinished$/.exec(name)?.[1])),
  );
  const old = folders
    .filter((name) => !name.endsWith(UNFINISHED))
    .sort((one, other) => made(other) - made(one))
    .slice(BUILDS_KEPT);
  for (const name of [...dead, ...old]) rmSync(path.join(builds, name), { recursive: true, force: true });
}

/**
 * Takes the lock file, or returns null while a living process holds it. If two take over a dead one's lock at the same
 * instant, both build, each into a folder of its own: twice the work, and nothing else.
 */
function tryLock(file: string): (() => void) | null {
  const mine = `${process.pid} ${Date.now()}`;
  try {
    const opened = openSync(file, "wx");
    writeSync(opened, mine);
    closeSync(opened);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (isDead(file)) rmSync(file, { force: true });
    return null;
  }
  const beat = setInterval(() => touch(file), BEAT_MS);
  return () => {
    clearInterval(beat);
    if (readIfAny(file) === mine) rmSync(file, { force: true });
  };
}

function isDead(file: string): boolean {
  const holder = readIfAny(file);
  if (holder === null) return false;
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const pid = Number(holder.split(" ")[0]);
  return age > DEAD_AFTER_MS || (pid > 0 && !isRunning(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Taken over by another process, because this one seemed dead.
  }
}

function readIfAny(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
