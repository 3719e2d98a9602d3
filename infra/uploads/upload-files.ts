import { createHash } from "node:crypto";
import type { Pool } from "pg";
import type { FileStore, ListedFile, StoredFile } from "../files/file-store.ts";
import { forgottenFiles, type Pruned } from "../files/owned-files.ts";
import { existingTables } from "../tables/registry.ts";

const ORIGINAL = "original";
const OF_VERSION = ".original";
const RECEIVED = ".received";
const REJECTED = ".rejected.jsonl";

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

/**
 * Removes what nobody needs of the files of these datasets: files of tables that are gone, and received ones that were
 * forgotten. `awaited`: the upload whose rows a dataset waits for.
 */
export async function pruneFiles(
  store: FileStore,
  pool: Pool,
  datasetIds: readonly string[],
  awaited: ReadonlyMap<string, string>,
): Promise<Pruned> {
  let removed = 0;
  const again = new Set<string>();
  for (const id of datasetIds) {
    for await (const files of store.files(id)) {
      const received = files.filter(({ name }) => name.endsWith(RECEIVED));
      const awaitedFile = versionFile(id, awaited.get(id) ?? "");
      const forgotten = await forgottenFiles(
        store,
        received.filter(({ name }) => name !== awaitedFile),
      );
      const gone = [...forgotten, ...(await withoutTables(pool, files))];
      await store.remove(gone.map(({ name }) => name));
      removed += gone.length;
      if (received.length > forgotten.length) again.add(id);
    }
  }
  return { removed, again: [...again] };
}

/** Those of these files whose tables are gone. */
async function withoutTables(pool: Pool, files: readonly ListedFile[]): Promise<readonly ListedFile[]> {
  const tableOf = ({ name }: ListedFile) => /\/(t_[0-9a-f]{32})\.(?:original|rejected\.jsonl)$/.exec(name)?.[1];
  const named = files.flatMap((file) => tableOf(file) ?? []);
  if (named.length === 0) return [];
  const left = new Set(await existingTables(pool, named));
  return files.filter((file) => {
    const table = tableOf(file);
    return table !== undefined && !left.has(table);
  });
}
