import type { Pool } from "pg";
import type { FileStore } from "../files/file-store.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { forgetOrphans, removableOrphans } from "../tables/orphans.ts";
import { isOriginal } from "./upload-files.ts";

/** Files without a dataset may belong to an upload that is about to be recorded until they are this old. */
const ABANDONED_MS = 7 * 60 * 60_000;

type SweepOptions = {
  readonly pool: Pool;
  readonly store: OwnedFiles;
  /** Which of these datasets exist. */
  readonly existing: (datasetIds: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly remove: (datasetId: string) => Promise<void>;
};

/**
 * Removes the files of datasets that have been gone for a day, and aborted uploads. Returns the number of folders that
 * are not of this installation; they stay.
 */
export async function sweepUploads({ pool, store, existing, remove }: SweepOptions): Promise<number> {
  let others = 0;
  const now = await store.now();
  for await (const { known, ours, foreign } of store.portions(existing)) {
    others += foreign;
    const { idle, cutOff } = await abandoned(store, ours, now);
    const removable = await removableOrphans(pool, "upload", { known, unknown: idle });
    for (const name of new Set([...cutOff, ...removable])) await remove(name);
    await forgetOrphans(pool, "upload", [...cutOff, ...removable]);
  }
  return others;
}

/**
 * Those of these folders that no upload writes to, and among them those without a complete file, which no restored log
 * can need.
 */
async function abandoned(
  store: FileStore,
  folders: readonly string[],
  now: Date,
): Promise<{ idle: string[]; cutOff: string[] }> {
  const idle: string[] = [];
  const cutOff: string[] = [];
  for (const folder of folders) {
    let changed = 0;
    let isComplete = false;
    for await (const files of store.files(folder))
      for (const { name, keptAt } of files) {
        changed = Math.max(changed, keptAt.getTime());
        isComplete ||= isOriginal(name);
      }
    if (now.getTime() - changed <= ABANDONED_MS) continue;
    idle.push(folder);
    if (!isComplete) cutOff.push(folder);
  }
  return { idle, cutOff };
}
