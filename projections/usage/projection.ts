import type { Kysely, Transaction } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { QuotaEvent } from "#domain/quota/events.ts";
import type { Projection } from "../projection.ts";

export type UsageTables = {
  places: { user_id: string; kind: "connector" | "dataset"; item_id: string };
  runs: { run_id: string; user_id: string; week: string; scheduled: boolean };
};

/** What each user has used of the plan. */
export const usage: Projection<UsageTables> = {
  name: "usage",
  version: 2,

  async createTables(db: Kysely<UsageTables>) {
    await db.schema
      .createTable("places")
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("item_id", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("places_key", ["user_id", "kind", "item_id"])
      .execute();
    await db.schema
      .createTable("runs")
      .addColumn("run_id", "text", (column) => column.notNull())
      .addColumn("user_id", "text", (column) => column.notNull())
      .addColumn("week", "text", (column) => column.notNull())
      .addColumn("scheduled", "boolean", (column) => column.notNull())
      // A run that was claimed as one week ended may have been counted in the next one too.
      .addPrimaryKeyConstraint("runs_key", ["user_id", "week", "run_id"])
      .execute();
  },

  async apply(db: Transaction<UsageTables>, logged: LoggedEvent) {
    const event = logged as LoggedEvent<QuotaEvent>;
    switch (event.type) {
      case "PlaceTaken": {
        const { userId: user_id, kind, itemId: item_id } = event.data;
        await db.insertInto("places").values({ user_id, kind, item_id }).execute();
        return;
      }
      case "PlaceReleased": {
        const { userId, kind, itemId } = event.data;
        await db
          .deleteFrom("places")
          .where("user_id", "=", userId)
          .where("kind", "=", kind)
          .where("item_id", "=", itemId)
          .execute();
        return;
      }
      case "RunCounted": {
        const { runId: run_id, userId: user_id, week, scheduled } = event.data;
        await db.insertInto("runs").values({ run_id, user_id, week, scheduled }).execute();
        return;
      }
    }
  },
};
