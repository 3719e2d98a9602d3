import type { Pool } from "pg";
import type { JsonValue } from "#domain/core/values/json.ts";
import type { Swept } from "#domain/core/ports/work-ports.ts";
import type { Snapshots } from "#domain/core/snapshots.ts";
import { deleteRows } from "../clean-up/delete-rows.ts";
import type { Log } from "../observability/logger.ts";
import type { Migration } from "../postgres/migrations.ts";

export const snapshotMigrations: readonly Migration[] = [
  {
    id: "snapshots-001",
    sql: `
      create schema snapshots;
      create unlogged table snapshots.states (
        stream text primary key,
        version text not null,
        revision integer not null,
        state text not null,
        kept_at timestamptz not null default now()
      );
      create index states_kept_at on snapshots.states (kept_at)`,
  },
];

/** A stream without new events needs no snapshot. */
const SNAPSHOT_LIFETIME = "30 days";

/** Snapshots in a table that Postgres does not log: empty after a crash, which costs time and nothing else. */
export function createSnapshotStore(
  pool: Pick<Pool, "query">,
  log: Pick<Log, "warn">,
): Snapshots & { sweep(until: AbortSignal): Promise<Swept> } {
  return {
    async find(stream, version) {
      const { rows } = await pool.query<{ revision: number; state: string }>(
        "select revision, state from snapshots.states where stream = $1 and version = $2",
        [stream, version],
      );
      return rows[0] ? { revision: rows[0].revision, state: JSON.parse(rows[0].state) as JsonValue } : null;
    },

    async keep(stream, version, { revision, state }) {
      try {
        await pool.query(
          `insert into snapshots.states (stream, version, revision, state) values ($1, $2, $3, $4)
           on conflict (stream) do update set version = excluded.version, revision = excluded.revision, state = excluded.state, kept_at = now()
           where states.version <> excluded.version or states.revision < excluded.revision`,
          [stream, version, revision, JSON.stringify(state)],
        );
      } catch (err) {
        log.warn({ err, stream }, "A snapshot could not be kept");
      }
    },

    sweep: (until) =>
      deleteRows(
        pool,
        { table: "snapshots.states", where: `kept_at < now() - interval '${SNAPSHOT_LIFETIME}'` },
        until,
      ),
  };
}
