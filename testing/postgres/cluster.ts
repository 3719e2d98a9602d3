import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { binariesFor, installedBinaries } from "#infra/embedded-postgres/binaries.ts";
import { startCluster } from "#infra/embedded-postgres/cluster.ts";
import { findServiceUser } from "#infra/embedded-postgres/service-user.ts";
import { writeDocument } from "../openapi/check-answers.ts";
import { freePort } from "../servers/free-port.ts";
import { pagesBuilt } from "./pages-built.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the run's Postgres; `testDatabase()` makes databases in it. */
    clusterUrl: string;
    /** A folder for what the test files of a run share; removed after the run. */
    runFolder: string;
  }
}

/**
 * A crash may lose these clusters: they are not needed afterwards, and without syncing to disk tests run several times
 * faster.
 */
const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  max_connections: "300",
  shared_buffers: "128MB",
  timezone: "UTC",
  log_timezone: "UTC",
};

export type TestingCluster = { readonly url: string; stop(): Promise<void> };

/**
 * A temporary Postgres for one run of tests, removed by `stop()` or with this process; on a port of loopback if `tcp`
 * is set.
 */
export async function startTestingCluster(
  options: { readonly tcp?: boolean; readonly settings?: Readonly<Record<string, string>> } = {},
): Promise<TestingCluster> {
  const user = findServiceUser();
  const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-test-"));
  // The service user needs access to a folder of its own below.
  await chmod(folder, 0o711);
  const binaries = await binariesFor(user, await installedBinaries(), path.join(folder, "programs"));
  const port = options.tcp ? await freePort() : null;
  const network: Record<string, string> = port === null ? {} : { listen_addresses: "127.0.0.1", port: String(port) };
  const cluster = await startCluster({
    home: path.join(folder, "cluster"),
    binaries,
    user,
    settings: { ...SETTINGS, ...network, ...options.settings },
  });
  return {
    url: port === null ? cluster.url : `postgres://tributary@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Vitest's global setup of the integration project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  writeDocument();
  const cluster = await startTestingCluster();
  project.provide("clusterUrl", cluster.url);
  const runFolder = await mkdtemp(path.join(os.tmpdir(), "tributary-run-"));
  project.provide("runFolder", runFolder);
  // In watch mode the sources have changed.
  project.onTestsRerun(() => rm(pagesBuilt(runFolder), { force: true }));
  return async () => {
    await cluster.stop();
    await rm(runFolder, { recursive: true, force: true });
  };
}
