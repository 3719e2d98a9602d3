import type { Kysely } from "kysely";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { anyOf } from "../any-of.ts";
import { ascending, descending } from "#domain/core/lists/list-order.ts";
import { nextIds } from "../next-ids.ts";
import { pageOf } from "../list-page.ts";
import type { InstancesTables } from "./projection.ts";
import { runQueries } from "./run-queries.ts";

export type InstanceRow = InstancesTables["instances"];

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

export { NEWEST_RUNS, type RunRow } from "./run-queries.ts";

/** Reads of instances and runs; `db` is bound to the model's schema. Rights are the caller's to check (`ownerId`). */
export function instancesQueries(db: Kysely<InstancesTables>) {
  return { ...instanceReads(db), ...consentReads(db), ...runQueries(db) };
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
