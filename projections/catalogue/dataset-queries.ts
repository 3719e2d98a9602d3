import type { ExpressionBuilder, Kysely, SelectQueryBuilder } from "kysely";
import { sql } from "kysely";
import type { Column } from "#domain/core/values/table.ts";
import type { RowOf } from "../table.ts";
import type { CatalogueTables, catalogueTables, DatasetRow } from "./tables.ts";
import { anyOf } from "../any-of.ts";
import { LASTING } from "./grant-queries.ts";

/** A dataset for one viewer. */
export type DatasetItem = Omit<
  DatasetRow,
  | "instanceId"
  | "operation"
  | "connectorId"
  | "stoppedAt"
  | "columns"
  | "rejected"
  | "loadStartedAt"
  | "loadEndedAt"
  | "pending"
> & {
  readonly kind: "dataset";
  /** The number of the version that is being loaded; null: none, or only the first. */
  readonly loadingVersion: number | null;
  /** The upload that is being loaded as that version. */
  readonly loadingUpload: string | null;
  readonly author: string;
  readonly subscriberCount: number;
  readonly source: DatasetItemSource;
  readonly columns: readonly Column[];
  readonly rejected: number;
  readonly owned: boolean;
  readonly granted: boolean;
  /** When the viewer's access ends; null: without end, or no access. */
  readonly grantedUntil: string | null;
};

/**
 * Where the rows come from. An instance reveals only how fresh it keeps them, and its connector if the viewer may see
 * that: neither the instance itself nor its settings.
 */
export type DatasetItemSource =
  | { readonly kind: "upload" }
  | {
      readonly kind: "connection";
      /** null: the viewer may not see it. */
      readonly connector: { readonly id: string; readonly title: string; readonly version: number } | null;
      /** Each complete pull is shown immediately; false: no longer. */
      readonly live: boolean;
      readonly stoppedAt: string | null;
      /** Minutes; 0: it is refreshed by hand. null: not live. */
      readonly refreshInterval: number | null;
    };

/** The user if they are an admin: admins still see what was taken down. */
export function adminNamed(db: Kysely<CatalogueTables>, userId: string) {
  return db
    .selectFrom("authors")
    .select("userId")
    .where("userId", "=", userId)
    .where("isAdmin", "=", sql<boolean>`true`);
}

/**
 * The datasets that a viewer may see, by the rules of domain/dataset/who-sees.ts (testing/contracts/who-sees.ts
 * checks both).
 */
function visible(db: Kysely<CatalogueTables>, viewer: string | null) {
  return db
    .selectFrom("datasets")
    .leftJoin("authors", "authors.userId", "datasets.ownerId")
    .leftJoin("instances", "instances.instanceId", "datasets.instanceId")
    .leftJoin("connectors", (join) =>
      join
        .onRef("connectors.id", "=", "datasets.connectorId")
        .on((on) =>
          on.or([
            on.and([
              on("connectors.isPublic", "=", true),
              on("connectors.withdrawn", "=", false),
              on("connectors.takenDown", "is", null),
            ]),
            on("connectors.ownerId", "=", viewer ?? ""),
            on("datasets.ownerId", "=", viewer ?? ""),
          ]),
        ),
    )
    .selectAll("datasets")
    .select((select) => [
      "authors.name as author",
      "instances.refreshInterval",
      "connectors.title as connectorTitle",
      "connectors.version as connectorVersion",
      select
        .selectFrom("grants")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("grants.datasetId", "=", "datasets.id")
        .where(LASTING)
        .as("subscriberCount"),
      select
        .exists(
          select
            .selectFrom("grants")
            .select("userId")
            .whereRef("grants.datasetId", "=", "datasets.id")
            .where("grants.userId", "=", viewer ?? "")
            .where(LASTING),
        )
        .as("granted"),
      select
        .selectFrom("grants")
        .select("until")
        .whereRef("grants.datasetId", "=", "datasets.id")
        .where("grants.userId", "=", viewer ?? "")
        .as("grantedUntil"),
    ])
    .where((where) => seenBy(db, where, viewer));
}

/** The condition of the datasets that a viewer may see. */
export function seenBy(
  db: Kysely<CatalogueTables>,
  where: ExpressionBuilder<CatalogueTables, "datasets">,
  viewer: string | null,
) {
  const isKept = where("datasets.takenDown", "is", null);
  const ready = where.and([where("datasets.isPublic", "=", true), where("datasets.status", "=", "ready"), isKept]);
  if (viewer === null) return ready;
  const granted = where.selectFrom("grants").select("datasetId").where("userId", "=", viewer).where(LASTING);
  return where.or([
    ready,
    where.and([where("datasets.ownerId", "=", viewer), where("datasets.status", "!=", "hidden")]),
    where.and([where("datasets.id", "in", granted), isKept]),
    where.and([where.not(isKept), where.exists(adminNamed(db, viewer))]),
  ]);
}

type Found = ReturnType<typeof visible> extends SelectQueryBuilder<infer _DB, infer _T, infer O> ? O : never;

type SourceColumn =
  "instanceId" | "connectorId" | "connectorTitle" | "connectorVersion" | "stoppedAt" | "refreshInterval";

