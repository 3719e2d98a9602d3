import path from "node:path";
import type { Pool } from "pg";
import type { TableProfile } from "#domain/connector-language/table/column-types.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { LoadSettings } from "#domain/dataset/load-settings.ts";
import type { TableVersions } from "#domain/core/ports/tables/table-versions.ts";
import { pick } from "#domain/core/values/pick.ts";
import type { TableVersion } from "#domain/core/values/table.ts";
import type { Preview, RowsSearched, TableWindow } from "#domain/core/ports/work-ports.ts";
import type { Config } from "../config/config.ts";
import type { Log } from "../observability/logger.ts";
import { openStream } from "../tables/stream/open-stream.ts";
import { countRows, previewTable } from "../tables/stream/preview-table.ts";
import type { Chart } from "#domain/core/values/chart.ts";
import { chartTable } from "../tables/chart/chart-table.ts";
import { searchTable } from "../tables/stream/search-table.ts";
import { PullRefused } from "../tables/pull/pull-lines.ts";
import { measureTable } from "../tables/measure-table.ts";
import { openPull, type Pull } from "../tables/pull/pull-table.ts";
import { prepareReaderRole } from "../tables/reader-role.ts";
import {
  emptyShares,
  findTable,
  physicalName,
  registeredTables,
  existingTables,
  tableStatistics,
} from "../tables/registry.ts";
import { removableOrphans } from "../tables/orphans.ts";
import { dropTable, sweepStaging, sweepUnregistered } from "../tables/remove-tables.ts";
import type { TableStatistics } from "#domain/core/ports/table-statistics.ts";
import type { StreamFormat, StreamQuery } from "#domain/core/ports/stream-query.ts";
import { parseODataGroups, parseODataQuery } from "../tables/odata/query-options.ts";
import { type GroupsRequest, readGroups } from "../tables/odata/read-groups.ts";
import { countMatches, describeVersion, openPage, type PageRequest } from "../tables/odata/read-page.ts";
import { parseStreamQuery } from "../tables/stream/stream-query.ts";
import { unlessHeld } from "../files/held-removals.ts";
import type { FileStores } from "../files/open-file-stores.ts";
import { createParquetFiles } from "../tables/parquet/parquet-files.ts";
import { previewRows } from "../tables/versions/preview-rows.ts";
import { compareTables } from "../tables/versions/compare-tables.ts";
import { type Combination, combineRows } from "../tables/versions/combine-rows.ts";
import { createImageStore } from "../images/image-store.ts";
import { createUploads } from "../uploads/uploads.ts";
import type { DiskRoom } from "./disk-room.ts";

export type DataPlane = Awaited<ReturnType<typeof openData>>;

/** An older unfinished pull was left by a crash. */
const STALE_PULL_MS = 3 * 60 * 60_000;
const SPARE_CONNECTIONS = 2;

export type DataOptions = {
  readonly config: Config;
  readonly log: Log;
  /** For short queries. */
  readonly pool: Pool;
  /** For loads, pulls and other jobs on whole tables. */
  readonly workPool: Pool;
  /** For previews and counts, so that expensive queries use no other connections. */
  readonly previewPool: Pool;
  /** For streams: slow readers hold these connections and no others. */
  readonly streamPool: Pool;
  readonly room: DiskRoom;
  readonly files: FileStores;
};

/** The data plane for the upper floors: uploads, tables filled by runs, previews and streams. */
export async function openData(options: DataOptions) {
  const { config, log, pool, workPool, room, files } = options;
  const { warning } = await prepareReaderRole(pool);
  if (warning !== null) log.warn({}, warning);
  return {
    uploads: createUploads({
      pool,
      loadPool: workPool,
      store: files.uploads,
      scratch: files.scratch,
      limits: config.limits,
      room,
    }),
    images: createImageStore(files.images, pool),
    pullTables: pullTables(options),
    previews: previews(options),
    streams: streams(options),
    parquet: createParquetFiles({ pool, workPool, room, store: files.parquet }),
    odata: odata(options),
    dropTable: (physical: string) => dropTable(pool, physical),
    measureTable: (physical: string, signal?: AbortSignal) => measureTable(workPool, physical, signal),
    versions: versions(options),
    combineRows: (combination: Combination) => combineRows(workPool, combination),
    tables: allTables(pool),
    /** Drops what a crash left unfinished. */
    sweepStaging: () => sweepStaging(pool, { olderThanMs: STALE_PULL_MS }),
    sweepUnregistered: (until: AbortSignal) => sweepUnregistered(pool, until),
    sweepScratch: files.scratch.sweep,
  };
}

/** Where runs store their rows. */
function pullTables({ config, pool, workPool, room }: DataOptions) {
  return {
    open: ({ base, earlier, once, ...request }: PullRequest): Promise<Pull> =>
      openPull({
        pool: workPool,
        folder: path.join(config.dataDir, "pulls"),
        physical: physicalName(),
        demandRoom: room.demand,
        ...request,
        ...(base ? { base } : {}),
        ...(earlier ? { earlier } : {}),
        ...(once ? { once } : {}),
      }),
    /** Drops the tables that attempts at a run have made, except for finished ones, or those of these names. */
    async forget(runId: string, kept: "finished" | readonly string[]): Promise<void> {
      const { rows } = await pool.query<{ physical: string; state: string }>(
        "select physical, state from registry.tables where run_id = $1",
        [runId],
      );
      for (const { physical, state } of rows)
        if (kept === "finished" ? state === "staging" : !kept.includes(physical)) await dropTable(pool, physical);
    },
    drop: (physical: string) => dropTable(pool, physical),
    emptyShares: async (table: TableVersion) => (await emptyShares(pool, [table.physical])).get(table.physical) ?? null,
    refusalOf: (error: unknown) => (error instanceof PullRefused ? error.failure : null),
  };
}

