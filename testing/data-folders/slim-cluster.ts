import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { binariesFor, installedBinaries } from "#infra/embedded-postgres/binaries.ts";
import { clusterDataDir, startCluster } from "#infra/embedded-postgres/cluster.ts";
import { clusterHome, ROOT_FOLDER } from "#infra/embedded-postgres/place.ts";
import { findServiceUser } from "#infra/embedded-postgres/service-user.ts";

/** What the product never reads, and what would be a third of an archive: comments of Postgres itself, and templates. */
const UNUSED = [
  "DELETE FROM pg_description WHERE objoid < 16384",
  "VACUUM FULL pg_description",
  "UPDATE pg_database SET datistemplate = false WHERE datname LIKE 'template%'",
  "DROP DATABASE template0",
  "DROP DATABASE template1",
];

/** Rids the embedded database of a stopped installation of what a start does not need: WAL, logs and locks. */
export async function slimCluster(dataDir: string): Promise<void> {
  const home = clusterHome(dataDir);
  if (home === undefined || path.dirname(home) !== dataDir) throw new Error(`${dataDir} has no database in it`);
  const user = findServiceUser();
  const binaries = await binariesFor(user, await installedBinaries(), ROOT_FOLDER);
  // A segment that was used before would keep its old contents.
  const settings = {
    wal_recycle: "off",
    wal_level: "minimal",
    max_wal_senders: "0",
    max_locks_per_transaction: "512",
    allow_system_table_mods: "on",
  };
  const cluster = await startCluster({ home, binaries, user, settings });
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  for (const statement of UNUSED) await client.query(statement);
  await client.query("CHECKPOINT");
  await client.query("SELECT pg_switch_wal()");
  await client.query("CHECKPOINT");
  const { rows } = await client.query<{ segment: string }>("SELECT pg_walfile_name(pg_current_wal_lsn()) AS segment");
  await client.end();
  await cluster.stop();
  const wal = path.join(clusterDataDir(home), "pg_wal");
  for (const name of await readdir(wal))
    if (/^[0-9A-F]{24}$/.test(name) && name < rows[0]!.segment) await rm(path.join(wal, name));
  for (const name of await readdir(home)) if (name.startsWith("postgres.log")) await rm(path.join(home, name));
  for (const name of ["lock", "lock-owner.json"]) await rm(path.join(dataDir, name), { force: true });
}
