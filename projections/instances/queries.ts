import type { Kysely } from "kysely";
import type { InstancesTables, RunStatus } from "./projection.ts";

export type InstanceRow = InstancesTables["instances"];
export type RunRow = {
  readonly id: string;
  readonly instance_id: string;
  readonly number: number;
  readonly trigger: "manual" | "schedule";
  readonly status: RunStatus;
  readonly row_count: number | null;
  readonly error: string | null;
  readonly warnings: readonly string[];
  readonly deadline: string;
  readonly started_at: string;
  readonly ended_at: string | null;
};

const RUN_COLUMNS = ["id", "instance_id", "number", "trigger", "status", "row_count", "error", "warnings", "deadline", "started_at", "ended_at"] as const;

/** Reads of connections and runs; `db` is bound to the model's schema. Rights are the caller's to check (`owner_id`). */
export function instancesQueries(db: Kysely<InstancesTables>) {
  return {
    async ofOwner(ownerId: string): Promise<readonly InstanceRow[]> {
      return db.selectFrom("instances").selectAll().where("owner_id", "=", ownerId).orderBy("created_at").execute();
    },
    async byId(id: string): Promise<InstanceRow | null> {
      return (await db.selectFrom("instances").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
    },
    /** The user's connection to any version of a connector. */
    async ofOwnerAndRoot(ownerId: string, rootId: string): Promise<InstanceRow | null> {
      const row = await db
        .selectFrom("instances")
        .selectAll()
        .where("owner_id", "=", ownerId)
        .where("root_id", "=", rootId)
        .orderBy("created_at", "desc")
        .executeTakeFirst();
      return row ?? null;
    },
    async run(id: string): Promise<RunRow | null> {
      return (await db.selectFrom("runs").select(RUN_COLUMNS).where("id", "=", id).executeTakeFirst()) ?? null;
    },
    async runsOf(instanceId: string, limit: number): Promise<readonly RunRow[]> {
      return db.selectFrom("runs").select(RUN_COLUMNS).where("instance_id", "=", instanceId).orderBy("number", "desc").limit(limit).execute();
    },
    /** The newest run of each instance. */
    async lastRuns(instanceIds: readonly string[]): Promise<ReadonlyMap<string, RunRow>> {
      if (instanceIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("runs")
        .select(RUN_COLUMNS)
        .distinctOn("instance_id")
        .where("instance_id", "in", [...instanceIds])
        .orderBy("instance_id")
        .orderBy("number", "desc")
        .execute();
      return new Map(rows.map((row) => [row.instance_id, row]));
    },
    /** Runs that have no end yet, oldest first: what a starting runner takes over. */
    async openRuns(): Promise<readonly RunRow[]> {
      return db.selectFrom("runs").select(RUN_COLUMNS).where("status", "=", "running").orderBy("started_at").execute();
    },
    /** Connections with a refresh interval. */
    async scheduled(): Promise<readonly InstanceRow[]> {
      const rows = await db.selectFrom("instances").selectAll().execute();
      return rows.filter((row) => row.setup.refreshInterval > 0);
    },
  };
}
export type InstancesQueries = ReturnType<typeof instancesQueries>;
