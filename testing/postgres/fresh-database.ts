import { randomBytes } from "node:crypto";
import pg from "pg";

/** A database of its own in a cluster of tests. */
export interface FreshDatabase {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Closes the pool and drops the database, cutting open connections. */
  drop(): Promise<void>;
}

/** Makes an empty database in the cluster at `clusterUrl`. */
export async function freshDatabase(clusterUrl: string): Promise<FreshDatabase> {
  const name = `t_${randomBytes(6).toString("hex")}`;
  await administer(clusterUrl, `create database ${name}`);
  const url = new URL(clusterUrl);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 10 });
  // Dropping a database ends idle connections from the server's side, which is not a failure of the test.
  pool.on("error", () => undefined);
  // Nor is it on a connection that the pool has discarded but not closed yet.
  pool.on("connect", (client) => client.on("error", () => undefined));
  let dropped: Promise<void> | undefined;
  return {
    url: url.href,
    pool,
    drop: () =>
      (dropped ??= pool.end().then(() => administer(clusterUrl, `drop database if exists ${name} with (force)`))),
  };
}

async function administer(clusterUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
