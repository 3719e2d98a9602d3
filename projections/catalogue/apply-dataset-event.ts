import type { Transaction } from "kysely";
import { sql } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { DatasetEvent } from "#domain/dataset/events.ts";
import type { CatalogueTables } from "./projection.ts";

/** Datasets in the catalogue and who was granted access. */
export async function applyDatasetEvent(
  db: Transaction<CatalogueTables>,
  event: LoggedEvent<DatasetEvent>,
): Promise<void> {
  switch (event.type) {
    case "DatasetCreated":
      await db
        .insertInto("datasets")
        .values({ ...newRow(event), status: "loading", file_name: event.data.fileName })
        .execute();
      return;
    case "DatasetPublishedFromConnection": {
      const { instanceId: instance_id, operation } = event.data.source;
      const connection = await db
        .selectFrom("connections")
        .select("connector_id")
        .where("instance_id", "=", instance_id)
        .executeTakeFirst();
      const whole = await db
        .selectFrom("whole_outputs")
        .selectAll()
        .where("instance_id", "=", instance_id)
        .where("operation", "=", operation)
        .executeTakeFirst();
      await db
        .insertInto("datasets")
        .values({
          ...newRow(event),
          status: whole ? "ready" : "failed",
          load_error: whole ? null : "The connection was removed before there were rows.",
          instance_id,
          operation,
          connector_id: connection?.connector_id ?? null,
          stopped_at: whole ? null : event.recordedAt,
          columns: whole?.columns ?? null,
          rows: whole?.rows ?? null,
          rows_at: whole?.brought_at ?? null,
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
          rows_at: event.recordedAt,
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
      const { datasetId, title, description, category, keywords, isPublic, license } = event.data;
      await db
        .updateTable("datasets")
        .set({
          title,
          description,
          category,
          keywords: sql`${JSON.stringify(keywords)}::jsonb`,
          is_public: isPublic,
          license,
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
      await db
        .updateTable("datasets")
        .set({
          status: "hidden",
          stopped_at: sql`case when instance_id is null then null else coalesce(stopped_at, ${event.recordedAt}::timestamptz) end`,
        })
        .where("id", "=", event.data.datasetId)
        .execute();
      return;
    case "DatasetDeleted":
      await db.deleteFrom("datasets").where("id", "=", event.data.datasetId).execute();
      await db.deleteFrom("grants").where("dataset_id", "=", event.data.datasetId).execute();
      return;
  }
}

/** What a new row says whatever its rows come from. */
function newRow({
  data,
  recordedAt,
}: LoggedEvent<Extract<DatasetEvent, { type: "DatasetCreated" | "DatasetPublishedFromConnection" }>>) {
  const { datasetId: id, owner, title, description, category, keywords, price, isPublic, license, tableName } = data;
  return {
    id,
    owner_id: owner.id,
    title,
    description,
    category,
    keywords: sql<string[]>`${JSON.stringify(keywords)}::jsonb`,
    price,
    is_public: isPublic,
    license,
    table_name: tableName,
    created_at: recordedAt,
    updated_at: recordedAt,
  };
}
