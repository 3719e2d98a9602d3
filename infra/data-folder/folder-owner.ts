import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** File in the data folder that says which process holds its lock. */
export const OWNER = "lock-owner.json";

/** Who holds a data folder. */
export type FolderOwner = {
  /** Of this holding. */
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** The running system of that host: locks of one system exclude each other, whatever container they are in. */
  readonly system: string;
  /** ISO 8601. */
  readonly since: string;
  /** Counts up while the owner lives. */
  readonly beat: number;
};

/** This process as a new owner. */
export function newOwner(): FolderOwner {
  return {
    ...{ id: randomUUID(), host: os.hostname(), pid: process.pid, system: thisSystem() },
    ...{ since: new Date().toISOString(), beat: 0 },
  };
}

/** The owner that the folder names; null: none, or its note cannot be read. */
export async function readOwner(dataDir: string): Promise<FolderOwner | null> {
  const text = await readFile(path.join(dataDir, OWNER), "utf8").catch(() => null);
  try {
    const read: unknown = JSON.parse(text ?? "null");
    return isOwner(read) ? read : null;
  } catch {
    return null;
  }
}

/** Names the owner, or beats once more for it. */
export async function writeOwner(dataDir: string, owner: FolderOwner): Promise<void> {
  const file = path.join(dataDir, OWNER);
  await writeFile(`${file}.${owner.id}`, `${JSON.stringify(owner)}\n`, { mode: 0o644 });
  await rename(`${file}.${owner.id}`, file);
}

export async function removeOwner(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, OWNER), { force: true });
}

function isOwner(read: unknown): read is FolderOwner {
  const names = ["id", "host", "system", "since"];
  const owner = read as Record<string, unknown> | null;
  return typeof owner === "object" && owner !== null && names.every((name) => typeof owner[name] === "string");
}

/** Changes when a host starts again; the same in all its containers. */
function thisSystem(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return os.hostname();
  }
}
