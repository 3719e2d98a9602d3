import { existsSync } from "node:fs";
import { realpath, rename, rm } from "node:fs/promises";
import path from "node:path";
import { finishMove, hasLeftCluster, leaveCluster, MOVED, moveDatabase } from "../../backup/restore/move.ts";
import { type StoragePlaces, storagePlaces } from "../../config/storage-places.ts";
import { VERSION } from "../../config/version.ts";
import { lockFolder } from "../../data-folder/folder-lock.ts";
import { hasEmbeddedPostgres, startEmbeddedPostgres } from "../../embedded-postgres/embedded-postgres.ts";
import { clusterHome, rememberClusterHome } from "../../embedded-postgres/place.ts";
import { masterKeys } from "../../vault/master-keys.ts";
import { ALL_MIGRATIONS, openPool, runBackupTool, secretsOf } from "./open-places.ts";

/**
 * `npm run move -- postgres://…`: moves a stopped installation from its embedded database to that one, which must be
 * empty. `npm run move -- embedded`: from the database of DATABASE_URL to an embedded one. The old database stays as it is.
 */
const [to, ...more] = process.argv.slice(2);
/** Where the new cluster is until it is whole. */
const UNFINISHED = "embedded.unfinished";

if (to === undefined || more.length > 0 || !(to === "embedded" || /^postgres(?:ql)?:\/\//.test(to))) {
  console.error("Usage: npm run move -- postgres://user:password@host:5432/database, or npm run move -- embedded");
  process.exitCode = 2;
} else
  await runBackupTool(async () => {
    const places = storagePlaces();
    if (places.eventStoreUrl)
      throw new Error("The log is in EventStoreDB, and this command moves installations whose log is in the database.");
    const secret = secretsOf(places);
    if (secret === null) throw new Error("There is no secret: set APP_SECRET to that of the installation.");
    const source = {
      dataDir: places.dataDir,
      version: VERSION,
      secret: { name: masterKeys(secret.secrets).current, file: null },
    };
    return to === "embedded" ? moveBack(places, source) : moveAway(places, source, to);
  });

type Of = Omit<Parameters<typeof moveDatabase>[0], "pool">;

async function moveAway({ dataDir, databaseUrl }: StoragePlaces, source: Of, url: string): Promise<number> {
  if (databaseUrl)
    throw new Error("DATABASE_URL is set, and this command moves an embedded database: unset it, and run it again.");
  const home = clusterHome(dataDir);
  if (home === undefined) {
    if (hasLeftCluster(dataDir) && (await finish(dataDir, url))) return 0;
    throw new Error(`${dataDir} has no embedded database.`);
  }
  const cluster = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const [old, target] = [openPool(cluster.url), openPool(url)];
  try {
    const manifest = await moveDatabase({ ...source, pool: old.pool }, target.pool, ALL_MIGRATIONS, () =>
      leaveCluster(dataDir),
    );
    console.log(`${manifest.log.events} events and ${manifest.counts.tables} tables are in the new database.`);
    sayHowToStart(dataDir);
    console.log(`The old database is in ${home} and not used any more: remove it when all is well.`);
    return 0;
  } finally {
    for (const each of [old, target]) await each.close();
    await cluster.stop();
  }
}

/** Ends a move that was ended just before its end. */
async function finish(dataDir: string, url: string): Promise<boolean> {
  const target = openPool(url);
  try {
    if (!(await finishMove(dataDir, target.pool))) return false;
  } finally {
    await target.close();
  }
  console.log("The new database had everything already.");
  sayHowToStart(dataDir);
  return true;
}

function sayHowToStart(dataDir: string): void {
  const secret = path.join(dataDir, "secret");
  console.log(
    `Set DATABASE_URL to its address${existsSync(secret) ? `, and APP_SECRET to what ${secret} holds` : ""}.`,
  );
}

async function moveBack({ dataDir, databaseUrl }: StoragePlaces, source: Of): Promise<number> {
  if (!databaseUrl) throw new Error("DATABASE_URL is not set: it names the database that is moved.");
  if (hasEmbeddedPostgres(dataDir)) throw new Error(`${dataDir} has an embedded database already.`);
  const lock = await lockFolder(dataDir);
  const place = path.join(await realpath(dataDir), "postgres");
  const unfinished = path.join(dataDir, UNFINISHED);
  const old = openPool(databaseUrl);
  try {
    // A move was ended before the data folder took the new cluster; the database that it was made of has gone on since.
    if (wasRenamed(unfinished)) await rm(place, { recursive: true, force: true });
    if (existsSync(place)) {
      const left = hasLeftCluster(dataDir) ? "the database from before the move away" : "something else";
      throw new Error(`${place} has ${left}: move it to another folder first.`);
    }
    await removeCluster(unfinished);
    const cluster = await startEmbeddedPostgres({ dataDir: unfinished, log: () => undefined });
    const target = openPool(cluster.url);
    const stop = async (): Promise<void> => {
      await target.close();
      await cluster.stop();
    };
    try {
      const manifest = await moveDatabase({ ...source, pool: old.pool }, target.pool, ALL_MIGRATIONS);
      await stop();
      await adopt(dataDir, unfinished, place);
      console.log(`${manifest.log.events} events and ${manifest.counts.tables} tables are in the embedded database.`);
      console.log("Unset DATABASE_URL, and keep APP_SECRET set. The old database is as it was, and not used any more.");
    } catch (error) {
      await stop();
      await removeCluster(unfinished);
      throw error;
    }
    return 0;
  } finally {
    await old.close();
    await lock.release();
  }
}

/** One rename makes the new cluster that of the data folder. */
async function adopt(dataDir: string, unfinished: string, place: string): Promise<void> {
  const home = clusterHome(unfinished)!;
  const isWithin = path.dirname(home) === (await realpath(unfinished));
  if (isWithin) await rename(home, place);
  await rememberClusterHome(dataDir, isWithin ? place : home);
  for (const name of [unfinished, path.join(dataDir, MOVED)]) await rm(name, { recursive: true, force: true });
}

function wasRenamed(unfinished: string): boolean {
  const home = clusterHome(unfinished);
  return home !== undefined && !existsSync(home);
}

async function removeCluster(unfinished: string): Promise<void> {
  const home = clusterHome(unfinished);
  for (const each of [...(home === undefined ? [] : [home]), unfinished])
    await rm(each, { recursive: true, force: true });
}
