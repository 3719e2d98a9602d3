import { type Kysely, sql } from "kysely";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { anyOf } from "../any-of.ts";
import { ascending, descending } from "#domain/core/lists/list-order.ts";
import { nextIds } from "../next-ids.ts";
import { pageOf } from "../list-page.ts";
import type { InstancesTables } from "./projection.ts";

export type InstanceRow = InstancesTables["instances"];
type Runs = InstancesTables["runs"];

/** Connections of a user, the oldest first. */
export const OLDEST_INSTANCES = ascending({ createdAt: "time", id: "text" });
/** Connections whose credentials may have left, the newest of them first. */
export const NEWEST_EXPOSED = descending({ exposedAt: "time", id: "text" });
const EXPOSED_COLUMNS = [
  "id",
  "ownerId",
  "rootId",
  "connectorId",
  "exposed",
  "exposedAt",
  "stopped",
  "remindedAt",
] as const;
/** A connection whose credentials may have left. */
export type ExposedRow = Pick<InstanceRow, (typeof EXPOSED_COLUMNS)[number]>;

/** Runs of a connection, the newest first. */
export const NEWEST_RUNS = descending({ number: "number" });

const RUN_COLUMNS = [
  "id",
  "instanceId",
  "number",
  "version",
  "trigger",
  "status",
  "pages",
  "rowCount",
  "failure",
  "asks",
  "warnings",
  "deadline",
  "startedAt",
  "endedAt",
] as const;
export type RunRow = Pick<Runs, (typeof RUN_COLUMNS)[number]>;

const DETAIL_COLUMNS = [
  ...RUN_COLUMNS,
  "ownerId",
  "connectorId",
  "override",
  "restart",
  "settingKeys",
  "ownSettings",
  "incremental",
  "operations",
] as const;
/** A run with all that its own page shows. */
export type RunDetails = Pick<Runs, (typeof DETAIL_COLUMNS)[number]>;

/** Reads of instances and runs; `db` is bound to the model's schema. Rights are the caller's to check (`ownerId`). */
export function instancesQueries(db: Kysely<InstancesTables>) {
  return { ...instanceReads(db), ...consentReads(db), ...runReads(db), ...runsForJobs(db) };
}

