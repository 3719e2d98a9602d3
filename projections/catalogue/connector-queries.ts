import type { Kysely, SelectQueryBuilder } from "kysely";
import { sql } from "kysely";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { ListPage, ListRange } from "#domain/core/values/list-page.ts";
import { anyOf } from "../any-of.ts";
import { pageOf } from "../list-page.ts";
import type { CatalogueTables } from "./tables.ts";
import { containsPattern } from "./search-pattern.ts";

/** A connector version in the product's own field names. */
export type ConnectorItem = {
  readonly _type: "connector";
  readonly type: "connector";
  readonly id: string;
  readonly root_id: string;
  readonly parent_id: string | null;
  readonly owner_user_id: string;
  readonly author: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly api_doc_url: string | null;
  readonly is_public: boolean;
  readonly price: 0;
  readonly status: "active" | "inactive" | "deprecated";
  readonly version: number;
  readonly is_latest_version: boolean;
  readonly is_draft: false;
  readonly subscriber_count: number;
  readonly created_at: string;
  readonly image: null;
  readonly source: string | null;
  readonly dsl: JsonObject;
  readonly owned: boolean;
  /** The viewer's own instance of this lineage, and the version it runs. */
  readonly instance_id: string | null;
  readonly connected_connector_id: string | null;
};

/** A version as lists hold it: one with a large definition comes without, so that a list stays small. */
export type ListedConnector = Omit<ConnectorItem, "dsl"> & { readonly dsl: JsonObject | null };

/** Of a definition in a list, in bytes. */
const LISTED_BYTES = 16_384;

const COLUMNS = [
  "connectors.id",
  "connectors.root_id",
  "connectors.version",
  "connectors.is_latest",
  "connectors.owner_id",
  "connectors.title",
  "connectors.description",
  "connectors.category",
  "connectors.api_doc_url",
  "connectors.is_public",
  "connectors.active",
  "connectors.withdrawn",
  "connectors.parent_id",
  "connectors.created_at",
] as const;

const SMALL_DEFINITION = sql<
  string | null
>`case when octet_length(connectors.definition) <= ${sql.lit(LISTED_BYTES)} then connectors.definition end`;

/**
 * The versions that somebody may see, by the rule of `seesVersion` in domain/connector (testing/contracts/who-sees.ts holds both to it): the latest version decides whether a
 * lineage is public, and who was connected before it was made private keeps it.
 */
function visible(db: Kysely<CatalogueTables>, viewer: string | null, definitions: "all" | "small" = "small") {
  return db
    .selectFrom("connectors")
    .leftJoin("authors", "authors.user_id", "connectors.owner_id")
    .select(COLUMNS)
    .select((select) => [
      (definitions === "all" ? sql<string | null>`connectors.definition` : SMALL_DEFINITION).as("definition"),
      "authors.name as author",
      select
        .selectFrom("subscriptions")
        .select(sql<number>`count(distinct user_id)::int`.as("count"))
        .whereRef("subscriptions.root_id", "=", "connectors.root_id")
        .as("subscriber_count"),
      select
        .selectFrom("subscriptions")
        .select(sql<{ i: string; c: string }>`json_build_object('i', instance_id, 'c', connector_id)`.as("mine"))
        .whereRef("subscriptions.root_id", "=", "connectors.root_id")
        .where("subscriptions.user_id", "=", viewer ?? "")
        .limit(1)
        .as("mine"),
    ])
    .where((where) =>
      where.or([
        where.and([
          where("is_public", "=", true),
          where("withdrawn", "=", false),
          where.exists(
            where
              .selectFrom("connectors as latest")
              .select("latest.id")
              .whereRef("latest.root_id", "=", "connectors.root_id")
              .where("latest.is_latest", "=", true)
              .where("latest.is_public", "=", true),
          ),
        ]),
        ...(viewer === null
          ? []
          : [
              where("owner_id", "=", viewer),
              where.exists(
                where
                  .selectFrom("subscriptions")
                  .select("instance_id")
                  .whereRef("subscriptions.root_id", "=", "connectors.root_id")
                  .where("user_id", "=", viewer)
                  .where((mine) =>
                    mine.or([
                      mine("connectors.is_public", "=", true),
                      mine("connectors.version", ">=", mine.ref("since_version")),
                    ]),
                  ),
              ),
            ]),
      ]),
    );
}

type Found = ReturnType<typeof visible> extends SelectQueryBuilder<infer _DB, infer _T, infer O> ? O : never;

