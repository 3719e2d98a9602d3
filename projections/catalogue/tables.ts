import type { ColumnNotes, DatasetFailure, VersionMode } from "#domain/dataset/events.ts";
import type { Chart } from "#domain/core/values/chart.ts";
import type { Rows } from "../projection.ts";
import {
  bigint,
  boolean,
  type DatabaseOf,
  double,
  integer,
  json,
  jsonb,
  line,
  lines,
  nullable,
  type RowOf,
  table,
  text,
  time,
  tsvector,
} from "../table.ts";

/** The file of a load. */
export type LoadFile = {
  /** null: the first of its dataset. */
  readonly uploadId: string | null;
  readonly fileName: string | null;
  readonly mode: VersionMode;
  /** It has to be fetched from the address of the dataset first. */
  readonly toFetch: boolean;
  readonly receivedAt: string;
  /** The number of the load among those of this file. */
  readonly attempt: number;
  /** A load of it has failed, which may have left it behind. */
  readonly hasFailed: boolean;
};

export type DatasetStatus = "loading" | "ready" | "failed" | "hidden";

/** Items that everybody sees. */
const listed = "listed";

export const catalogueTables = {
  /**
   * What a list shows of every item: datasets, and of each connector its latest version. Made for one page of the
   * DataStore: all that a card shows is here, and each order has an index.
   */
  items: table(
    {
      /** Of a connector its root id. */
      id: text(),
      kind: text<"dataset" | "connector">(),
      /** The id in the address of its profile: of a connector that of its latest version. */
      profileId: text(),
      ownerId: text(),
      author: text(),
      title: line(),
      /** The start of the description. */
      summary: text(),
      category: line(),
      isPublic: boolean(),
      status: text<DatasetStatus | "active" | "inactive" | "taken-down">(),
      /** An admin has hidden it from all but its owner. */
      takenDown: boolean(),
      /** Everybody sees it. */
      listed: boolean(),
      subscriberCount: integer(),
      /** Connectors only. */
      version: nullable(integer()),
      /** How a connector's calls sign in: "none", "bearer", … */
      auth: nullable(text()),
      /** These four of datasets only. */
      price: nullable(double()),
      rows: nullable(bigint()),
      rejected: nullable(integer()),
      live: boolean(),
      /** The owner of a public dataset decides who gets access. */
      onRequest: boolean(),
      /** These two of datasets only; empty if they are not said. */
      license: text(),
      updateFrequency: text(),
      /** Name and type of each column; of a connector those that its definition declares, if it does. */
      shape: nullable(json<readonly (readonly [name: string, type: string])[]>()),
      /** A file name, or the method and path of the first operation. */
      source: nullable(text()),
      /** The name of its image's file. */
      image: nullable(text()),
      createdAt: time(),
      /** When it got its newest rows. */
      updatedAt: time(),
      /** When it got them, or its card was edited: whichever is later. */
      changedAt: time(),
      titleOrder: text(),
      /** -1: no rows. */
      rowsOrder: bigint(),
      document: tsvector(),
    },
    {
      key: ["id"],
      indexes: [
        ...(["createdAt", "updatedAt", "changedAt", "titleOrder", "subscriberCount", "rowsOrder"] as const).map(
          (order) => ({
            on: ["kind", order, "id"] as const,
            where: listed,
          }),
        ),
        { on: ["createdAt", "id"], where: listed },
        { on: ["category", "createdAt", "id"], where: listed },
        { on: ["document"], gin: "tsvector_ops", where: listed },
        { on: ["ownerId", "kind", "createdAt", "id"] },
        { on: ["titleOrder", "id"], where: "taken_down" },
      ],
    },
  ),
  /** How many items there are by kind, category and licence, in a scope (scopeOf in items/show-item.ts). */
  facets: table(
    { scope: text(), kind: text<"dataset" | "connector">(), category: text(), license: text(), count: integer() },
    { key: ["scope", "kind", "category", "license"] },
  ),
  /** How many of them got their newest rows on a day, in UTC. */
  daysUpdated: table(
    { scope: text(), kind: text<"dataset" | "connector">(), day: text(), count: integer() },
    { key: ["scope", "kind", "day"] },
  ),
  /**
   * The words of items, by the same scopes: a search finds parts of words and misspelt words here. `authorId`: whose name
   * has the word; empty for words of the item itself, which stay when the name goes.
   */
  words: table(
    { scope: text(), word: text(), authorId: text() },
    {
      key: ["scope", "word", "authorId"],
      indexes: [
        { on: ["word"], gin: "gin_trgm_ops" },
        { on: ["authorId"], where: "author_id <> ''" },
      ],
    },
  ),
  /**
   * The categories that admins have changed; the others are those of an empty log. `movedTo`: where the items of one that
   * is not listed any more are now.
   */
  categories: table(
    { name: text(), listed: boolean(), movedTo: nullable(text()) },
    { key: ["name"], indexes: [{ on: ["movedTo"] }] },
  ),
  authors: table(
    { userId: text(), name: text(), isAdmin: boolean() },
    { key: ["userId"], indexes: [{ on: ["name"], gin: "gin_trgm_ops" }] },
  ),
  connectors: table(
    {
      id: text(),
      rootId: text(),
      version: integer(),
      isLatest: boolean(),
      ownerId: text(),
      title: line(),
      description: text(),
      category: line(),
      apiDocUrl: nullable(text()),
      /** The host that its first operation calls. */
      source: text(),
      image: nullable(text()),
      isPublic: boolean(),
      /** JSON text of the definition. */
      definition: text(),
      active: boolean(),
      withdrawn: boolean(),
      /** Why an admin has hidden it; null: none has. */
      takenDown: nullable(text()),
      parentId: nullable(text()),
      createdAt: time(),
    },
    { key: ["id"], indexes: [{ on: ["rootId"] }, { on: ["ownerId", "rootId"] }, { on: ["category"] }] },
  ),
  /** `sinceVersion`: the number of the version that was connected to first. */
  subscriptions: table(
    { instanceId: text(), rootId: text(), connectorId: text(), userId: text(), sinceVersion: integer() },
    { key: ["instanceId"], indexes: [{ on: ["rootId", "userId"] }, { on: ["userId"] }] },
  ),
  datasets: table(
    {
      id: text(),
      ownerId: text(),
      title: line(),
      description: text(),
      category: line(),
      keywords: lines(),
      price: double(),
      isPublic: boolean(),
      onRequest: boolean(),
      status: text<DatasetStatus>(),
      /** Why an admin has hidden it; null: none has. */
      takenDown: nullable(text()),
      /** Why there are no rows, or not those of the newest file. */
      loadFailure: nullable(jsonb<DatasetFailure>()),
      tableName: text(),
      license: text(),
      licenseTerms: text(),
      rowMeaning: line(),
      updateFrequency: text(),
      sourceUrl: text(),
      /** The number of the version that readers see; 0 before the first. */
      version: integer(),
      /** The file that is being loaded as the next version. */
      pending: nullable(jsonb<{ readonly uploadId: string; readonly fileName: string }>()),
      /** The file of the newest load; null: the rows come from an instance. */
      loadFile: nullable(jsonb<LoadFile>()),
      /** The uploads that the current version and the latest failed load came from; null: the first file, or none. */
      loadedUpload: nullable(text()),
      failedUpload: nullable(text()),
      /** null: its rows come from an instance. */
      fileName: nullable(text()),
      /** The instance and operation whose output it shows; never shown to viewers. */
      instanceId: nullable(text()),
      operation: nullable(text()),
      /** The connector version of its newest rows. */
      connectorId: nullable(text()),
      /** Since when its instance has no new rows for it: the instance is gone, or the owner has deleted the dataset. */
      stoppedAt: nullable(time()),
      /** The name of its image's file. */
      image: nullable(text()),
      /** JSON text of the columns. */
      columns: nullable(text()),
      rows: nullable(bigint()),
      rejected: nullable(integer()),
      createdAt: time(),
      updatedAt: time(),
      /** When the rows were loaded or pulled. */
      rowsAt: nullable(time()),
      /** The newest load. null: it goes on. */
      loadStartedAt: time(),
      loadEndedAt: nullable(time()),
    },
    { key: ["id"], indexes: [{ on: ["instanceId", "operation"] }, { on: ["ownerId", "id"] }, { on: ["category"] }] },
  ),
  /** The long texts about a dataset, which no list reads. */
  datasetTexts: table({ datasetId: text(), readMe: text(), columnNotes: jsonb<ColumnNotes>() }, { key: ["datasetId"] }),
  dataApps: table(
    {
      id: text(),
      datasetId: text(),
      ownerId: text(),
      title: line(),
      chart: jsonb<Chart>(),
      /** Parameters of a stream. */
      filters: text(),
      createdAt: time(),
    },
    { key: ["id"], indexes: [{ on: ["datasetId"] }, { on: ["createdAt", "id"] }, { on: ["ownerId", "id"] }] },
  ),
  instances: table({ instanceId: text(), connectorId: text(), refreshInterval: integer() }, { key: ["instanceId"] }),
  /** The newest whole output of each operation of an instance: the first rows of a dataset made from it. */
  wholeOutputs: table(
    { instanceId: text(), operation: text(), columns: text(), rows: bigint(), broughtAt: time() },
    { key: ["instanceId", "operation"] },
  ),
  grants: table(
    {
      datasetId: text(),
      userId: text(),
      grantedBy: text(),
      grantedAt: time(),
      /** When the access ends, with or without an event of it. */
      until: nullable(time()),
    },
    {
      key: ["datasetId", "userId"],
      indexes: [{ on: ["userId", "datasetId"] }, { on: ["until"], where: "until is not null" }],
    },
  ),
};
export type CatalogueTables = DatabaseOf<typeof catalogueTables>;
export type CatalogueRows = Rows<typeof catalogueTables>;
export type ConnectorRow = RowOf<(typeof catalogueTables)["connectors"]>;
export type DatasetRow = RowOf<(typeof catalogueTables)["datasets"]>;
export type DataAppRow = RowOf<(typeof catalogueTables)["dataApps"]>;
export type ItemRow = RowOf<(typeof catalogueTables)["items"]>;
