import path from "node:path";
import { binariesFor, installedBinaries } from "./binaries.ts";
import { refuseOtherBinaries } from "./binary-sums.ts";
import { runningClusterUrl, startCluster, type Cluster } from "./cluster.ts";
import { isLocked, lockFolder } from "../data-folder/folder-lock.ts";
import {
  chooseClusterHome,
  clusterHome,
  ownerOf,
  refuseLostCluster,
  rememberClusterHome,
  ROOT_FOLDER,
} from "./place.ts";
import { findServiceUser } from "./service-user.ts";

const SETTINGS = {
  shared_buffers: "128MB",
  maintenance_work_mem: "128MB",
  max_wal_size: "2GB",
  // No replica reads this WAL, and at the minimal level COPY into a table made in the same transaction skips it.
  wal_level: "minimal",
  max_wal_senders: "0",
  // A dump locks every table at once; each dataset may have ten.
  max_locks_per_transaction: "512",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements and error details contain users' rows; the server logs its own side of every fault.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** Connections besides the server's own: three are Postgres' reserve, the others are for command line tools. */
const SPARE_CONNECTIONS = 13;

export interface EmbeddedPostgresOptions {
  /** Absolute path. */
  readonly dataDir: string;
  /** Most connections of the server; default 30. */
  readonly connections?: number;
  readonly log: (message: string) => void;
  /**
   * Folder, owned by root, for what its service user cannot reach in `dataDir` or in the install; default
   * /var/lib/tributary.
   */
  readonly outside?: string;
}

/**
 * Starts the Postgres installed by npm on the cluster of `dataDir`, making it on first use, and takes the folder for
 * this process alone. It ends with `stop()` or with this process, however that ends. Throws one sentence if it cannot
 * start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<Cluster> {
  const lock = await lockFolder(options.dataDir);
  try {
    const cluster = await startLocked(options);
    return {
      ...cluster,
      died: Promise.race([
        cluster.died,
        // The other owner's Postgres writes to these files now.
        lock.lost.then((sentence) => cluster.quit().then(() => sentence)),
      ]),
      async stop() {
        await cluster.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function startLocked(options: EmbeddedPostgresOptions): Promise<Cluster> {
  const outside = options.outside ?? ROOT_FOLDER;
  const serviceUser = findServiceUser();
  const settled = clusterHome(options.dataDir);
  const home = settled ?? (await chooseClusterHome(options.dataDir, serviceUser, outside));
  const user = await ownerOf(home, serviceUser);
  if (settled !== undefined) refuseLostCluster(options.dataDir, home);
  const binaries = await binariesFor(user, await installedBinaries(), outside);
  refuseOtherBinaries(path.dirname(binaries.bin), binaries.version);
  options.log(`${settled === undefined ? "Making" : "Starting"} the embedded Postgres ${binaries.version} in ${home}`);
  const settings = { ...SETTINGS, max_connections: String((options.connections ?? 30) + SPARE_CONNECTIONS) };
  const cluster = await startCluster({ home, binaries, user, settings });
  if (settled === undefined) await rememberClusterHome(options.dataDir, home);
  return cluster;
}

/** Whether `dataDir` has an embedded Postgres. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return clusterHome(dataDir) !== undefined;
}

/** URL of the embedded Postgres of a running server on `dataDir`, for command line tools beside it. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const home = clusterHome(dataDir);
  return home !== undefined && isLocked(dataDir) ? runningClusterUrl(home) : undefined;
}
