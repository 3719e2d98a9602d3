import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { binariesFor, installedBinaries } from "./embedded-postgres/binaries.ts";
import { startCluster } from "./embedded-postgres/cluster.ts";
import { findServiceUser } from "./embedded-postgres/service-user.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the run's Postgres; `testDatabase()` makes databases in it. */
    clusterUrl: string;
  }
}

/** A crash may lose these clusters: nobody needs them afterwards, and without waiting for the disk tests run several times faster. */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  shared_buffers: "128MB",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** A throw-away Postgres for one run of tests, gone with `stop()` or with this process. */
export async function startTestingCluster(): Promise<{ url: string; stop(): Promise<void> }> {
  const user = findServiceUser();
  const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-test-"));
  // The service user passes through to a folder of its own below.
  await chmod(folder, 0o711);
  const binaries = await binariesFor(user, await installedBinaries(), path.join(folder, "programs"));
  const cluster = await startCluster({ home: path.join(folder, "cluster"), binaries, user, settings: SETTINGS });
  return {
    url: cluster.url,
    stop: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Vitest's global setup of the integration project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestingCluster();
  project.provide("clusterUrl", cluster.url);
  return cluster.stop;
}
