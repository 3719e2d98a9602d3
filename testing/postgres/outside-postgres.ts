import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { binariesFor, installedBinaries } from "#infra/embedded-postgres/binaries.ts";
import { type Cluster, startCluster } from "#infra/embedded-postgres/cluster.ts";
import { runningPostmaster } from "#infra/embedded-postgres/postmaster-file.ts";
import { findServiceUser } from "#infra/embedded-postgres/service-user.ts";
import { freePort } from "../servers/free-port.ts";

/** A Postgres of its own that listens on TCP, like one outside the product, and that a test can stop and start. */
export type OutsidePostgres = {
  /** URL of its empty database. */
  readonly url: string;
  readonly port: number;
  start(): Promise<void>;
  /** Makes another database of this name, and returns its URL. */
  emptyDatabase(name: string): Promise<string>;
  /** Shuts it down: connections are cut, new ones are refused. */
  stop(): Promise<void>;
  /** Pauses the server's processes without closing a connection: it hangs until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  remove(): Promise<void>;
};

export async function startOutsidePostgres(): Promise<OutsidePostgres> {
  const user = findServiceUser();
  const folder = await mkdtemp(path.join(os.tmpdir(), "tributary-outside-"));
  // The service user needs access to a folder of its own below.
  await chmod(folder, 0o711);
  const home = path.join(folder, "cluster");
  const binaries = await binariesFor(user, await installedBinaries(), path.join(folder, "programs"));
  const port = await freePort();
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "500",
    listen_addresses: "127.0.0.1",
    port: String(port),
    timezone: "UTC",
  };
  let cluster: Cluster | undefined;
  let frozen: readonly number[] = [];
  const postgres: OutsidePostgres = {
    url: `postgres://tributary:not-checked@127.0.0.1:${port}/postgres`,
    port,
    async start() {
      cluster = await startCluster({ home, binaries, user, settings });
    },
    async emptyDatabase(name) {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`).finally(() => client.end());
      return postgres.url.replace(/[^/]*$/, name);
    },
    async stop() {
      await cluster?.stop();
      cluster = undefined;
    },
    async freeze() {
      const postmaster = await runningPostmaster(path.join(home, "18"));
      if (!postmaster) throw new Error("This Postgres does not run");
      frozen = [postmaster.pid, ...childrenOf(postmaster.pid)];
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
    },
    async thaw() {
      for (const pid of frozen) process.kill(pid, "SIGCONT");
      frozen = [];
    },
    async remove() {
      await postgres.thaw();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await postgres.start();
  return postgres;
}

function childrenOf(pid: number): number[] {
  return spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .stdout.split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child ?? 0);
}
