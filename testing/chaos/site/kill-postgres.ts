import { setTimeout as wait } from "node:timers/promises";
import { clusterDataDir } from "#infra/embedded-postgres/cluster.ts";
import { clusterHome } from "#infra/embedded-postgres/place.ts";
import { runningPostmaster } from "#infra/embedded-postgres/postmaster-file.ts";

/** How long the product goes on without its Postgres. */
const WITHOUT_POSTGRES_MS = 300;

/** Kills the embedded Postgres of a data folder. Returns whether one was running. */
export async function killPostgres(dataDir: string): Promise<boolean> {
  const home = clusterHome(dataDir);
  const postmaster = home && (await runningPostmaster(clusterDataDir(home)));
  if (!postmaster) return false;
  process.kill(postmaster.pid, "SIGKILL");
  await wait(WITHOUT_POSTGRES_MS);
  return true;
}
