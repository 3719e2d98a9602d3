import type { Kysely, SelectQueryBuilder } from "kysely";
import { sql } from "kysely";
import type { JsonObject } from "#domain/core/values/json.ts";
import type { CursorPage, ListRange } from "#domain/core/lists/list-page.ts";
import { anyOf } from "../any-of.ts";
import { descending } from "#domain/core/lists/list-order.ts";
import { pageOf } from "../list-page.ts";
import { adminNamed } from "./dataset-queries.ts";
import type { CatalogueTables, ConnectorRow } from "./tables.ts";

const COLUMNS = [
  "id",
  "rootId",
  "version",
  "isLatest",
  "ownerId",
  "title",
  "description",
  "category",
  "apiDocUrl",
  "source",
  "image",
  "isPublic",
  "parentId",
  "createdAt",
  "takenDown",
] as const;

/** A connector version for one viewer. */
export type ConnectorItem = Pick<ConnectorRow, (typeof COLUMNS)[number]> & {
  readonly kind: "connector";
  readonly author: string;
  readonly status: "active" | "inactive" | "deprecated";
  readonly definition: JsonObject;
  readonly subscriberCount: number;
  readonly owned: boolean;
  /** The viewer's own instance of this lineage, and the version it runs. */
  readonly instanceId: string | null;
  readonly connectedConnectorId: string | null;
};

/** A version in lists: without its definition if that is large, so that a list stays small. */
export type ListedConnector = Omit<ConnectorItem, "definition"> & { readonly definition: JsonObject | null };

/** Versions of a connector, the newest first. */
export const NEWEST_VERSIONS = descending({ version: "number" });

/** Largest definition in a list, in bytes. */
const LISTED_BYTES = 16_384;

const SMALL_DEFINITION = sql<
  string | null
>`case when octet_length(connectors.definition) <= ${sql.lit(LISTED_BYTES)} then connectors.definition end`;

/**
 * The versions that a viewer may see, by the rules of domain/connector/who-sees.ts (testing/contracts/who-sees.ts
 * checks both): the latest version decides whether a lineage is public, and users connected before it was made private
 * keep it.
 */
function visible(db: Kysely<CatalogueTables>, viewer: string | null, definitions: "all" | "small" = "small") {
  return db
    .selectFrom("connectors")
    .leftJoin("authors", "authors.userId", "connectors.ownerId")
    .select([...COLUMNS, "active", "withdrawn"])
    .select((select) => [
      (definitions === "all" ? sql<string | null>`connectors.definition` : SMALL_DEFINITION).as("definition"),
      "authors.name as author",
      select
        .selectFrom("subscriptions")
        .select(sql<number>`count(distinct user_id)::int`.as("count"))
        .whereRef("subscriptions.rootId", "=", "connectors.rootId")
        .as("subscriberCount"),
      select
        .selectFrom("subscriptions")
        .select(sql<{ i: string; c: string }>`json_build_object('i', instance_id, 'c', connector_id)`.as("mine"))
        .whereRef("subscriptions.rootId", "=", "connectors.rootId")
        .where("subscriptions.userId", "=", viewer ?? "")
        .limit(1)
        .as("mine"),
    ])
    .where((where) =>
      where.or([
        where.and([
          where("isPublic", "=", true),
          where("withdrawn", "=", false),
          where("takenDown", "is", null),
          where.exists(
            where
              .selectFrom("connectors as latest")
              .select("latest.id")
              .whereRef("latest.rootId", "=", "connectors.rootId")
              .where("latest.isLatest", "=", true)
              .where("latest.isPublic", "=", true),
          ),
        ]),
        ...(viewer === null
          ? []
          : [
              where("ownerId", "=", viewer),
              where.and([where("takenDown", "is not", null), where.exists(adminNamed(db, viewer))]),
              where.exists(
                where
                  .selectFrom("subscriptions")
                  .select("instanceId")
                  .whereRef("subscriptions.rootId", "=", "connectors.rootId")
                  .where("userId", "=", viewer)
                  .where("connectors.takenDown", "is", null)
                  .where((mine) =>
                    mine.or([
                      mine("connectors.isPublic", "=", true),
                      mine("connectors.version", ">=", mine.ref("sinceVersion")),
                    ]),
                  ),
              ),
            ]),
      ]),
    );
}

