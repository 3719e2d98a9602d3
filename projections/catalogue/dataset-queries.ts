import type { Kysely, SelectQueryBuilder } from "kysely";
import { sql } from "kysely";
import type { Column } from "#domain/core/table.ts";
import type { CatalogueTables } from "./projection.ts";
import { containsPattern } from "./search-pattern.ts";

/** A dataset in the product's own field names. */
export type DatasetItem = {
  readonly _type: "dataset";
  readonly type: "dataset";
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly keywords: readonly string[];
  readonly price: number;
  readonly image: null;
  readonly is_public: boolean;
  readonly is_visible: boolean;
  readonly visibility: "public" | "private";
  readonly user_id: string;
  readonly author_name: string;
  readonly status: "loading" | "ready" | "failed" | "hidden";
  readonly load_error: string | null;
  readonly uploaded_unix: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly subscriber_count: number;
  readonly table_name: string;
  readonly file_name: string;
  readonly columns: readonly Column[];
  readonly rows: number | null;
  readonly rejected: number;
  readonly owned: boolean;
  readonly granted: boolean;
};

function visible(db: Kysely<CatalogueTables>, viewer: string | null) {
  return db
    .selectFrom("datasets")
    .leftJoin("authors", "authors.user_id", "datasets.owner_id")
    .selectAll("datasets")
    .select((select) => [
      "authors.name as author",
      select
        .selectFrom("grants")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("grants.dataset_id", "=", "datasets.id")
        .as("subscriber_count"),
      select
        .exists(select.selectFrom("grants").select("user_id").whereRef("grants.dataset_id", "=", "datasets.id").where("grants.user_id", "=", viewer ?? ""))
        .as("granted"),
    ])
    .where((where) =>
      where.or([
        where.and([where("is_public", "=", true), where("status", "=", "ready")]),
        ...(viewer === null
          ? []
          : [
              where.and([where("owner_id", "=", viewer), where("status", "!=", "hidden")]),
              where("id", "in", where.selectFrom("grants").select("dataset_id").where("user_id", "=", viewer)),
            ]),
      ]),
    );
}

type Found = ReturnType<typeof visible> extends SelectQueryBuilder<infer _DB, infer _T, infer O> ? O : never;

function item(row: Found, viewer: string | null): DatasetItem {
  return {
    _type: "dataset",
    type: "dataset",
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    keywords: row.keywords,
    price: row.price,
    image: null,
    is_public: row.is_public,
    is_visible: row.status !== "hidden",
    visibility: row.is_public ? "public" : "private",
    user_id: row.owner_id,
    author_name: row.author ?? "Unknown",
    status: row.status,
    load_error: row.load_error,
    uploaded_unix: Math.floor(Date.parse(row.created_at) / 1000),
    created_at: row.created_at,
    updated_at: row.updated_at,
    subscriber_count: row.subscriber_count ?? 0,
    table_name: row.table_name,
    file_name: row.file_name,
    columns: row.columns === null ? [] : (JSON.parse(row.columns) as Column[]),
    rows: row.rows,
    rejected: row.rejected ?? 0,
    owned: row.owner_id === viewer,
    granted: Boolean(row.granted),
  };
}

export function datasetReads(db: Kysely<CatalogueTables>) {
  return {
    async listDatasets(viewer: string | null, q = ""): Promise<readonly DatasetItem[]> {
      const pattern = containsPattern(q);
      let query = visible(db, viewer);
      if (pattern !== null) {
        query = query.where((where) =>
          where.or((["title", "description", "category", "authors.name"] as const).map((column) => where(column, "ilike", pattern))),
        );
      }
      return (await query.orderBy("created_at", "desc").execute()).map((row) => item(row, viewer));
    },
    async dataset(id: string, viewer: string | null): Promise<DatasetItem | null> {
      const row = await visible(db, viewer).where("datasets.id", "=", id).executeTakeFirst();
      return row ? item(row, viewer) : null;
    },
    async datasetsOwnedBy(ownerId: string): Promise<readonly DatasetItem[]> {
      const rows = await visible(db, ownerId).where("owner_id", "=", ownerId).orderBy("created_at", "desc").execute();
      return rows.map((row) => item(row, ownerId));
    },
    async datasetsGrantedTo(userId: string): Promise<readonly DatasetItem[]> {
      return (await datasetReads(db).listDatasets(userId)).filter((each) => each.granted);
    },
    /** Users a dataset is shared with or who took it. */
    async grantees(datasetId: string): Promise<readonly { user_id: string; granted_at: string }[]> {
      return db.selectFrom("grants").select(["user_id", "granted_at"]).where("dataset_id", "=", datasetId).orderBy("granted_at").execute();
    },
    /** Datasets whose load was begun and has no end yet. */
    async datasetsLoading(): Promise<readonly { id: string; created_at: string }[]> {
      return db.selectFrom("datasets").select(["id", "created_at"]).where("status", "=", "loading").execute();
    },
  };
}
