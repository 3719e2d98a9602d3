import type { Pool } from "pg";
import { StartRefused } from "../../platform/start-refused.ts";
import { checksum, madeNow, migrate, type Migration, RESTORE_UNFINISHED } from "../../postgres/migrations.ts";
import { loadTables } from "./load-tables.ts";
import type { Manifest } from "../manifest.ts";
import { DERIVED_SCHEMAS, KEPT_SCHEMAS, quoted } from "../product-tables.ts";

const SCHEMAS = [...KEPT_SCHEMAS, ...DERIVED_SCHEMAS, "data"];
/** Tables dropped in one transaction: each is locked, and a server has room for some thousand locks. */
const DROPPED_AT_ONCE = 200;

/** Why this version cannot restore a backup; null: it can. */
export function versionFault({ migrations, version }: Manifest, known: readonly Migration[]): string | null {
  const sums = new Map(known.map((migration) => [migration.id, checksum(migration)]));
  const stranger = migrations.find(({ id, checksum: sum }) => sums.get(id) !== sum);
  return stranger
    ? `The backup was made by another version of Tributary, ${version}, with the migration ${stranger.id}, which is unknown here. Restore it with that version or a newer one.`
    : null;
}

/** Refuses a database that has anything in it. What a restore has left that ended in the middle is removed. */
export async function refuseFullDatabase(pool: Pool): Promise<void> {
  const { rows: made } = await pool.query<{ made: boolean }>(
    "SELECT to_regclass('public.migrations') IS NOT NULL AS made",
  );
  if (made[0]?.made === true) {
    const { rowCount } = await pool.query("SELECT FROM public.migrations WHERE id = $1", [RESTORE_UNFINISHED.id]);
    if (rowCount === 1) return emptyDatabase(pool);
  }
  const { rows } = await pool.query<{ name: string }>(
    `SELECT n.nspname || coalesce('.' || c.relname, '') AS name FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
     WHERE n.nspname = ANY ($1) OR n.nspname LIKE 'model\\_%' OR (n.nspname = 'public' AND c.oid IS NOT NULL
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')) ORDER BY 1 LIMIT 1`,
    [SCHEMAS],
  );
  if (rows[0]) throw new StartRefused(`The database is not empty: it has ${rows[0].name}. Choose an empty one.`);
}

/**
 * Fills an empty database from a backup whose sums were checked: its migrations, the rows of its tables, and `finish`,
 * before which no version of Tributary starts on it. If it fails until then the database is empty again.
 */
export async function restoreDatabase(
  pool: Pool,
  {
    folder,
    manifest,
    known,
  }: { readonly folder: string; readonly manifest: Manifest; readonly known: readonly Migration[] },
  finish: () => Promise<void>,
): Promise<void> {
  try {
    const of = new Set(manifest.migrations.map(({ id }) => id));
    const steps = known.filter(({ id }) => of.has(id)).map(madeNow);
    await migrate(pool, [RESTORE_UNFINISHED, ...steps]);
    await loadTables(pool, folder);
    await finish();
  } catch (error) {
    await emptyDatabase(pool).catch(() => undefined);
    throw error;
  }
  await pool.query("DELETE FROM public.migrations WHERE id = $1", [RESTORE_UNFINISHED.id]);
}

/** The mark goes last, so that an end in the middle is seen again. */
async function emptyDatabase(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'data' LIMIT ${DROPPED_AT_ONCE}`,
    );
    if (rows.length === 0) break;
    await pool.query(`DROP TABLE ${rows.map(({ name }) => `data.${quoted(name)}`).join(", ")}`);
  }
  for (const schema of SCHEMAS) await pool.query(`DROP SCHEMA IF EXISTS ${quoted(schema)} CASCADE`);
  await pool.query("DROP TABLE IF EXISTS public.migrations");
}