function item(row: Found, viewer: string | null): ListedConnector {
  const dsl = row.definition === null ? null : (JSON.parse(row.definition) as JsonObject);
  const active = row.active && !row.withdrawn;
  return {
    _type: "connector",
    type: "connector",
    id: row.id,
    root_id: row.root_id,
    parent_id: row.parent_id,
    owner_user_id: row.owner_id,
    author: row.author ?? "Unknown",
    title: row.title,
    description: row.description,
    category: row.category,
    api_doc_url: row.api_doc_url,
    is_public: row.is_public,
    price: 0,
    status: !active ? "inactive" : row.is_latest ? "active" : "deprecated",
    version: row.version,
    is_latest_version: row.is_latest,
    is_draft: false,
    subscriber_count: row.subscriber_count ?? 0,
    created_at: row.created_at,
    image: null,
    source: row.api_doc_url,
    dsl,
    owned: row.owner_id === viewer,
    instance_id: row.mine?.i ?? null,
    connected_connector_id: row.mine?.c ?? null,
  };
}

/** Latest versions whose title, description, category or author has the text. */
function matching(db: Kysely<CatalogueTables>, viewer: string | null, q: string) {
  const pattern = containsPattern(q);
  const latest = visible(db, viewer).where("is_latest", "=", true);
  if (pattern === null) return latest;
  return latest.where((where) =>
    where.or(
      (["title", "description", "category", "authors.name"] as const).map((column) => where(column, "ilike", pattern)),
    ),
  );
}

/** Versions of the lineage that `id` (version or root) belongs to. */
function ofLineage(db: Kysely<CatalogueTables>, id: string, viewer: string | null) {
  return visible(db, viewer).where((where) =>
    where(
      "root_id",
      "in",
      where
        .selectFrom("connectors as any_version")
        .select("any_version.root_id")
        .where((any) => any.or([any("any_version.id", "=", id), any("any_version.root_id", "=", id)])),
    ),
  );
}

export function connectorReads(db: Kysely<CatalogueTables>) {
  return {
    /** Latest versions that the viewer may see and that match the text. */
    async listConnectors(viewer: string | null, q = ""): Promise<readonly ListedConnector[]> {
      return (await matching(db, viewer, q).orderBy("created_at", "desc").execute()).map((row) => item(row, viewer));
    },
    /** A page of them, newest first. */
    async connectorsPage(viewer: string | null, q: string, range: ListRange): Promise<ListPage<ListedConnector>> {
      const { items, total } = await pageOf(
        matching(db, viewer, q),
        (found) => found.orderBy("created_at", "desc").orderBy("connectors.id"),
        range,
      );
      return { items: items.map((row) => item(row, viewer)), total };
    },
    async connector(id: string, viewer: string | null): Promise<ConnectorItem | null> {
      const row = await visible(db, viewer, "all").where("connectors.id", "=", id).executeTakeFirst();
      return row ? (item(row, viewer) as ConnectorItem) : null;
    },
    /** Those of these versions that the viewer may see. */
    async connectorsById(ids: readonly string[], viewer: string | null): Promise<ReadonlyMap<string, ConnectorItem>> {
      const rows = await visible(db, viewer, "all")
        .where("connectors.id", "=", anyOf([...new Set(ids)]))
        .execute();
      return new Map(rows.map((row) => [row.id, item(row, viewer) as ConnectorItem]));
    },
    /** All versions of the lineage that `id` (version or root) belongs to, newest first. */
    async connectorVersions(id: string, viewer: string | null): Promise<readonly ListedConnector[]> {
      return (await ofLineage(db, id, viewer).orderBy("version", "desc").execute()).map((row) => item(row, viewer));
    },
    /** A page of them. */
    async connectorVersionsPage(
      id: string,
      viewer: string | null,
      range: ListRange,
    ): Promise<ListPage<ListedConnector>> {
      const { items, total } = await pageOf(
        ofLineage(db, id, viewer),
        (found) => found.orderBy("version", "desc"),
        range,
      );
      return { items: items.map((row) => item(row, viewer)), total };
    },
    /** Those of these versions that may run. */
    async activeAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom("connectors")
        .select("id")
        .where("id", "=", anyOf(ids))
        .where("active", "=", true)
        .where("withdrawn", "=", false)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
    async connectorsOwnedBy(ownerId: string): Promise<readonly ListedConnector[]> {
      const rows = await visible(db, ownerId)
        .where("owner_id", "=", ownerId)
        .where("is_latest", "=", true)
        .orderBy("created_at", "desc")
        .execute();
      return rows.map((row) => item(row, ownerId));
    },
  };
}
