import { link, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";

/** The first file of a dataset, in its folder. */
export const ORIGINAL = "original";
const OF_VERSION = ".original";
const RECEIVED = ".received";
const REJECTED = ".rejected.jsonl";

/** A file whose load has neither ended nor begun for so long will not be loaded: it was kept before a crash. */
const FORGOTTEN_MS = 86_400_000;

/** The folder of a dataset's files. */
export function uploadFolder(folder: string, datasetId: string): string {
  return path.join(folder, path.basename(datasetId));
}

/** The file of a version from its upload until its load has ended. */
export function versionFile(folder: string, datasetId: string, uploadId: string): string {
  return path.join(uploadFolder(folder, datasetId), `${path.basename(uploadId)}${RECEIVED}`);
}

/** Makes the folder of an upload that of its dataset. */
export async function moveToDataset(folder: string, from: string, datasetId: string): Promise<void> {
  const place = uploadFolder(folder, datasetId);
  // What a dead attempt left under this name was never the file of a dataset.
  await rm(place, { recursive: true, force: true });
  await rename(from, place);
}

/** Moves a received file from the folder of its upload to that of its dataset. */
export async function moveToVersion(folder: string, from: string, datasetId: string, uploadId: string): Promise<void> {
  await mkdir(uploadFolder(folder, datasetId), { recursive: true, mode: 0o700 });
  await rename(path.join(from, ORIGINAL), versionFile(folder, datasetId, uploadId));
  await rm(from, { recursive: true, force: true });
}

/** The name under which the bytes of a version are claimed; that of a first file is the dataset's id. */
export function versionClaim(datasetId: string, uploadId: string): string {
  return `${datasetId}/${uploadId}`;
}

export function rejectedFile(folder: string, datasetId: string, physical: string): string {
  return path.join(uploadFolder(folder, datasetId), `${path.basename(physical)}${REJECTED}`);
}

/** Gives the file of a loaded version the name of its table, beside the one that it has until its load has ended. */
export async function nameAfterTable(
  folder: string,
  datasetId: string,
  uploadId: string,
  physical: string,
): Promise<void> {
  const named = path.join(uploadFolder(folder, datasetId), `${path.basename(physical)}${OF_VERSION}`);
  await link(versionFile(folder, datasetId, uploadId), named);
}

/** The bytes as uploaded that a table was made from; null if they are gone. */
export async function originalFile(
  folder: string,
  datasetId: string,
  { physical, version }: { readonly physical: string | null; readonly version: number },
): Promise<string | null> {
  const own = uploadFolder(folder, datasetId);
  const named = physical === null ? [] : [path.join(own, `${path.basename(physical)}${OF_VERSION}`)];
  for (const file of version <= 1 ? [...named, path.join(own, ORIGINAL)] : named)
    if (await stat(file).catch(absent)) return file;
  return null;
}

/** Removes the file of a version whose load has ended, and files of tables that are gone. */
export async function pruneFiles(
  folder: string,
  datasetId: string,
  uploadId: string,
  existing: (physicals: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  await rm(versionFile(folder, datasetId, uploadId), { force: true });
  const own = uploadFolder(folder, datasetId);
  const names = await readdir(own).catch((error: unknown) => absent(error) ?? []);
  const tableOf = (name: string) => /^(t_[0-9a-f]{32})\.(?:original|rejected\.jsonl)$/.exec(name)?.[1];
  const left = new Set(await existing(names.flatMap((name) => tableOf(name) ?? [])));
  for (const name of names) {
    const table = tableOf(name);
    const isGone = table === undefined ? await isForgotten(path.join(own, name)) : !left.has(table);
    if (isGone) await rm(path.join(own, name), { force: true });
  }
}

async function isForgotten(file: string): Promise<boolean> {
  if (!file.endsWith(RECEIVED)) return false;
  const found = await stat(file).catch(absent);
  return found !== null && Date.now() - found.mtimeMs > FORGOTTEN_MS;
}

function absent(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}
