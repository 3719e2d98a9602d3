import type { ClientBase, Pool } from "pg";

/**
 * `dropped`: tables that were removed while they were read. `table`: tables without a row in the registry. `version`:
 * tables that no event names. `upload`: files without a dataset. `images`: those
 * without an item.
 */
export type OrphanKind = "dropped" | "table" | "version" | "upload" | "images";

/**
 * An unreferenced item may be part of a restore or of an event that is late, so it is kept this long after it was first
 * seen.
 */
export const ORPHANS_KEPT_HOURS = 24;

/**
 * Records which of these names are unreferenced (`unknown`), deletes the records of referenced ones (`known`), and
 * returns the unreferenced ones that were first seen long enough ago to be removed.
 */
export async function removableOrphans(
  db: Pool | ClientBase,
  kind: OrphanKind,
  { known, unknown }: { readonly known: readonly string[]; readonly unknown: readonly string[] },
): Promise<readonly string[]> {
  if (known.length > 0) await forgetOrphans(db, kind, known);
  if (unknown.length === 0) return [];
  await db.query("INSERT INTO registry.orphans (kind, name) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING", [
    kind,
    unknown,
  ]);
  const { rows } = await db.query<{ name: string }>(
    `SELECT name FROM registry.orphans WHERE kind = $1 AND name = ANY ($2) AND seen_at < clock_timestamp() - interval '${ORPHANS_KEPT_HOURS} hours'`,
    [kind, unknown],
  );
  return rows.map(({ name }) => name);
}

export async function forgetOrphans(db: Pool | ClientBase, kind: OrphanKind, names: readonly string[]): Promise<void> {
  await db.query("DELETE FROM registry.orphans WHERE kind = $1 AND name = ANY ($2)", [kind, names]);
}
