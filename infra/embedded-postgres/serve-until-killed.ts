import { startEmbeddedPostgres } from "./embedded-postgres.ts";

/**
 * A server reduced to its Postgres, for tests that kill it: `node serve-until-killed.ts <dataDir> <outside>` prints the
 * URL.
 */
const [dataDir = "", outside = ""] = process.argv.slice(2);
const cluster = await startEmbeddedPostgres({ dataDir, outside, log: () => undefined });
process.stdout.write(`${cluster.url}\n`);
