import type { DatasetFailure } from "#domain/dataset/events.ts";
import type { Rows } from "../projection.ts";
import {
  bigint,
  boolean,
  type DatabaseOf,
  double,
  integer,
  jsonb,
  nullable,
  type RowOf,
  table,
  text,
  time,
} from "../table.ts";

export type DatasetStatus = "loading" | "ready" | "failed" | "hidden";

export const catalogueTables = {
  authors: table({ userId: text(), name: text() }, { key: ["userId"] }),
  connectors: table(
    {
      id: text(),
      rootId: text(),
      version: integer(),
      isLatest: boolean(),
      ownerId: text(),
      title: text(),
      description: text(),
      category: text(),
      apiDocUrl: nullable(text()),
      isPublic: boolean(),
      /** JSON text of the definition. */
      definition: text(),
      active: boolean(),
      withdrawn: boolean(),
      parentId: nullable(text()),
      createdAt: time(),
    },
    { key: ["id"], indexes: [{ on: ["rootId"] }] },
  ),
  /** `sinceVersion`: the number of the version that was connected to first. */
  subscriptions: table(
    { instanceId: text(), rootId: text(), connectorId: text(), userId: text(), sinceVersion: integer() },
    { key: ["instanceId"], indexes: [{ on: ["rootId"] }] },
  ),
  datasets: table(
    {
      id: text(),
      ownerId: text(),
      title: text(),
      description: text(),
      category: text(),
      keywords: jsonb<readonly string[]>(),
      price: double(),
      isPublic: boolean(),
      status: text<DatasetStatus>(),
      /** Why there are no rows, or not those of the newest file. */
      loadFailure: nullable(jsonb<DatasetFailure>()),
      tableName: text(),
      license: text(),
      /** null: its rows come from an instance. */
      fileName: nullable(text()),
      /** The instance and operation whose output it shows; never shown to viewers. */
      instanceId: nullable(text()),
      operation: nullable(text()),
      /** The connector version of its newest rows. */
      connectorId: nullable(text()),
      /** Since when its instance has no new rows for it: the instance is gone, or the owner has deleted the dataset. */
      stoppedAt: nullable(time()),
      /** JSON text of the columns. */
      columns: nullable(text()),
      rows: nullable(bigint()),
      rejected: nullable(integer()),
      createdAt: time(),
      updatedAt: time(),
      /** When the rows were loaded or pulled. */
      rowsAt: nullable(time()),
    },
    { key: ["id"], indexes: [{ on: ["instanceId", "operation"] }] },
  ),
  instances: table({ instanceId: text(), connectorId: text(), refreshInterval: integer() }, { key: ["instanceId"] }),
  /** The newest whole output of each operation of an instance: the first rows of a dataset made from it. */
  wholeOutputs: table(
    { instanceId: text(), operation: text(), columns: text(), rows: bigint(), broughtAt: time() },
    { key: ["instanceId", "operation"] },
  ),
  grants: table(
    { datasetId: text(), userId: text(), grantedBy: text(), grantedAt: time() },
    { key: ["datasetId", "userId"] },
  ),
};
export type CatalogueTables = DatabaseOf<typeof catalogueTables>;
export type CatalogueRows = Rows<typeof catalogueTables>;
export type ConnectorRow = RowOf<(typeof catalogueTables)["connectors"]>;
export type DatasetRow = RowOf<(typeof catalogueTables)["datasets"]>;
