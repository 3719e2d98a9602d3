import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

/** A database of its own in a cluster of tests. */
export interface FreshDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Closes the pool and drops the database, cutting open connections. */
  drop(): Promise<void>;
}

/** Makes a database in the cluster at `clusterUrl`: empty, or a copy of the database `template`. */
export async function freshDatabase(clusterUrl: string, template?: string): Promise<FreshDatabase> {
  const name = `t_${randomBytes(6).toString("hex")}`;
  await administer(clusterUrl, `create database ${name}${template === undefined ? "" : ` template ${template}`}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 10 });
  // Dropping a database ends idle connections from the server's side, which is not a failure of the test.
  pool.on("error", () => undefined);
  // Nor is it on a connection that the pool has discarded but not closed yet.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const others = `select from pg_stat_activity where datname = '${name}'`;
  let dropped: Promise<void> | undefined;
  return {
    url: url.href,
    pool,
    drop: () =>
      (dropped ??= pool.end().then(() =>
        administer(clusterUrl, `drop database if exists ${name} with (force)`, async (client) => {
          // A connection that was just closed may still be open at the server's side, and cutting it is an error of its
          // client, which nobody catches.
          for (let tries = 0; tries < 20 && (await client.query(others)).rowCount !== 0; tries += 1) await wait(50);
        }),
      )),
  };
}

async function administer(
  clusterUrl: string,
  sql: string,
  before: (client: pg.Client) => Promise<void> = async () => undefined,
): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await before(client);
    await client.query(sql);
  } finally {
    await client.end();
  }
}
