import { type Kysely, sql } from "kysely";
import type { Finding } from "#domain/core/findings/finding.ts";
import { descending } from "#domain/core/lists/list-order.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { runIdOf, runOfId, type RunStart } from "#domain/run/events.ts";
import { pageOf } from "../list-page.ts";
import type { InstancesTables } from "./projection.ts";

/** Runs of a connection, the newest first. */
export const NEWEST_RUNS = descending({ number: "number" });

type Known = InstancesTables["runs"];
/** A run, by its claim until the model knows its end. */
export type RunRow = Omit<Known, "warnings" | "deadline" | "failures" | "failuresReported"> & {
  readonly id: string;
  readonly warnings: readonly Finding[];
};

/** The claims of runs that go on, which are beside the log. */
type Claims = {
  readonly "runs.claims": {
    readonly instanceId: string;
    readonly number: number;
    readonly start: RunStart;
    readonly at: string;
    readonly deadline: string;
  };
};

/** Reads of runs; `db` is bound to the model's schema. Rights are the caller's to check (`ownerOfRun`). */
export function runQueries(db: Kysely<InstancesTables>) {
  return { ...singleRuns(db), ...runsOfInstances(db), ...runsForJobs(db) };
}

function singleRuns(db: Kysely<InstancesTables>) {
  const runs = () => allRuns(db);
  return {
    async run(id: string): Promise<RunRow | null> {
      const { instanceId, number } = runOfId(id) ?? { instanceId: "", number: 0 };
      const found = runs().selectAll().where("instanceId", "=", instanceId).where("number", "=", number);
      const row = await found.executeTakeFirst();
      return row ? shownRow(row) : null;
    },
    /** Whose run it is; null: there is none of this id. */
    async ownerOfRun(id: string): Promise<string | null> {
      const { instanceId, number } = runOfId(id) ?? { instanceId: "", number: 0 };
      const row = await runs()
        .innerJoin("instances as of", "of.id", "run.instanceId")
        .select("of.ownerId")
        .where("run.instanceId", "=", instanceId)
        .where("run.number", "=", number)
        .executeTakeFirst();
      return row?.ownerId ?? null;
    },
    async runsById(ids: readonly string[]): Promise<readonly RunRow[]> {
      const asked = [...new Set(ids)].flatMap((id) => runOfId(id) ?? []);
      const [instances, numbers] = [asked.map(({ instanceId }) => instanceId), asked.map(({ number }) => number)];
      const rows = await db
        .selectFrom(
          sql<{ id: string; number: number }>`unnest(${instances}::text[], ${numbers}::integer[])`.as<"asked">(
            sql`asked(id, number)`,
          ),
        )
        .innerJoinLateral(
          () =>
            runs()
              .selectAll()
              .whereRef("instanceId", "=", sql.ref("asked.id"))
              .whereRef("number", "=", sql.ref("asked.number"))
              // With a limit each is looked up by its key; without one the planner reads all runs.
              .limit(1)
              .as("found"),
          (join) => join.onTrue(),
        )
        .selectAll("found")
        .execute();
      return rows.map(shownRow);
    },
  };
}

