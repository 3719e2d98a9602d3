import type { Kysely, SelectQueryBuilder } from "kysely";
import { sql } from "kysely";
import type { ListPage, ListRange } from "#domain/core/values/list-page.ts";
import type { Column } from "#domain/core/values/table.ts";
import type { CatalogueTables } from "./tables.ts";
import { pageOf } from "../list-page.ts";
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
  readonly license: string;
  /** null: its rows come from an instance. */
  readonly file_name: string | null;
  readonly source: DatasetItemSource;
  /** When its rows were loaded or pulled. */
  readonly rows_at: string | null;
  readonly columns: readonly Column[];
  readonly rows: number | null;
  readonly rejected: number;
  readonly owned: boolean;
  readonly granted: boolean;
};

/**
 * Where the rows come from. Of an instance nothing is told but how fresh it keeps them, and its connector where the viewer may
 * see that: neither the instance itself nor its settings.
 */
export type DatasetItemSource =
  | { readonly kind: "upload" }
  | {
      readonly kind: "connection";
      /** null: the viewer may not see it. */
      readonly connector: { readonly id: string; readonly title: string; readonly version: number } | null;
      /** Each complete pull is shown at once; false: no longer. */
      readonly live: boolean;
      readonly stopped_at: string | null;
      /** Minutes; 0: it is refreshed by hand. null: not live. */
      readonly refresh_interval: number | null;
    };