type PullRequest = {
  readonly runId: string;
  readonly base: TableVersion | null;
  readonly earlier: TableVersion | null;
  readonly key: readonly string[];
  readonly once: { readonly cursor: string; readonly key: readonly string[] } | null;
  readonly before: { readonly columns: TableVersion["columns"]; readonly stay: boolean };
  readonly profile: TableProfile;
};

/** Previews for pages. */
function previews({ pool, previewPool }: DataOptions) {
  return {
    /** Previews, and counts of filtered rows, at the same time. */
    atATime: atATime(previewPool) - countsAtATime(previewPool),
    countsAtATime: countsAtATime(previewPool),
    async preview(table: TableVersion, window: TableWindow & { signal?: AbortSignal }): Promise<Preview | "too-slow"> {
      const found = await previewTable({ pool: previewPool, physical: table.physical, ...window });
      return found ?? { columns: table.columns, rows: [], lines: [], total: 0 };
    },
    async search(table: TableVersion, asked: RowsSearched & { signal?: AbortSignal }) {
      const found = await searchTable({ pool: previewPool, physical: table.physical, ...asked });
      const nothing = { columns: [], rows: [], lines: [], total: 0 };
      return found ?? { ok: true as const, preview: nothing, matches: 0, pageRows: 1 };
    },
    async chart(table: TableVersion, asked: { chart: Chart; params: URLSearchParams; signal?: AbortSignal }) {
      const found = await chartTable({ pool: previewPool, physical: table.physical, ...asked });
      return found ?? { ok: true as const, data: { points: [], groups: 0, unit: null, read: 0, rows: 0 } };
    },
    statistics: (table: TableVersion) => tableStatistics<TableStatistics>(pool, table.physical),
    emptyShares: (tables: readonly TableVersion[]) =>
      emptyShares(
        pool,
        tables.map(({ physical }) => physical),
      ),
  };
}

/** Versions of tables. Comparisons take the connections of counts. */
function versions({ config, pool, workPool, previewPool }: DataOptions): TableVersions<LoadFailure, LoadSettings> {
  return {
    async tableOf(physical) {
      const found = await findTable(pool, physical);
      return found && pick(found, ["physical", "columns", "rows", "contentHash"]);
    },
    compare: (before, after, asked) =>
      compareTables(previewPool, { before: before.physical, after: after.physical }, asked),
    previewRows: (table, rows, asked) =>
      previewRows(
        { pool: previewPool, loadPool: workPool, folder: path.join(config.dataDir, "previews") },
        table,
        rows,
        asked,
      ),
  };
}

/** Whole tables, and counts of their filtered rows. */
function streams({ previewPool, streamPool }: DataOptions) {
  return {
    atATime: atATime(streamPool),
    parse: (params: URLSearchParams, columns: TableVersion["columns"], kind: "dataset" | "pull") =>
      parseStreamQuery(params, columns, kind),
    count: (physical: string, query: StreamQuery, signal: AbortSignal) =>
      countRows({ pool: previewPool, physical, filters: query.filters, signal }),
    open: (request: {
      physical: string;
      query: StreamQuery;
      format: StreamFormat;
      excel: boolean;
      signal: AbortSignal;
    }) => openStream({ pool: streamPool, ...request }),
  };
}

/** Tables in pages, for OData. */
function odata({ pool, previewPool, streamPool }: DataOptions) {
  return {
    parse: parseODataQuery,
    parseGroups: parseODataGroups,
    describe: (physical: string) => describeVersion(pool, physical),
    count: (request: Parameters<typeof countMatches>[1]) => countMatches(previewPool, request),
    open: (request: PageRequest) => openPage(streamPool, request),
    groups: (request: GroupsRequest) => readGroups(streamPool, request),
  };
}

/** For the clean-up of unused tables. */
function allTables(pool: Pool) {
  return {
    registered: (after: string, limit: number) => registeredTables(pool, after, limit),
    existing: (physicals: readonly string[]) => existingTables(pool, physicals),
    /** False while a backup is being made, which may not have copied it yet. */
    drop: (physical: string) => unlessHeld(pool, () => dropTable(pool, physical)),
    removable: (versions: { readonly known: readonly string[]; readonly unknown: readonly string[] }) =>
      removableOrphans(pool, "version", versions),
  };
}

/**
 * Counts take seconds while previews take milliseconds: they get a third of the connections, so that they never delay
 * pages.
 */
function countsAtATime(pool: Pool): number {
  return Math.max(1, Math.floor(atATime(pool) / 3));
}

/**
 * How many readers may use a pool at a time: some connections stay free to cancel the statements of readers who leave.
 */
function atATime(pool: Pool): number {
  return Math.max(2, pool.options.max - SPARE_CONNECTIONS);
}