function runsOfInstances(db: Kysely<InstancesTables>) {
  const runs = () => allRuns(db);
  const newestNumber = (instanceId: string) =>
    runs()
      .select(({ fn }) => fn.max<number | null>("number").as("number"))
      .where("instanceId", "=", instanceId);
  const newestOf = async (instanceId: string) => (await newestNumber(instanceId).executeTakeFirstOrThrow()).number ?? 0;
  return {
    /** Newest first. Numbers have no gaps, so a page far down the list is found by number, not by skipping rows. */
    async runsOf(instanceId: string, limit: number, offset = 0): Promise<readonly RunRow[]> {
      const upTo = (await newestOf(instanceId)) - offset;
      const found = runs().selectAll().where("instanceId", "=", instanceId).where("number", "<=", upTo);
      return (
        await found
          .where("number", ">", upTo - limit)
          .orderBy("number", "desc")
          .execute()
      ).map(shownRow);
    },
    /** A page of them. */
    async runsPage(instanceId: string, { limit, offset, after = null }: ListRange): Promise<CursorPage<RunRow>> {
      const total = await newestOf(instanceId);
      const found = runs().selectAll().where("instanceId", "=", instanceId);
      const range = { limit, offset: 0, after: after ?? [total - offset + 1] };
      const { items, ...page } = await pageOf(found, NEWEST_RUNS, range, async () => total);
      return { ...page, items: items.map(shownRow) };
    },
    /** The newest number: they begin at 1. */
    runCount: newestOf,
    /** The newest run of each instance. */
    async lastRuns(instanceIds: readonly string[]): Promise<ReadonlyMap<string, RunRow>> {
      if (instanceIds.length === 0) return new Map();
      const rows = await db
        .selectFrom(sql<{ id: string }>`unnest(${[...instanceIds]}::text[])`.as<"asked">(sql`asked(id)`))
        .innerJoinLateral(
          () =>
            runs()
              .selectAll()
              .whereRef("instanceId", "=", sql.ref("asked.id"))
              .orderBy("number", "desc")
              .limit(1)
              .as("last"),
          (join) => join.onTrue(),
        )
        .selectAll("last")
        .execute();
      return new Map(rows.map(shownRow).map((row) => [row.instanceId, row]));
    },
  };
}

/** The runs that jobs look for. */
function runsForJobs(db: Kysely<InstancesTables>) {
  return {
    /** Runs without an end, oldest first: what a starting runner takes over. */
    async openRuns(): Promise<readonly { readonly id: string; readonly deadline: string }[]> {
      const rows = await allRuns(db)
        .select(["instanceId", "number", "deadline"])
        .where("status", "=", "running")
        .orderBy("startedAt")
        .execute();
      return rows.map(({ deadline, ...run }) => ({ id: idOf(run), deadline: deadline ?? "" }));
    },
    /** Ended runs that complete so many failures in a row and were not reported yet. */
    async unreportedFailures(failures: number): Promise<readonly string[]> {
      const rows = await db
        .selectFrom("runs")
        .select(["instanceId", "number"])
        .where("failures", "=", failures)
        .where("status", "in", ["failed", "abandoned"])
        .where("failuresReported", "=", false)
        .execute();
      return rows.map(idOf);
    },
  };
}

const COLUMNS = [
  ...(["instanceId", "number", "version", "trigger", "status", "pages", "rowCount", "failure", "asks"] as const),
  ...(["warnings", "startedAt", "endedAt", "deadline"] as const),
] as const;
type Row = Pick<Known, (typeof COLUMNS)[number]>;

/** The runs that the model knows, and the claimed ones of its connections that it does not know yet. */
function allRuns(db: Kysely<InstancesTables>) {
  const claimed = (db as unknown as Kysely<InstancesTables & Claims>)
    .selectFrom("runs.claims as claim")
    .innerJoin("instances as of", "of.id", "claim.instanceId")
    .leftJoin("versions as version", (join) => join.on("version.connectorId", "=", sql`claim.start->>'connectorId'`))
    .where(sql<boolean>`not claim.ended`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("runs as known")
            .select("known.number")
            .whereRef("known.instanceId", "=", "claim.instanceId")
            .whereRef("known.number", "=", "claim.number"),
        ),
      ),
    )
    .select([
      ...(["claim.instanceId", "claim.number", "version.version"] as const),
      sql<Row["trigger"]>`claim.start->>'trigger'`.as("trigger"),
      sql<Row["status"]>`'running'`.as("status"),
      sql<null>`null::integer`.as("pages"),
      sql<null>`null::bigint`.as("rowCount"),
      sql<null>`null::jsonb`.as("failure"),
      sql<null>`null::text`.as("asks"),
      sql<null>`null::jsonb`.as("warnings"),
      "claim.at as startedAt",
      sql<null>`null::timestamptz`.as("endedAt"),
      "claim.deadline",
    ]);
  const known = db.selectFrom("runs").select(COLUMNS);
  return db.selectFrom(known.unionAll(claimed as unknown as typeof known).as("run"));
}

function shownRow({ deadline: _, ...row }: Row): RunRow {
  return { id: idOf(row), ...row, warnings: row.warnings ?? [] };
}

function idOf({ instanceId, number }: Pick<Known, "instanceId" | "number">): string {
  return runIdOf(instanceId, number);
}