/** The datasets that somebody may see, by the rule of `seesDataset` in domain/dataset (testing/contracts/who-sees.ts holds both to it). */
function visible(db: Kysely<CatalogueTables>, viewer: string | null) {
  return db
    .selectFrom("datasets")
    .leftJoin("authors", "authors.user_id", "datasets.owner_id")
    .leftJoin("instances", "instances.instance_id", "datasets.instance_id")
    .leftJoin("connectors", (join) =>
      join
        .onRef("connectors.id", "=", "datasets.connector_id")
        .on((on) =>
          on.or([
            on.and([on("connectors.is_public", "=", true), on("connectors.withdrawn", "=", false)]),
            on("connectors.owner_id", "=", viewer ?? ""),
            on("datasets.owner_id", "=", viewer ?? ""),
          ]),
        ),
    )
    .selectAll("datasets")
    .select((select) => [
      "authors.name as author",
      "instances.refresh_interval",
      "connectors.title as connector_title",
      "connectors.version as connector_version",
      select
        .selectFrom("grants")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("grants.dataset_id", "=", "datasets.id")
        .as("subscriber_count"),
      select
        .exists(
          select
            .selectFrom("grants")
            .select("user_id")
            .whereRef("grants.dataset_id", "=", "datasets.id")
            .where("grants.user_id", "=", viewer ?? ""),
        )
        .as("granted"),
    ])
    .where((where) =>
      where.or([
        where.and([where("datasets.is_public", "=", true), where("status", "=", "ready")]),
        ...(viewer === null
          ? []
          : [
              where.and([where("datasets.owner_id", "=", viewer), where("status", "!=", "hidden")]),
              where("datasets.id", "in", where.selectFrom("grants").select("dataset_id").where("user_id", "=", viewer)),
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
    license: row.license,
    file_name: row.file_name,
    source: sourceOf(row),
    rows_at: row.rows_at,
    columns: row.columns === null ? [] : (JSON.parse(row.columns) as Column[]),
    rows: row.rows,
    rejected: row.rejected ?? 0,
    owned: row.owner_id === viewer,
    granted: Boolean(row.granted),
  };
}

function sourceOf({
  instance_id,
  connector_id,
  connector_title: title,
  connector_version: version,
  stopped_at,
  refresh_interval,
}: Found): DatasetItemSource {
  if (instance_id === null) return { kind: "upload" };
  const connector =
    connector_id !== null && title !== null && version !== null ? { id: connector_id, title, version } : null;
  const live = stopped_at === null;
  return { kind: "connection", connector, live, stopped_at, refresh_interval: live ? refresh_interval : null };
}

/** Datasets whose title, description, category or author has the text. */
function matching(db: Kysely<CatalogueTables>, viewer: string | null, q: string) {
  const pattern = containsPattern(q);
  const seen = visible(db, viewer);
  if (pattern === null) return seen;
  return seen.where((where) =>
    where.or(
      (["datasets.title", "datasets.description", "datasets.category", "authors.name"] as const).map((column) =>
        where(column, "ilike", pattern),
      ),
    ),
  );
}

const grantedIds = (db: Kysely<CatalogueTables>, userId: string) =>
  db.selectFrom("grants").select("dataset_id").where("user_id", "=", userId);

/** Reads of datasets and their grants. */
export function datasetReads(db: Kysely<CatalogueTables>) {
  return { ...itemReads(db), ...grantReads(db) };
}

function itemReads(db: Kysely<CatalogueTables>) {
  return {
    async listDatasets(viewer: string | null, q = ""): Promise<readonly DatasetItem[]> {
      return (await matching(db, viewer, q).orderBy("datasets.created_at", "desc").execute()).map((row) =>
        item(row, viewer),
      );
    },
    /** A page of what the viewer may see and matches the text, newest first. */
    async datasetsPage(viewer: string | null, q: string, range: ListRange): Promise<ListPage<DatasetItem>> {
      const { items, total } = await pageOf(
        matching(db, viewer, q),
        (found) => found.orderBy("datasets.created_at", "desc").orderBy("datasets.id"),
        range,
      );
      return { items: items.map((row) => item(row, viewer)), total };
    },
    async dataset(id: string, viewer: string | null): Promise<DatasetItem | null> {
      const row = await visible(db, viewer).where("datasets.id", "=", id).executeTakeFirst();
      return row ? item(row, viewer) : null;
    },
    async datasetsOwnedBy(ownerId: string): Promise<readonly DatasetItem[]> {
      const rows = await visible(db, ownerId)
        .where("datasets.owner_id", "=", ownerId)
        .orderBy("datasets.created_at", "desc")
        .execute();
      return rows.map((row) => item(row, ownerId));
    },
    /** The owner's datasets that show outputs of an instance, by operation. */
    async datasetsMadeOf(instanceId: string, ownerId: string): Promise<ReadonlyMap<string, DatasetItem>> {
      const rows = await visible(db, ownerId)
        .where("datasets.owner_id", "=", ownerId)
        .where("datasets.instance_id", "=", instanceId)
        .execute();
      return new Map(rows.map((row) => [row.operation ?? "", item(row, ownerId)]));
    },
    /** The loader's name of why the newest file of a dataset could not be loaded; null when it was. */
    async loadFailure(id: string): Promise<string | null> {
      const row = await db.selectFrom("datasets").select("load_code").where("id", "=", id).executeTakeFirst();
      return row?.load_code ?? null;
    },
    /** Datasets whose load was begun and has no end yet. */
    async datasetsLoading(): Promise<readonly { id: string; created_at: string }[]> {
      return db.selectFrom("datasets").select(["id", "created_at"]).where("status", "=", "loading").execute();
    },
  };
}

function grantReads(db: Kysely<CatalogueTables>) {
  return {
    async datasetsGrantedTo(userId: string): Promise<readonly DatasetItem[]> {
      const rows = await visible(db, userId)
        .where("datasets.id", "in", grantedIds(db, userId))
        .orderBy("datasets.created_at", "desc")
        .execute();
      return rows.map((row) => item(row, userId));
    },
    /** A page of the ids of these. */
    async grantedIdsPage(userId: string, range: ListRange): Promise<ListPage<string>> {
      const mine = visible(db, userId).where("datasets.id", "in", grantedIds(db, userId));
      const { items, total } = await pageOf(
        mine,
        (found) => found.orderBy("datasets.created_at", "desc").orderBy("datasets.id"),
        range,
      );
      return { items: items.map(({ id }) => id), total };
    },
    /** Users a dataset is shared with or who took it. */
    async grantees(datasetId: string): Promise<readonly { user_id: string; granted_at: string }[]> {
      return db
        .selectFrom("grants")
        .select(["user_id", "granted_at"])
        .where("dataset_id", "=", datasetId)
        .orderBy("granted_at")
        .execute();
    },
    /** A page of them, the earliest grants first. */
    async granteesPage(
      datasetId: string,
      range: ListRange,
    ): Promise<ListPage<{ user_id: string; granted_at: string }>> {
      const grants = db.selectFrom("grants").select(["user_id", "granted_at"]).where("dataset_id", "=", datasetId);
      return pageOf(grants, (found) => found.orderBy("granted_at").orderBy("user_id"), range);
    },
  };
}
