import { randomUUID } from "node:crypto";
import { mkdir, open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { isNoRoom } from "#domain/core/faults/no-room.ts";
import { formatSize } from "#domain/core/text/counted.ts";

export type DiskRoom = {
  /** Remembers a write that failed because the disk is full; ignores any other error. */
  note(error: unknown): void;
  /** Whether the disk of the data folder has less free space than required. */
  isLow(): Promise<boolean>;
  /**
   * Throws the error of a full disk if there is less free space than required. Large writes call it between batches.
   */
  demand(): Promise<void>;
  /** The disk of the data folder, in bytes. */
  figures(): Promise<{ readonly free: number; readonly size: number }>;
  /** Why files or rows cannot be written now, one sentence each. A failed write counts until a test write succeeds. */
  problems(): Promise<readonly string[]>;
};

const TRIAL_BYTES = 1_000_000;

/** Watches the free space on the disks of the data folder and of Postgres. */
export function createDiskRoom({
  folder,
  pool,
  minFreeBytes,
}: {
  readonly folder: string;
  readonly pool: Pool;
  readonly minFreeBytes: number;
}): DiskRoom {
  const failed = { files: false, database: false };
  const figures = async () => {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  };
  const isLow = async (): Promise<boolean> => (await figures()).free < minFreeBytes;
  const failsAgain = async (write: () => Promise<void>): Promise<boolean> => {
    try {
      await write();
      return false;
    } catch (error) {
      if (isNoRoom(error)) return true;
      throw error;
    }
  };
  return {
    note(error) {
      if (!isNoRoom(error)) return;
      const code = (error as { code?: unknown }).code;
      if (code === "53100") failed.database = true;
      else failed.files = true;
    },
    isLow,
    figures,
    async demand() {
      if (await isLow())
        throw Object.assign(new Error("Less room is left on the disk of DATA_DIR than must stay free"), {
          code: "ENOSPC",
        });
    },
    async problems() {
      if (failed.files) failed.files = await failsAgain(() => writeFileTrial(folder));
      if (failed.database) failed.database = await failsAgain(() => writeRowsTrial(pool));
      const low = await isLow().catch((error: NodeJS.ErrnoException) => error);
      if (low instanceof Error) return [`The folder of DATA_DIR cannot be used (${low.code ?? "unknown error"}).`];
      return [
        ...(failed.files || low
          ? [`The disk of DATA_DIR has no room: less than ${formatSize(minFreeBytes)} are free, or writes fail.`]
          : []),
        ...(failed.database ? ["The disk of the database is full."] : []),
      ];
    },
  };
}

async function writeFileTrial(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, `.room-${randomUUID()}`);
  const file = await open(name, "wx", 0o600);
  try {
    await file.writeFile(Buffer.alloc(TRIAL_BYTES));
    await file.sync();
  } finally {
    await file.close();
    await rm(name, { force: true });
  }
}

async function writeRowsTrial(pool: Pool): Promise<void> {
  const client = await pool.connect();
  let usable = false;
  try {
    await client.query(
      `begin; create temporary table room_trial on commit drop as select repeat(md5(n::text), 31) as filled from generate_series(1, ${TRIAL_BYTES / 1_000}) as n; commit`,
    );
    usable = true;
  } finally {
    client.release(!usable);
  }
}
