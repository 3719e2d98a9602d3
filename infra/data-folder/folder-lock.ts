import { chmodSync, existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { StartRefused } from "../platform/start-refused.ts";
import { type FolderOwner, newOwner, readOwner, removeOwner, writeOwner } from "./folder-owner.ts";

/** File in the data folder whose lock its owner holds. Nothing else may open it: closing it would end the lock. */
export const LOCK = "lock";

/** A server that ends gives its folder back within this time. */
const ENDING_MS = 3_000;
const POLL_MS = 50;
const BEAT_MS = 5_000;
/** An owner on another system that leaves out so many beats is gone. */
const SILENT_BEATS = 3;
const SQLITE_BUSY = 5;

export type FolderLock = {
  /** Resolves with a sentence if the folder has another owner all the same: then this process must stop at once. */
  readonly lost: Promise<string>;
  release(): Promise<void>;
};

export type LockOptions = {
  /** Milliseconds between two signs of life of the owner; for tests. */
  readonly beatMs?: number;
};

/** Says that the folder is in use. */
export class FolderInUse extends StartRefused {}

/**
 * Takes a data folder for this process alone, until `release()` or the end of the process, however it ends: the kernel
 * gives the lock back. It works between the containers of a host. On a network volume whose locks do not reach other
 * hosts, the beats of the owner do it: one that is silent for 15 s is taken over from, and stops when it wakes up.
 * Throws `FolderInUse` with a sentence that names the owner.
 */
export async function lockFolder(dataDir: string, options: LockOptions = {}): Promise<FolderLock> {
  const { beatMs = BEAT_MS } = options;
  const held = await holdLock(dataDir, "BEGIN EXCLUSIVE");
  try {
    await refuseLivingOwner(dataDir, SILENT_BEATS * beatMs);
    return await beatFor(dataDir, held, newOwner(), beatMs);
  } catch (error) {
    held.close();
    throw error;
  }
}

/**
 * Takes a data folder together with other processes of its installation, which has a database of its own. Throws
 * `FolderInUse` while one has it alone.
 */
export async function shareFolder(dataDir: string): Promise<Pick<FolderLock, "release">> {
  const held = await holdLock(dataDir, "BEGIN; SELECT count(*) FROM sqlite_schema");
  return { release: () => Promise.resolve(held.isOpen ? held.close() : undefined) };
}

/** Whether a process has this folder alone. */
export function isLocked(dataDir: string): boolean {
  if (!existsSync(path.join(dataDir, LOCK))) return false;
  const database = openLock(dataDir);
  try {
    database.exec("BEGIN; SELECT count(*) FROM sqlite_schema; ROLLBACK");
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw unusable(dataDir, error);
  } finally {
    database.close();
  }
}

async function holdLock(dataDir: string, statement: string): Promise<DatabaseSync> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 }).catch((error: unknown) => {
    throw unusable(dataDir, error);
  });
  const database = openLock(dataDir);
  const deadline = performance.now() + ENDING_MS;
  for (;;) {
    try {
      database.exec(statement);
      return database;
    } catch (error) {
      if (database.isTransaction) database.exec("ROLLBACK");
      const isLate = performance.now() > deadline;
      if (!isBusy(error) || isLate) database.close();
      if (!isBusy(error)) throw unusable(dataDir, error);
      if (isLate) throw inUse(dataDir, await readOwner(dataDir));
    }
    await sleep(POLL_MS);
  }
}

function openLock(dataDir: string): DatabaseSync {
  const file = path.join(dataDir, LOCK);
  try {
    const database = new DatabaseSync(file, { timeout: 0 });
    chmodSync(file, 0o600);
    return database;
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** The lock is ours; on a volume of several hosts another owner may live all the same. */
async function refuseLivingOwner(dataDir: string, silentMs: number): Promise<void> {
  const owner = await readOwner(dataDir);
  if (owner === null || owner.system === newOwner().system) return;
  const deadline = performance.now() + silentMs;
  while (performance.now() < deadline) {
    await sleep(Math.min(POLL_MS * 10, silentMs));
    const now = await readOwner(dataDir);
    if (now !== null && (now.id !== owner.id || now.beat !== owner.beat)) throw inUse(dataDir, now);
    if (now === null) return;
  }
}

async function beatFor(dataDir: string, held: DatabaseSync, owner: FolderOwner, beatMs: number): Promise<FolderLock> {
  const file = path.join(dataDir, LOCK);
  const { ino } = await stat(file);
  await writeOwner(dataDir, owner);
  const { promise: lost, resolve: lose } = Promise.withResolvers<string>();
  let beat = 0;
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating.then(once).catch(() => undefined);
  }, beatMs);
  timer.unref();

  /** A fault of the file system is no other owner: the next beat looks again. */
  async function once(): Promise<void> {
    const now = await readOwner(dataDir);
    const found = await stat(file).catch((error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" ? null : undefined,
    );
    if (now !== null && now.id !== owner.id)
      lose(`The data folder ${dataDir} was taken over by process ${now.pid} on ${now.host} while this one was silent`);
    else if (found === null || (found !== undefined && found.ino !== ino))
      lose(`The file ${LOCK} of the data folder ${dataDir} was removed, so that another server could use the folder`);
    else {
      beat += 1;
      await writeOwner(dataDir, { ...owner, beat });
    }
  }

  return {
    lost,
    async release() {
      clearInterval(timer);
      await beating;
      if (!held.isOpen) return;
      if ((await readOwner(dataDir))?.id === owner.id) await removeOwner(dataDir);
      held.close();
    },
  };
}

function inUse(dataDir: string, owner: FolderOwner | null): FolderInUse {
  const who = owner === null ? "" : ` (process ${owner.pid} on ${owner.host}, since ${owner.since})`;
  return new FolderInUse(
    `Another server uses the data in ${dataDir}${who}. Stop it first, or choose another DATA_DIR.`,
  );
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_BUSY;
}

function unusable(dataDir: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === undefined || code === "ERR_SQLITE_ERROR" ? message : code;
  return new StartRefused(
    `DATA_DIR: the folder ${dataDir} cannot be used (${why}). This account must be able to read and write it, and its file system must have file locks.`,
    { cause: error },
  );
}
