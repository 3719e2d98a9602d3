import { type Kysely, sql } from "kysely";
import type { ListPage, ListRange } from "#domain/core/values/list-page.ts";
import { pageOf } from "../list-page.ts";
import type { InstancesTables, RunStatus } from "./projection.ts";

export type InstanceRow = InstancesTables["instances"];
export type RunRow = {
  readonly id: string;
  readonly instance_id: string;
  readonly number: number;
  readonly version: number | null;
  readonly trigger: "manual" | "schedule";
  readonly status: RunStatus;
  readonly pages: number | null;
  readonly row_count: number | null;
  readonly failure: InstancesTables["runs"]["failure"];
  readonly asks: InstancesTables["runs"]["asks"];
  readonly warnings: readonly string[];
  readonly deadline: string;
  readonly started_at: string;
  readonly ended_at: string | null;
};

/** A run with all that its own page says. */
export type RunDetails = RunRow &
  Pick<
    InstancesTables["runs"],
    | "owner_id"
    | "connector_id"
    | "override"
    | "restart"
    | "setting_keys"
    | "own_settings"
    | "incremental"
    | "operations"
  >;

const RUN_COLUMNS = [
  "id",
  "instance_id",
  "number",
  "version",
  "trigger",
  "status",
  "pages",
  "row_count",
  "failure",
  "asks",
  "warnings",
  "deadline",
  "started_at",
  "ended_at",
] as const;

/** Reads of instances and runs; `db` is bound to the model's schema. Rights are the caller's to check (`owner_id`). */
export function instancesQueries(db: Kysely<InstancesTables>) {
  return {
    async ofOwner(ownerId: string): Promise<readonly InstanceRow[]> {
      return db.selectFrom("instances").selectAll().where("owner_id", "=", ownerId).orderBy("created_at").execute();
    },
    /** A page of them, the oldest first. */
    async pageOfOwner(ownerId: string, range: ListRange): Promise<ListPage<InstanceRow>> {
      return pageOf(
        db.selectFrom("instances").selectAll().where("owner_id", "=", ownerId),
        (found) => found.orderBy("created_at").orderBy("id"),
        range,
      );
    },
    async byId(id: string): Promise<InstanceRow | null> {
      return (await db.selectFrom("instances").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
    },
    /** The user's instance to any version of a connector. */
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
    async runDetails(id: string): Promise<RunDetails | null> {
      const row = await db
        .selectFrom("runs")
        .select([
          ...RUN_COLUMNS,
          "owner_id",
          "connector_id",
          "override",
          "restart",
          "setting_keys",
          "own_settings",
          "incremental",
          "operations",
        ])
        .where("id", "=", id)
        .executeTakeFirst();
      return row ?? null;
    },
    /** Newest first. */
    async runsOf(instanceId: string, limit: number, offset = 0): Promise<readonly RunRow[]> {
      return db
        .selectFrom("runs")
        .select(RUN_COLUMNS)
        .where("instance_id", "=", instanceId)
        .orderBy("number", "desc")
        .limit(limit)
        .offset(offset)
        .execute();
    },
    async runCount(instanceId: string): Promise<number> {
      const row = await db
        .selectFrom("runs")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("instance_id", "=", instanceId)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },
    /** The newest run of each instance. */
    async lastRuns(instanceIds: readonly string[]): Promise<ReadonlyMap<string, RunRow>> {
      if (instanceIds.length === 0) return new Map();
      const rows = await db
        .selectFrom("runs")
        .select(RUN_COLUMNS)
        .distinctOn("instance_id")
        .where("instance_id", "=", sql<string>`any(${[...instanceIds]})`)
        .orderBy("instance_id")
        .orderBy("number", "desc")
        .execute();
      return new Map(rows.map((row) => [row.instance_id, row]));
    },
    /** Runs that have no end yet, oldest first: what a starting runner takes over. */
    async openRuns(): Promise<readonly Pick<RunRow, "id" | "deadline">[]> {
      return db
        .selectFrom("runs")
        .select(["id", "deadline"])
        .where("status", "=", "running")
        .orderBy("started_at")
        .execute();
    },
    /** Ended runs that complete so many failures in a row, of which nobody has been told. */
    async unreportedFailures(failures: number): Promise<readonly string[]> {
      const rows = await db
        .selectFrom("runs")
        .select("id")
        .where("failures", "=", failures)
        .where("status", "in", ["failed", "abandoned"])
        .where("failures_reported", "=", false)
        .execute();
      return rows.map((row) => row.id);
    },
    /** Which of these instances there are. */
    async existing(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom("instances")
        .select("id")
        .where("id", "=", sql<string>`any(${[...ids]})`)
        .execute();
      return new Set(rows.map((row) => row.id));
    },
  };
}
