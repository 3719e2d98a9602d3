import { binariesFor, installedBinaries } from "./binaries.ts";
import { runningClusterUrl, startCluster, type Cluster } from "./cluster.ts";
import { chooseClusterHome, clusterHome, ownerOf, refuseLostCluster, rememberClusterHome } from "./place.ts";
import { findServiceUser } from "./service-user.ts";

const ROOT_FOLDER = "/var/lib/tributary";

const SETTINGS = {
  shared_buffers: "128MB",
  maintenance_work_mem: "128MB",
  max_wal_size: "2GB",
  // No replica ever reads this WAL, and with the minimal level COPY into a table made in the same transaction skips it.
  wal_level: "minimal",
  max_wal_senders: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements and the details of errors hold rows of users; the server logs its own side of every fault.
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** Connections beside those of the server: three are Postgres' own reserve, the others are for command line tools. */
const SPARE_CONNECTIONS = 13;

export interface EmbeddedPostgresOptions {
  /** Absolute path. */
  readonly dataDir: string;
  /** How many connections the server may open; 30 unless told. */
  readonly connections?: number;
  readonly log: (message: string) => void;
  /** Where root keeps what its service user must reach but cannot reach in `dataDir` or in the install; /var/lib/tributary unless told. */
  readonly outside?: string;
}

/**
 * Starts the Postgres that came with npm on the cluster of `dataDir`, making it on first use. It ends with `stop()` or
 * with this process, however that ends. Throws one sentence when it cannot start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<Cluster> {
  const outside = options.outside ?? ROOT_FOLDER;
  const serviceUser = findServiceUser();
  const settled = clusterHome(options.dataDir);
  const home = settled ?? (await chooseClusterHome(options.dataDir, serviceUser, outside));
  const user = await ownerOf(home, serviceUser);
  if (settled !== undefined) refuseLostCluster(options.dataDir, home);
  const binaries = await binariesFor(user, await installedBinaries(), outside);
  options.log(`${settled === undefined ? "Making" : "Starting"} the embedded Postgres ${binaries.version} in ${home}`);
  const settings = { ...SETTINGS, max_connections: String((options.connections ?? 30) + SPARE_CONNECTIONS) };
  const cluster = await startCluster({ home, binaries, user, settings });
  if (settled === undefined) await rememberClusterHome(options.dataDir, home);
  return cluster;
}

/** Whether a first start has made the embedded Postgres of `dataDir`. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return clusterHome(dataDir) !== undefined;
}

/** Address of the embedded Postgres that a running server holds open on `dataDir`, for command line tools beside it. */
export async function runningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const home = clusterHome(dataDir);
  return home === undefined ? undefined : runningClusterUrl(home);
}
