import { execFile, spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { chmod, chown, cp, mkdir, mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { binariesFor, installedBinaries, type PostgresBinaries } from "./binaries.ts";
import { runningPostmaster } from "./postmaster-file.ts";
import { canEnter, findServiceUser } from "./service-user.ts";
import { runningEmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";

const REPOSITORY = path.resolve(import.meta.dirname, "../..");
const isRoot = process.getuid?.() === 0;
const nobody = findServiceUser();

let folder: string;
let dataDir: string;
let outside: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "tributary-embedded-"));
  await chmod(folder, 0o711);
  dataDir = path.join(folder, "data");
  outside = path.join(folder, "outside");
});

afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    await gone(path.join(dataDir, "postgres", "18"));
  }
  await rm(folder, { recursive: true, force: true });
});

const start = () => startEmbeddedPostgres({ dataDir, outside, log: () => undefined });

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function gone(clusterDir: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while ((await runningPostmaster(clusterDir)) !== undefined) {
    if (Date.now() > deadline) throw new Error("Postgres is still there");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function serveInChild(as: { uid?: number; gid?: number } = {}): Promise<{ child: ChildProcess; url: string }> {
  const program = path.join(REPOSITORY, "infra/embedded-postgres/serve-until-killed.ts");
  const child = spawn(process.execPath, [program, dataDir, outside], {
    ...as,
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  return { child, url };
}

test("data outlives a stop, case folds outside ASCII, and nothing listens on the network", async () => {
  const first = await start();
  await query(first.url, "create table kept as select 'Äß'::text as word");
  expect(
    await query(
      first.url,
      "select datlocprovider::text as provider, datlocale as locale from pg_database where datname = current_database()",
    ),
  ).toEqual([{ provider: "b", locale: "C.UTF-8" }]);
  expect(
    await query(
      first.url,
      "select current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync",
    ),
  ).toEqual([{ addresses: "", fsync: "on" }]);
  await first.stop();
  await first.stop();
  const second = await start();
  expect(await query(second.url, "select lower(word) as word from kept")).toEqual([{ word: "äß" }]);
  await second.stop();
});

test("a dump of 25,000 tables finds locks for all of them", async () => {
  const cluster = await start();
  try {
    // Advisory locks take the same places as locks of tables.
    const sql = "select count(pg_advisory_xact_lock(n)) as locks from generate_series(1, 25000) as n";
    expect(await query(cluster.url, sql)).toEqual([{ locks: "25000" }]);
  } finally {
    await cluster.stop();
  }
});

test("a server killed with SIGKILL takes its Postgres along, and the next one starts at once with all that was committed", async () => {
  const { child, url } = await serveInChild();
  await query(url, "create table kept as select 7 as number");
  expect(await runningEmbeddedPostgres(dataDir)).toBe(url);
  child.kill("SIGKILL");
  await once(child, "exit");
  const next = await start();
  expect(await query(next.url, "select number from kept")).toEqual([{ number: 7 }]);
  expect(await readFile(path.join(dataDir, "postgres", "postgres.log"), "utf8")).not.toContain(
    "not properly shut down",
  );
  await next.stop();
  await gone(path.join(dataDir, "postgres", "18"));
});

test("a second server on the same data is refused while the first one serves", async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(/Another server uses the data in .*choose another DATA_DIR/);
  expect(await query(first.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await first.stop();
});

test("what a crash leaves behind does not block the next start", async () => {
  const home = path.join(dataDir, "postgres");
  await (await start()).stop();
  // Pids are reused: here for this living test.
  await writeFile(
    path.join(home, "18", "postmaster.pid"),
    `${process.pid}\n${path.join(home, "18")}\n0\n5432\n${path.join(home, "run")}\n\n\nready\n`,
  );
  await mkdir(path.join(home, "run"), { recursive: true });
  await writeFile(path.join(home, "run", ".s.PGSQL.5432.lock"), `${process.pid}\n`);
  const next = await start();
  await next.stop();
});

test("an interrupted first start is begun again", async () => {
  await mkdir(path.join(dataDir, "postgres", "18.unfinished", "base"), { recursive: true });
  await chmod(dataDir, 0o755);
  const cluster = await start();
  await cluster.stop();
  expect(await readdir(path.join(dataDir, "postgres"))).not.toContain("18.unfinished");
});

test("a data folder can be moved", async () => {
  const first = await start();
  await query(first.url, "create table kept as select 7 as number");
  await first.stop();
  await rename(dataDir, path.join(folder, "moved"));
  dataDir = path.join(folder, "moved");
  const second = await start();
  expect(await query(second.url, "select number from kept")).toEqual([{ number: 7 }]);
  await second.stop();
});

test("tables that got lost are a fault, not an empty beginning", async () => {
  await (await start()).stop();
  await rename(path.join(dataDir, "postgres"), path.join(folder, "elsewhere"));
  await expect(start()).rejects.toThrow(/should be in .*, but are not there\. Restore that folder/);
});

test("a data folder too deep for a socket path works all the same", async () => {
  dataDir = path.join(folder, "d".repeat(90), "data");
  const cluster = await start();
  expect(await query(cluster.url, "select 1 as one")).toEqual([{ one: 1 }]);
  const socketDir = new URL(cluster.url).searchParams.get("host") ?? "";
  await cluster.stop();
  await expect(stat(socketDir)).rejects.toThrow("ENOENT");
});

test("a Postgres that ends by itself is noticed", async () => {
  const cluster = await start();
  const postmaster = await runningPostmaster(path.join(dataDir, "postgres", "18"));
  process.kill(postmaster?.pid ?? Number.NaN, "SIGQUIT");
  expect(await cluster.died).toContain("Postgres ended by itself");
  await cluster.stop();
});

test("a damaged cluster is refused in Postgres' own words", async () => {
  await (await start()).stop();
  await writeFile(path.join(dataDir, "postgres", "18", "PG_VERSION"), "9.6\n");
  await expect(start()).rejects.toThrow(/Postgres did not start: .*database files are incompatible with server/);
});

test.skipIf(nobody !== undefined && !canEnter(nobody, REPOSITORY))(
  "an ordinary user runs it in a private folder",
  async () => {
    await mkdir(dataDir, { mode: 0o700 });
    if (nobody !== undefined) await chown(dataDir, nobody.uid, nobody.gid);
    const { url } = await serveInChild(nobody);
    expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect((await stat(path.join(dataDir, "postgres", "18"))).uid).toBe(nobody?.uid ?? process.getuid?.());
  },
);

test.runIf(isRoot)(
  "root inside a closed folder: the cluster lives where the service user can read it, the data folder points there",
  async () => {
    await chmod(folder, 0o700);
    outside = await mkdtemp(path.join(os.tmpdir(), "tributary-outside-"));
    await chmod(outside, 0o755);
    const first = await start();
    await query(first.url, "create table kept as select 7 as number");
    await first.stop();
    const home = (await readFile(path.join(dataDir, "postgres-location"), "utf8")).trim();
    expect(path.dirname(home)).toBe(outside);
    expect((await stat(home)).mode & 0o777).toBe(0o700);
    await chmod(folder, 0o755);
    const second = await start();
    expect(await query(second.url, "select number from kept")).toEqual([{ number: 7 }]);
    await second.stop();
    await rm(outside, { recursive: true, force: true });
  },
);

async function closedInstall(): Promise<PostgresBinaries> {
  const installed = await installedBinaries();
  const closed = path.join(folder, "closed");
  await mkdir(closed, { mode: 0o700 });
  await cp(path.dirname(installed.bin), path.join(closed, "native"), { recursive: true, verbatimSymlinks: true });
  return { ...installed, bin: path.join(closed, "native", "bin") };
}

test.runIf(isRoot)(
  "root with an install in a closed folder: the programs are copied once, and anew when they change",
  async () => {
    const hidden = await closedInstall();
    const copied = await binariesFor(nobody, hidden, outside);
    expect(path.dirname(path.dirname(copied.bin))).toBe(outside);
    const before = (await stat(copied.bin)).ctimeMs;
    expect(await binariesFor(nobody, hidden, outside)).toEqual(copied);
    expect((await stat(copied.bin)).ctimeMs).toBe(before);
    await writeFile(path.join(path.dirname(hidden.bin), "more"), "");
    expect((await binariesFor(nobody, hidden, outside)).bin).not.toBe(copied.bin);
  },
);

test.runIf(isRoot)(
  "several first starts at once share one copy of the programs, and none takes it from another that runs it",
  async () => {
    const hidden = await closedInstall();
    const startAndRun = async (_: unknown, index: number): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, index * 100));
      const { bin } = await binariesFor(nobody, hidden, outside);
      for (let run = 0; run < 20; run += 1) {
        const { stdout } = await promisify(execFile)(path.join(bin, "postgres"), ["--version"], {
          ...nobody,
          cwd: "/",
        });
        expect(stdout).toContain("PostgreSQL");
      }
      return bin;
    };
    const used = await Promise.all(Array.from({ length: 3 }, startAndRun));
    expect(new Set(used).size).toBe(1);
    expect(await readdir(outside)).toHaveLength(1);
  },
);