type Found = ReturnType<typeof visible> extends SelectQueryBuilder<infer _DB, infer _T, infer O> ? O : never;

function item(
  { active, withdrawn, definition, author, subscriberCount, mine, ...row }: Found,
  viewer: string | null,
): ListedConnector {
  return {
    ...row,
    kind: "connector",
    author: author ?? "Unknown",
    status: !active || withdrawn ? "inactive" : row.isLatest ? "active" : "deprecated",
    definition: definition === null ? null : (JSON.parse(definition) as JsonObject),
    subscriberCount: subscriberCount ?? 0,
    owned: row.ownerId === viewer,
    instanceId: mine?.i ?? null,
    connectedConnectorId: mine?.c ?? null,
  };
}

/** Versions of the lineage that `id` (version or root) belongs to. */
function ofLineage(db: Kysely<CatalogueTables>, id: string, viewer: string | null) {
  return visible(db, viewer).where((where) =>
    where(
      "rootId",
      "in",
      where
        .selectFrom("connectors as anyVersion")
        .select("anyVersion.rootId")
        .where((any) => any.or([any("anyVersion.id", "=", id), any("anyVersion.rootId", "=", id)])),
    ),
  );
}

async function latestOf(
  db: Kysely<CatalogueTables>,
  rootIds: readonly string[],
  viewer: string | null,
): Promise<ReadonlyMap<string, ListedConnector>> {
  if (rootIds.length === 0) return new Map();
  const rows = await visible(db, viewer)
    .where("rootId", "=", anyOf([...new Set(rootIds)]))
    .where("isLatest", "=", true)
    .execute();
  return new Map(rows.map((row) => [row.rootId, item(row, viewer)]));
}

export function connectorReads(db: Kysely<CatalogueTables>) {
  return {
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
    /** The same for a list, in the order of the ids. */
    async listedConnectors(ids: readonly string[], viewer: string | null): Promise<readonly ListedConnector[]> {
      const rows = await visible(db, viewer)
        .where("connectors.id", "=", anyOf([...ids]))
        .execute();
      const found = new Map(rows.map((row) => [row.id, item(row, viewer)]));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    /** The latest versions of these lineages that the viewer may see, by their roots. */
    latestVersions: (rootIds: readonly string[], viewer: string | null) => latestOf(db, rootIds, viewer),
    /** All versions of the lineage that `id` (version or root) belongs to, newest first. */
    async connectorVersions(id: string, viewer: string | null): Promise<readonly ListedConnector[]> {
      return (await ofLineage(db, id, viewer).orderBy("version", "desc").execute()).map((row) => item(row, viewer));
    },
    /** The name of the image of a lineage that the viewer may see. */
    async connectorImage(rootId: string, viewer: string | null): Promise<string | null> {
      const seen = visible(db, viewer).where("rootId", "=", rootId).clearSelect().select("connectors.image");
      return (await seen.limit(1).executeTakeFirst())?.image ?? null;
    },
    /** What these versions are called. Rights are the caller's to check. */
    async versionNames(ids: readonly string[]): Promise<readonly { id: string; title: string; version: number }[]> {
      if (ids.length === 0) return [];
      return db.selectFrom("connectors").select(["id", "title", "version"]).where("id", "=", anyOf(ids)).execute();
    },
    /** A page of them. */
    async connectorVersionsPage(
      id: string,
      viewer: string | null,
      range: ListRange,
    ): Promise<CursorPage<ListedConnector>> {
      const { items, ...page } = await pageOf(ofLineage(db, id, viewer), NEWEST_VERSIONS, range);
      return { ...page, items: items.map((row) => item(row, viewer)) };
    },
    /** Those of these versions that may run. */
    async activeAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom("connectors")
        .select("id")
        .where("id", "=", anyOf(ids))
        .where("active", "=", true)
        .where("withdrawn", "=", false)
        .where("takenDown", "is", null)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },
  };
}
