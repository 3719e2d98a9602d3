import type { TableVersion } from "#domain/core/values/table.ts";
import type { VersionMode } from "#domain/dataset/events.ts";
import type { Rows } from "../projection.ts";
import { bigint, integer, nullable, type RowOf, table, text, texts, time } from "../table.ts";

/** How a version came about: from a file of the owner's, from an older version, or from a run of a connection. */
export type VersionOrigin = VersionMode | "restore" | "run";

export const versionTables = {
  /**
   * Every version ever loaded, for lists of versions, reading old ones, and the clean-up of what nobody can read any
   * more. A dataset made from an output shares its tables; a restored version has that of an older one.
   */
  versions: table(
    {
      itemId: text(),
      version: integer(),
      physical: text(),
      at: time(),
      mode: text<VersionOrigin>(),
      rows: bigint(),
      columnCount: integer(),
      rejected: integer(),
      fileName: nullable(text()),
      sha256: nullable(text()),
      bytes: nullable(bigint()),
      /** The user who uploaded or restored it. */
      by: nullable(text()),
      restoredFrom: nullable(integer()),
      runId: nullable(text()),
      connectorId: nullable(text()),
      /** The number of the connector version. */
      connectorVersion: nullable(integer()),
    },
    { key: ["itemId", "version"], indexes: [{ on: ["physical"] }] },
  ),
  /** The newest file of each dataset, until and after its rows are loaded. */
  versionFiles: table(
    {
      itemId: text(),
      mode: text<VersionMode>(),
      fileName: text(),
      sha256: nullable(text()),
      bytes: nullable(bigint()),
      by: text(),
      /** The columns that the file's rows are merged by; none unless it is an upsert. */
      mergedBy: texts(),
      /** The key of the dataset: the columns of its latest upsert that was loaded. */
      key: texts(),
    },
    { key: ["itemId"] },
  ),
};

export type VersionRow = RowOf<(typeof versionTables)["versions"]>;
/** What made a version, as far as it is known. */
export type Origin = Pick<VersionRow, "mode"> &
  Partial<Omit<VersionRow, "itemId" | "version" | "physical" | "at" | "rows" | "columnCount">>;

const UNKNOWN = {
  ...{ rejected: 0, fileName: null, sha256: null, bytes: null, by: null },
  ...{ restoredFrom: null, runId: null, connectorId: null, connectorVersion: null },
} as const;

/** Records a version of an item. */
export function putVersion(
  rows: Pick<Rows<typeof versionTables>, "versions">,
  about: Pick<VersionRow, "itemId" | "version" | "at">,
  { physical, rows: count, columns }: TableVersion,
  origin: Origin,
): void {
  rows.versions.put({ ...UNKNOWN, ...origin, ...about, physical, rows: count, columnCount: columns.length });
}
