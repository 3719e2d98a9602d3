import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";

/** `sha256` null: a file of the product's own. */
type Needed = { readonly file: string; readonly sha256: string | null };

/**
 * The uploaded file of each version that readers can still ask for: the first of a dataset that was not deleted, and
 * those of later tables.
 */
const NEEDED = `
  SELECT data->>'datasetId' || '/original' AS file, data->'file'->>'sha256' AS sha256 FROM log.events
  WHERE type = 'DatasetCreated' AND stream NOT IN (SELECT stream FROM log.events WHERE type = 'DatasetDeleted')
  UNION ALL
  SELECT item_id || '/' || physical || '.original', sha256 FROM model_tables.versions
  WHERE version > 1 AND sha256 IS NOT NULL AND EXISTS (SELECT FROM registry.tables WHERE tables.physical = versions.physical)`;

/**
 * Files that are missing or differ from what the log says of them, and files that nothing needs. Files of versions whose
 * tables are gone go with the next load of their dataset or with age, and those in the making with age.
 */
export async function fileFaults(pool: Pool, dataDir: string): Promise<readonly string[]> {
  const { rows } = await pool.query<Needed>(NEEDED);
  const folder = path.join(dataDir, "uploads");
  const faults: string[] = [];
  for (const { file, sha256 } of rows) {
    const bytes = await readFile(path.join(folder, file)).catch(() => null);
    if (bytes === null) faults.push(`A file is missing: ${file}`);
    else if (sha256 !== null && createHash("sha256").update(bytes).digest("hex") !== sha256)
      faults.push(`A file has other bytes: ${file}`);
  }
  const needed = new Set(rows.map(({ file }) => file));
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const each of found.filter((entry) => entry.isFile())) {
    const file = path.relative(folder, path.join(each.parentPath, each.name));
    const isOfTable = /\/t_[0-9a-f]{32}\.original$/.test(file);
    if (!needed.has(file) && !isOfTable) faults.push(`A file is not needed: ${file}`);
  }
  return faults;
}
