import { readdir } from "node:fs/promises";
import path from "node:path";

/** Paths of the files in a data folder that are kept of uploads, or are in the making. */
export async function uploadedFiles(dataDir: string): Promise<string[]> {
  const found = await Promise.all(
    ["uploads", "scratch"].map((folder) =>
      readdir(path.join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  );
  return found.flat().flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []));
}
