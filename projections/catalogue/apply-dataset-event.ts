import type { Transaction } from "kysely";
import { sql } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { DatasetEvent } from "#domain/dataset/events.ts";
import type { CatalogueTables } from "./projection.ts";

/** Datasets in the catalogue and who was granted access. */
export async function applyDatasetEvent(db: Transaction<CatalogueTables>, event: LoggedEvent<DatasetEvent>): Promise<void> {
  switch (event.type) {
    case "DatasetCreated": {
      const { datasetId: id, owner, title, description, category, keywords, price, isPublic, tableName, fileName } = event.data;
      await db
        .insertInto("datasets")
        .values({
          id,
          owner_id: owner.id,
          title,
          description,
          category,
          keywords: sql`${JSON.stringify(keywords)}::jsonb`,
          price,
          is_public: isPublic,
          status: "loading",
          table_name: tableName,
          file_name: fileName,
          created_at: event.recordedAt,
          updated_at: event.recordedAt,
        })
        .execute();
      return;
    }
    case "DatasetLoaded": {
      const { datasetId, table, rejected } = event.data;
      await db
        .updateTable("datasets")
        .set({
          status: sql`case when status = 'hidden' then 'hidden' else 'ready' end`,
          load_error: null,
          columns: JSON.stringify(table.columns),
          rows: table.rows,
          rejected,
          updated_at: event.recordedAt,
        })
        .where("id", "=", datasetId)
        .execute();
      return;
    }
    case "DatasetLoadFailed":
      await db
        .updateTable("datasets")
        .set({ status: sql`case when rows is null then 'failed' else status end`, load_error: event.data.reason })
        .where("id", "=", event.data.datasetId)
        .execute();
      return;
    case "DatasetEdited": {
      const { datasetId, title, description, category, keywords, isPublic } = event.data;
      await db
        .updateTable("datasets")
        .set({
          title,
          description,
          category,
          keywords: sql`${JSON.stringify(keywords)}::jsonb`,
          is_public: isPublic,
          updated_at: event.recordedAt,
        })
        .where("id", "=", datasetId)
        .execute();
      return;
    }
    case "AccessGranted": {
      const { datasetId: dataset_id, userId: user_id, by: granted_by } = event.data;
      await db.insertInto("grants").values({ dataset_id, user_id, granted_by, granted_at: event.recordedAt }).execute();
      return;
    }
    case "AccessRemoved":
      await db
        .deleteFrom("grants")
        .where("dataset_id", "=", event.data.datasetId)
        .where("user_id", "=", event.data.userId)
        .execute();
      return;
    case "DatasetHidden":
      await db.updateTable("datasets").set({ status: "hidden" }).where("id", "=", event.data.datasetId).execute();
      return;
    case "DatasetDeleted":
      await db.deleteFrom("datasets").where("id", "=", event.data.datasetId).execute();
      await db.deleteFrom("grants").where("dataset_id", "=", event.data.datasetId).execute();
      return;
  }
}
