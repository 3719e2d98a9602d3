import { mkdir, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { Pool } from "pg";
import type { RowsPreview } from "#domain/core/ports/tables/table-versions.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import { loadCsv } from "../load/load-csv.ts";
import { physicalName } from "../registry.ts";
import { dropTable } from "../remove-tables.ts";
import { sameColumnsInAnyOrder } from "./aligned-rows.ts";
import { compareTables } from "./compare-tables.ts";

/**
 * Loads rows into a table of their own, compares them with a version and removes the table again: what a preview says is
 * what an upload of the same rows does. After a crash, clean-up removes the table.
 */
export async function previewRows(
  { pool, loadPool, folder }: { readonly pool: Pool; readonly loadPool: Pool; readonly folder: string },
  table: TableVersion,
  rows: string,
  {
    key,
    settings,
    signal,
  }: { readonly key: readonly string[]; readonly settings: LoadSettings; readonly signal?: AbortSignal },
): Promise<RowsPreview<LoadFailure>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(path.join(folder, "preview-"));
  const physical = physicalName();
  try {
    const source = Readable.from([Buffer.from(rows)]);
    const expected = { settings, expected: table.columns, ...(signal ? { signal } : {}) };
    const loaded = await loadCsv({ pool: loadPool, source, folder: own, physical, ...expected });
    if (!loaded.ok) return { ok: false, failure: loaded.failure };
    if (!sameColumnsInAnyOrder(table.columns, loaded.table.columns)) {
      const facts = { oldColumns: [...table.columns], newColumns: [...loaded.table.columns] };
      return { ok: false, failure: { code: "columns-changed", facts } };
    }
    const compared = await compareTables(pool, { before: table.physical, after: physical }, { key, signal });
    if (!compared.ok) return compared;
    const { count: rejectedCount, sample: rejected } = loaded.rejected;
    return { ok: true, comparison: compared.comparison, rejected, rejectedCount };
  } finally {
    await dropTable(loadPool, physical);
    await rm(own, { recursive: true, force: true });
  }
}
