import pg from "pg";
import { createPostgresEventStore } from "#infra/event-store/postgres/postgres-event-store.ts";
import { startFollower } from "#runners/follower/follower.ts";
import { decodePlainly, tallies } from "./tallies.ts";

/** A process that follows until it is killed, and reports when it has started. Argument: URL of the database. */
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const pool = new pg.Pool({ connectionString: process.argv[2]! });
const store = createPostgresEventStore({ pool, log });
const decode: typeof decodePlainly = async (events) => {
  process.stdout.write("moving\n");
  return decodePlainly(events);
};
startFollower({ store, decode, projections: [tallies("one"), tallies("two")], pool, log, batchSize: 4 });