function instanceReads(db: Kysely<InstancesTables>) {
  return {
    async ofOwner(ownerId: string): Promise<readonly InstanceRow[]> {
      return db.selectFrom("instances").selectAll().where("ownerId", "=", ownerId).orderBy("createdAt").execute();
    },
    /** The next ids of them, in their order after one. */
    idsOf: (ownerId: string, after: string) =>
      nextIds(
        db.selectFrom("instances").select("id").where("ownerId", "=", ownerId).where("id", ">", after).orderBy("id"),
      ),
    /** Those of them with these ids, or of these connectors. */
    async chosen(
      ownerId: string,
      references: readonly string[],
    ): Promise<readonly Pick<InstanceRow, "id" | "connectorId" | "rootId">[]> {
      if (references.length === 0) return [];
      const any = anyOf(references);
      return db
        .selectFrom("instances")
        .select(["id", "connectorId", "rootId"])
        .where("ownerId", "=", ownerId)
        .where((where) => where.or([where("id", "=", any), where("connectorId", "=", any), where("rootId", "=", any)]))
        .execute();
    },
    /** A page of them, the oldest first. `only`: those with these ids; null: all. */
    async pageOfOwner(
      ownerId: string,
      range: ListRange,
      only: readonly string[] | null = null,
    ): Promise<CursorPage<InstanceRow>> {
      return pageOf(
        db
          .selectFrom("instances")
          .selectAll()
          .where("ownerId", "=", ownerId)
          .$if(only !== null, (found) => found.where("id", "=", anyOf(only ?? []))),
        OLDEST_INSTANCES,
        range,
      );
    },
    async byId(id: string): Promise<InstanceRow | null> {
      return (await db.selectFrom("instances").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
    },
    /** The user's instance of any version of a connector. */
    async ofOwnerAndRoot(ownerId: string, rootId: string): Promise<InstanceRow | null> {
      const row = await db
        .selectFrom("instances")
        .selectAll()
        .where("ownerId", "=", ownerId)
        .where("rootId", "=", rootId)
        .orderBy("createdAt", "desc")
        .executeTakeFirst();
      return row ?? null;
    },
    /** Which of these instances exist. */
    async existing(ids: readonly string[]): Promise<ReadonlySet<string>> {
      if (ids.length === 0) return new Set();
      const rows = await db.selectFrom("instances").select("id").where("id", "=", anyOf(ids)).execute();
      return new Set(rows.map((row) => row.id));
    },
  };
}

function consentReads(db: Kysely<InstancesTables>) {
  return {
    /** The next ids of instances whose consent of before version 2 was not checked, in their order after one. */
    uncheckedAfter: (after: string) =>
      nextIds(
        db.selectFrom("instances").select("id").where("checked", "=", false).where("id", ">", after).orderBy("id"),
      ),
    /** A page of the instances whose credentials may have left. */
    async exposedPage(range: ListRange): Promise<CursorPage<ExposedRow>> {
      return pageOf(
        db.selectFrom("instances").select(EXPOSED_COLUMNS).where("exposed", "is not", null),
        NEWEST_EXPOSED,
        range,
      );
    },
  };
}

function runReads(db: Kysely<InstancesTables>) {
  const newestNumber = (instanceId: string) =>
    db
      .selectFrom("runs")
      .select(({ fn }) => fn.max<number | null>("number").as("number"))
      .where("instanceId", "=", instanceId);
  const newestOf = async (instanceId: string) => (await newestNumber(instanceId).executeTakeFirstOrThrow()).number ?? 0;
  return {
    async run(id: string): Promise<RunRow | null> {
      return (await db.selectFrom("runs").select(RUN_COLUMNS).where("id", "=", id).executeTakeFirst()) ?? null;
    },
    async runsById(ids: readonly string[]): Promise<readonly RunRow[]> {
      return db.selectFrom("runs").select(RUN_COLUMNS).where("id", "=", anyOf(ids)).execute();
    },
    async runDetails(id: string): Promise<RunDetails | null> {
      const row = await db.selectFrom("runs").select(DETAIL_COLUMNS).where("id", "=", id).executeTakeFirst();
      return row ?? null;
    },
    /** Newest first. Numbers have no gaps, so a page far down the list is found by number, not by skipping rows. */
    async runsOf(instanceId: string, limit: number, offset = 0): Promise<readonly RunRow[]> {
      const upTo = sql<number>`(${newestNumber(instanceId)}) - ${offset}::integer`;
      return db
        .selectFrom("runs")
        .select(RUN_COLUMNS)
        .where("instanceId", "=", instanceId)
        .where("number", "<=", upTo)
        .where("number", ">", sql<number>`${upTo} - ${limit}::integer`)
        .orderBy("number", "desc")
        .execute();
    },
    /** A page of them. */
    async runsPage(instanceId: string, { limit, offset, after = null }: ListRange): Promise<CursorPage<RunRow>> {
      const total = await newestOf(instanceId);
      const runs = db.selectFrom("runs").select(RUN_COLUMNS).where("instanceId", "=", instanceId);
      const range = { limit, offset: 0, after: after ?? [total - offset + 1] };
      return pageOf(runs, NEWEST_RUNS, range, async () => total);
    },
    /** The newest number: they begin at 1. */
    async runCount(instanceId: string): Promise<number> {
      return newestOf(instanceId);
    },
    /** The newest run of each instance. */
    async lastRuns(instanceIds: readonly string[]): Promise<ReadonlyMap<string, RunRow>> {
      if (instanceIds.length === 0) return new Map();
      const rows = await db
        .selectFrom(sql<{ id: string }>`unnest(${[...instanceIds]}::text[])`.as<"asked">(sql`asked(id)`))
        .innerJoinLateral(
          (select) =>
            select
              .selectFrom("runs")
              .select(RUN_COLUMNS)
              .whereRef("instanceId", "=", "asked.id")
              .orderBy("number", "desc")
              .limit(1)
              .as("run"),
          (join) => join.onTrue(),
        )
        .selectAll("run")
        .execute();
      return new Map(rows.map((row) => [row.instanceId, row]));
    },
  };
}

/** The runs that jobs look for. */
function runsForJobs(db: Kysely<InstancesTables>) {
  return {
    /** Runs without an end, oldest first: what a starting runner takes over. */
    async openRuns(): Promise<readonly Pick<RunRow, "id" | "deadline">[]> {
      return db
        .selectFrom("runs")
        .select(["id", "deadline"])
        .where("status", "=", "running")
        .orderBy("startedAt")
        .execute();
    },
    /** Ended runs that complete so many failures in a row and were not reported yet. */
    async unreportedFailures(failures: number): Promise<readonly string[]> {
      const rows = await db
        .selectFrom("runs")
        .select("id")
        .where("failures", "=", failures)
        .where("status", "in", ["failed", "abandoned"])
        .where("failuresReported", "=", false)
        .execute();
      return rows.map((row) => row.id);
    },
  };
}
