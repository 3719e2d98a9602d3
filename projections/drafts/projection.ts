import type { Kysely, Transaction } from "kysely";
import { sql } from "kysely";
import type { LoggedEvent } from "#domain/core/event-log.ts";
import type { DraftContent, DraftEvent, DraftSource } from "#domain/draft/events.ts";
import type { Projection } from "../projection.ts";

export type DraftsTables = {
  drafts: {
    id: string;
    owner_id: string;
    parent_id: string | null;
    root_id: string | null;
    /** Holds the definition's hash, not its text (domain/core/ports/texts.ts). */
    content: DraftContent;
    text_hash: string | null;
    /** What it was made of, when it was imported. */
    imported: DraftSource | null;
    created_at: string;
    updated_at: string;
  };
};

/** Open drafts of connectors. */
export const drafts: Projection<DraftsTables> = {
  name: "drafts",
  version: 3,

  async createTables(db: Kysely<DraftsTables>) {
    await db.schema
      .createTable("drafts")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("owner_id", "text", (column) => column.notNull())
      .addColumn("parent_id", "text")
      .addColumn("root_id", "text")
      .addColumn("content", "json", (column) => column.notNull())
      .addColumn("text_hash", "text")
      .addColumn("imported", "json")
      .addColumn("created_at", "timestamptz", (column) => column.notNull())
      .addColumn("updated_at", "timestamptz", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("drafts_by_owner").on("drafts").columns(["owner_id", "updated_at"]).execute();
    await db.schema.createIndex("drafts_by_text").on("drafts").column("text_hash").execute();
  },

  async apply(db: Transaction<DraftsTables>, logged: LoggedEvent) {
    const event = logged as LoggedEvent<DraftEvent>;
    switch (event.type) {
      case "DraftCreated": {
        const { draftId: id, owner, parentId: parent_id, rootId: root_id, content } = event.data;
        const at = event.recordedAt;
        await db
          .insertInto("drafts")
          .values({
            id,
            owner_id: owner.id,
            parent_id,
            root_id,
            ...contentColumns(content),
            imported: null,
            created_at: at,
            updated_at: at,
          })
          .execute();
        return;
      }
      case "DraftImported": {
        const { draftId, source, notes } = event.data;
        await db
          .updateTable("drafts")
          .set({ imported: json({ source, notes }) })
          .where("id", "=", draftId)
          .execute();
        return;
      }
      case "DraftSaved":
        await db
          .updateTable("drafts")
          .set({ ...contentColumns(event.data.content), updated_at: event.recordedAt })
          .where("id", "=", event.data.draftId)
          .execute();
        return;
      case "DraftPublished":
      case "DraftDiscarded":
        await db.deleteFrom("drafts").where("id", "=", event.data.draftId).execute();
        return;
    }
  },
};

function contentColumns(content: DraftContent) {
  return { content: json(content), text_hash: "hash" in content.definition ? content.definition.hash : null };
}

const json = (value: unknown) => sql<never>`${JSON.stringify(value)}::json`;
