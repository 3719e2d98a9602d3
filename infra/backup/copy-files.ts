import { createReadStream } from "node:fs";
import { opendir } from "node:fs/promises";
import path from "node:path";
import type { FileStore } from "../files/file-store.ts";
import { FILE_AREAS, type FileStores } from "../files/open-file-stores.ts";
import type { BackupFolder } from "./backup-folder.ts";

/** Of these a missing file is made again when it is asked for. */
const MADE_AGAIN: ReadonlySet<string> = new Set(["parquet"]);
/** The folder of mails that were written to files. */
const MAIL = "mail";

/**
 * Copies the stored files, from folders or from the bucket. Files never change, so one that the backup before has under
 * its name is the same. Removals are held off meanwhile, so that none that the log names is missing.
 */
export async function copyFiles(stores: FileStores, to: BackupFolder): Promise<void> {
  for (const area of FILE_AREAS) {
    for await (const names of filesIn(stores[area]))
      for (const { name, keptAt } of names) await copyFile(stores[area], { area, name, keptAt }, to);
  }
}

async function* filesIn(store: FileStore): AsyncIterable<readonly { readonly name: string; readonly keptAt: Date }[]> {
  yield* store.files();
  for await (const folders of store.folders()) for (const folder of folders) yield* store.files(folder);
}

async function copyFile(
  store: FileStore,
  { area, name, keptAt }: { readonly area: string; readonly name: string; readonly keptAt: Date },
  to: BackupFolder,
): Promise<void> {
  // It is being written.
  if (name.endsWith(".part")) return;
  const place = `files/${area}/${name}`;
  const kept = keptAt.toISOString();
  if (await to.reuse(place, (before) => before.keptAt === kept)) return;
  const file = await store.open(name);
  if (file === null) {
    if (MADE_AGAIN.has(area)) return;
    throw new Error(`The file ${area}/${name} was removed while the backup was made. Make it again.`);
  }
  try {
    await to.write(place, file.read(), () => ({ keptAt: kept }));
  } finally {
    await file.close();
  }
}

/** Copies mails that were written to files. They are removed by their age, also meanwhile. */
export async function copyMails(dataDir: string, to: BackupFolder): Promise<void> {
  const folder = await opendir(path.join(dataDir, MAIL)).catch(ifMissing);
  for await (const entry of folder ?? []) {
    if (!entry.isFile() || !entry.name.endsWith(".eml")) continue;
    const stream = createReadStream(path.join(dataDir, MAIL, entry.name));
    const opened = await new Promise<Error | null>((resolve) => {
      stream.once("error", resolve).once("open", () => resolve(null));
    });
    if (opened === null) await to.write(`folder/${MAIL}/${entry.name}`, stream, () => ({}));
    else if ((opened as NodeJS.ErrnoException).code !== "ENOENT") throw opened;
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