function item(
  {
    instanceId,
    operation: _,
    connectorId,
    connectorTitle,
    connectorVersion,
    stoppedAt,
    refreshInterval,
    author,
    subscriberCount,
    columns,
    rejected,
    granted,
    pending,
    ...row
  }: Found,
  viewer: string | null,
): DatasetItem {
  return {
    ...row,
    kind: "dataset",
    loadingVersion: pending && row.version + 1,
    loadingUpload: pending?.uploadId ?? null,
    author: author ?? "Unknown",
    subscriberCount: subscriberCount ?? 0,
    source: sourceOf({ instanceId, connectorId, connectorTitle, connectorVersion, stoppedAt, refreshInterval }),
    columns: columns === null ? [] : (JSON.parse(columns) as Column[]),
    rejected: rejected ?? 0,
    owned: row.ownerId === viewer,
    granted: Boolean(granted),
  };
}

function sourceOf({
  instanceId,
  connectorId,
  connectorTitle: title,
  connectorVersion: version,
  stoppedAt,
  refreshInterval,
}: Pick<Found, SourceColumn>): DatasetItemSource {
  if (instanceId === null) return { kind: "upload" };
  const connector =
    connectorId !== null && title !== null && version !== null ? { id: connectorId, title, version } : null;
  const live = stoppedAt === null;
  return { kind: "connection", connector, live, stoppedAt, refreshInterval: live ? refreshInterval : null };
}

export type DatasetTexts = Pick<RowOf<(typeof catalogueTables)["datasetTexts"]>, "readMe" | "columnNotes">;

const LOAD_COLUMNS = [
  ...(["id", "status", "pending", "loadFailure", "loadFile"] as const),
  ...(["rows", "loadStartedAt", "loadEndedAt"] as const),
] as const;
/** The newest load of a dataset. */
export type LoadRow = Pick<DatasetRow, (typeof LOAD_COLUMNS)[number]>;

/** Reads of datasets. */
export function datasetReads(db: Kysely<CatalogueTables>) {
  return {
    /** Those of these datasets that the viewer may see, in the order of the ids. */
    async datasetsById(ids: readonly string[], viewer: string | null): Promise<readonly DatasetItem[]> {
      const rows = await visible(db, viewer)
        .where("datasets.id", "=", anyOf([...ids]))
        .execute();
      const found = new Map(rows.map((row) => [row.id, item(row, viewer)]));
      return ids.flatMap((id) => found.get(id) ?? []);
    },
    async dataset(id: string, viewer: string | null): Promise<DatasetItem | null> {
      const row = await visible(db, viewer).where("datasets.id", "=", id).executeTakeFirst();
      return row ? item(row, viewer) : null;
    },
    /** The read-me of a dataset and what is said about its columns. Rights are the caller's to check. */
    async datasetTexts(datasetId: string): Promise<DatasetTexts> {
      const row = await db
        .selectFrom("datasetTexts")
        .select(["readMe", "columnNotes"])
        .where("datasetId", "=", datasetId)
        .executeTakeFirst();
      return row ?? { readMe: "", columnNotes: {} };
    },
    /** The name of the image of a dataset that the viewer may see. */
    async datasetImage(id: string, viewer: string | null): Promise<string | null> {
      const seen = visible(db, viewer).where("datasets.id", "=", id).clearSelect().select("datasets.image");
      return (await seen.executeTakeFirst())?.image ?? null;
    },
    /** The owner's datasets that show outputs of an instance, by operation. */
    async datasetsMadeOf(instanceId: string, ownerId: string): Promise<ReadonlyMap<string, DatasetItem>> {
      const rows = await visible(db, ownerId)
        .where("datasets.ownerId", "=", ownerId)
        .where("datasets.instanceId", "=", instanceId)
        .execute();
      return new Map(rows.map((row) => [row.operation ?? "", item(row, ownerId)]));
    },
    ...loadReads(db),
  };
}

/** Reads of the newest loads. */
function loadReads(db: Kysely<CatalogueTables>) {
  return {
    /** The newest loads of these datasets. Rights are the caller's to check. */
    async loads(ids: readonly string[]): Promise<readonly LoadRow[]> {
      return db
        .selectFrom("datasets")
        .select(LOAD_COLUMNS)
        .where("id", "=", anyOf([...ids]))
        .execute();
    },
    /** The files whose load was begun and has not ended; `uploadId` null: the first of its dataset. */
    async datasetsLoading(): Promise<readonly { id: string; uploadId: string | null; attempt: number }[]> {
      const rows = await db
        .selectFrom("datasets")
        .select(["id", "status", "pending", "loadFile"])
        .where((where) => where.or([where("status", "=", "loading"), where("pending", "is not", null)]))
        .execute();
      return rows.map(({ id, pending, loadFile }) => ({
        ...{ id, uploadId: pending?.uploadId ?? null },
        attempt: loadFile?.attempt ?? 1,
      }));
    },
    /** The uploads of later versions that these datasets wait for, by dataset. */
    async awaitedUploads(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .selectFrom("datasets")
        .select(["id", "pending"])
        .where("id", "=", anyOf(ids))
        .where("pending", "is not", null)
        .execute();
      return new Map(rows.flatMap(({ id, pending }) => (pending ? [[id, pending.uploadId]] : [])));
    },
  };
}
