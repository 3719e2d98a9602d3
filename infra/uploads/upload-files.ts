import { createHash } from "node:crypto";
import { KEPT_FOR_RETRY_MS } from "#domain/dataset/load-failure.ts";
import type { FileStore, StoredFile } from "../files/file-store.ts";

const ORIGINAL = "original";
const OF_VERSION = ".original";
const RECEIVED = ".received";
const REJECTED = ".rejected.jsonl";

/**
 * A file that was received so long ago will not be loaded: it was kept before a crash, or for a retry that did not come.
 * An hour more than retries have, for one that comes at the last moment.
 */
const FORGOTTEN_MS = KEPT_FOR_RETRY_MS + 3_600_000;

/** The first file of a dataset. */
export function firstFile(datasetId: string): string {
  return `${datasetId}/${ORIGINAL}`;
}

/** The file of a version from its upload until it has been loaded, or will not be. */
export function versionFile(datasetId: string, uploadId: string): string {
  return `${datasetId}/${uploadId}${RECEIVED}`;
}

/** The file that is to be loaded; `uploadId` null: the first one of its dataset. */
export function fileToLoad(datasetId: string, uploadId: string | null): string {
  return uploadId === null ? firstFile(datasetId) : versionFile(datasetId, uploadId);
}

/** The file of a loaded version. */
export function fileOfTable(datasetId: string, physical: string): string {
  return `${datasetId}/${physical}${OF_VERSION}`;
}

export function rejectedFile(datasetId: string, physical: string): string {
  return `${datasetId}/${physical}${REJECTED}`;
}

/** Whether these are the bytes of an upload, complete. */
export function isOriginal(name: string): boolean {
  return name.endsWith(ORIGINAL);
}

/** The name under which the bytes of a version are claimed; that of a first file is the dataset's id. */
export function versionClaim(datasetId: string, uploadId: string): string {
  return `${datasetId}/${uploadId}`;
}

/** The bytes as uploaded that a table was made from; null if they are gone. */
export async function openOriginal(
  store: FileStore,
  datasetId: string,
  { physical, version }: { readonly physical: string | null; readonly version: number },
): Promise<StoredFile | null> {
  const own = physical === null ? null : await store.open(fileOfTable(datasetId, physical));
  return own ?? (version <= 1 ? store.open(firstFile(datasetId)) : null);
}

/** Keeps the file that a table was made from as that of the next version too; null: it is gone. */
export async function keepOriginalAgain(
  store: FileStore,
  datasetId: string,
  of: { readonly physical: string; readonly version: number; readonly sha256: string | null },
  uploadId: string,
): Promise<{ readonly sha256: string; readonly bytes: number } | null> {
  const file = await openOriginal(store, datasetId, of);
  if (!file) return null;
  try {
    const { bytes } = file;
    const own = await store.open(fileOfTable(datasetId, of.physical));
    await own?.close();
    await store.copy(
      own ? fileOfTable(datasetId, of.physical) : firstFile(datasetId),
      versionFile(datasetId, uploadId),
    );
    return { bytes, sha256: of.sha256 ?? (await sha256Of(file)) };
  } finally {
    await file.close();
  }
}

async function sha256Of(file: StoredFile): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of file.read() as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest("hex");
}

/** Removes the file of a version that will not be loaded any more, and files of tables that are gone. */
export async function pruneFiles(
  store: FileStore,
  datasetId: string,
  uploadId: string,
  existing: (physicals: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  await store.remove([versionFile(datasetId, uploadId)]);
  const tableOf = (name: string) => /\/(t_[0-9a-f]{32})\.(?:original|rejected\.jsonl)$/.exec(name)?.[1];
  for await (const files of store.files(datasetId)) {
    const left = new Set(await existing(files.flatMap(({ name }) => tableOf(name) ?? [])));
    const hasReceived = files.some(({ name }) => name.endsWith(RECEIVED));
    const forgotten = hasReceived ? (await store.now()).getTime() - FORGOTTEN_MS : 0;
    const gone = files.filter(({ name, keptAt }) => {
      const table = tableOf(name);
      if (table !== undefined) return !left.has(table);
      return name.endsWith(RECEIVED) && keptAt.getTime() < forgotten;
    });
    await store.remove(gone.map(({ name }) => name));
  }
}
