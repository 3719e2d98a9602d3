import { type Kysely, sql } from "kysely";
import { descending } from "#domain/core/lists/list-order.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { pageOf } from "../list-page.ts";
import type { TablesTables } from "./projection.ts";
import type { VersionRow } from "./version-rows.ts";

export type { VersionOrigin, VersionRow } from "./version-rows.ts";

/** An older version: by its number, or the one that readers saw at a time (ISO 8601). */
export type VersionAsked = { readonly version: number } | { readonly asOf: string };

/** Versions of a table, the newest first. */
export const NEWEST_TABLE_VERSIONS = descending({ version: "number" });

/** As answers have it: the time of a version, asked for again, is that version. */
const SHOWN_AT = sql<string>`date_trunc('milliseconds', at)`;

/** The run and the connector that a version of an output is of; `whole`: it is the newest whole one of its operation. */
export type StoredOutput = { readonly runId: string; readonly connectorId: string | null; readonly whole: boolean };

/** Reads of the versions of a table. Rights are the caller's to check. */
export function versionQueries(db: Kysely<TablesTables>) {
  return {
    /** A page of the versions of an item. */
    versionsOf: (itemId: string, range: ListRange): Promise<CursorPage<VersionRow>> =>
      pageOf(db.selectFrom("versions").selectAll().where("itemId", "=", itemId), NEWEST_TABLE_VERSIONS, range),

    /** The columns that identify the rows of a dataset; none: they are not known. */
    async keyOf(itemId: string): Promise<readonly string[]> {
      const row = await db.selectFrom("versionFiles").select("key").where("itemId", "=", itemId).executeTakeFirst();
      return row?.key ?? [];
    },

    /** The version that a table of an item was made for: the first that has it. */
    async originOf(itemId: string, physical: string): Promise<VersionRow | null> {
      const found = db.selectFrom("versions").selectAll().where("physical", "=", physical).where("itemId", "=", itemId);
      return (await found.orderBy("version").limit(1).executeTakeFirst()) ?? null;
    },

    /** What stored a version of an output; null: no run is known to. */
    async storedOutput(itemId: string, physical: string): Promise<StoredOutput | null> {
      const row = await db
        .selectFrom("versions")
        .select(["runId", "connectorId"])
        .select(({ exists, selectFrom }) =>
          exists(
            selectFrom("wholeOutputs")
              .select("operation")
              .where("instanceId", "=", itemId.split("/")[0] as string)
              .where("physical", "=", physical),
          ).as("whole"),
        )
        .where("physical", "=", physical)
        .where("itemId", "=", itemId)
        .orderBy("version")
        .limit(1)
        .executeTakeFirst();
      return row?.runId ? { runId: row.runId, connectorId: row.connectorId, whole: row.whole === true } : null;
    },

    /** One version of an item; null: there is none. */
    async versionOf(itemId: string, asked: VersionAsked): Promise<VersionRow | null> {
      const found = db.selectFrom("versions").selectAll().where("itemId", "=", itemId);
      const row = await (
        "version" in asked
          ? found.where("version", "=", asked.version)
          : found.where(SHOWN_AT, "<=", asked.asOf).orderBy("version", "desc").limit(1)
      ).executeTakeFirst();
      return row ?? null;
    },
  };
}
