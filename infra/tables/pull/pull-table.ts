import os from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import type { TableProfile } from "#domain/connector-language/table/column-types.ts";
import type { Column, TableVersion } from "#domain/core/values/table.ts";
import { boundedLabel } from "../column-names.ts";
import { MOST_PHYSICAL_COLUMNS } from "../csv/row-format.ts";
import { inDataTransaction } from "../data-transaction.ts";
import { dataTable, findTable, type NewTable, type RegisteredTable, registerTable, stagingTable } from "../registry.ts";
import { addBase, mergeStaged } from "./merge-rows.ts";
import { columnsOf, knownColumns, layoutOf, refusalOf } from "./pull-columns.ts";
import { pullLines, PullRefused, type PullRow } from "./pull-lines.ts";
import { openSpool } from "./pull-spool.ts";
import { spoolRows } from "./spooled-rows.ts";
import { type Segment, stagedRows, type StagedRows } from "./staged-rows.ts";
import { fillTable } from "./table-fill.ts";

export type OpenPullOptions = {
  readonly pool: Pool;
  /** Throws when the disk has no room for much more; asked after every few megabytes. */
  readonly demandRoom?: () => Promise<void>;
  /** Where rows wait on disk. */
  readonly folder?: string;
  readonly physical: string;
  /** Stored in `_run_id` of every new row. */
  readonly runId: string;
  /** Rows of this earlier version come first, with the run they came from; its columns keep names and places. */
  readonly base?: Pick<TableVersion, "physical">;
  /**
   * Labels whose values identify a row: of the base's rows, those that came again are left out, and of new rows with one key
   * only the last stays (merge).
   */
  readonly key?: readonly string[];
  /** Types to start from, for columns that the definition declares. */
  readonly profile?: TableProfile;
};

export type Pull = {
  /** Takes rows; resolves when there is room for more. Columns may come late, in any row. Throws PullRefused. */
  write(rows: readonly PullRow[]): Promise<void>;
  /** Keeps the rows so far, even if later ones are rolled back. */
  mark(): Promise<void>;
  /** Forgets the rows, and the columns and types they brought, since the last mark. */
  rollBack(): Promise<void>;
  /** Makes the table, typed by everything seen, and readable. The one moment at which it appears. */
  finish(): Promise<TableVersion>;
  /** Forgets the rows. Harmless after `finish`. */
  abort(): Promise<void>;
};

/** The room on the disk is checked after so many bytes. */
const ROOM_PORTION_BYTES = 4_000_000;
/** A table whose columns change type more often than this is filled once, at the end of the pull. */
const MAX_RESTARTS = 3;

/**
 * Opens a table for the rows of one run. Rows wait as lines on disk, where they keep their spelling until the types of all are known; while
 * an API is slow to answer, a typed table is already being filled with them, in short transactions. When a column turns out to be of
 * another type, the table is made again. What a pull that never finishes leaves is removed by `sweepStaging`.
 */
export async function openPull(options: OpenPullOptions): Promise<Pull> {
  const { pool, physical, runId, key = [] } = options;
  const base = options.base ? await findTable(pool, options.base.physical) : null;
  if (options.base && base?.kind !== "pull") throw new PullRefused({ code: "table-gone", facts: {} });
  const firstRow = key.length === 0 ? (base?.rows ?? 0) : 0;
  const lines = pullLines(await knownColumns(pool, base, options.profile), firstRow);
  const spool = await openSpool(options.folder ?? path.join(os.tmpdir(), "tributary-pulls"));
  const rows = spoolRows(lines, spool, base?.contentHash ?? "");
  // With a key, new rows are staged and then merged with the base's; otherwise they go to their table at once.
  const name = key.length === 0 ? dataTable(physical) : stagingTable(physical);
  const staged = stagedRows({ pool, name, runId, spool });
  const advance = () => advanceTable(staged, columnsOf(base, lines.columns), rows.segments());
  const fill = fillTable(
    { advance, bytesBehind: () => spool.size() - staged.copied() },
    () => lines.columns.length <= MOST_PHYSICAL_COLUMNS && staged.restarts() <= MAX_RESTARTS,
  );
  let roomTo = ROOM_PORTION_BYTES;
  await registerStaging(pool, physical, runId);

  return {
    async write(incoming) {
      fill.check();
      await rows.add(incoming);
      if (spool.size() >= roomTo) {
        await options.demandRoom?.();
        roomTo = spool.size() + ROOM_PORTION_BYTES;
      }
      await fill.follow();
    },
    mark: () => rows.mark(),
    async rollBack() {
      await fill.settled();
      fill.check();
      if (staged.copied() > rows.markedSize()) await staged.drop();
      await rows.rollBack();
    },
    async finish() {
      await rows.spill();
      await fill.settled();
      fill.check();
      await advance();
      const columns = columnsOf(base, lines.columns);
      const table = {
        physical,
        kind: "pull" as const,
        layout: layoutOf(columns),
        columns,
        contentHash: rows.digest(columns),
      };
      const keyColumns = key.map((label) => lines.columns.findIndex((column) => column.label === boundedLabel(label)));
      const count = await publishTable(pool, table, base, keyColumns, lines.rows());
      await spool.close();
      return { physical, columns, rows: count, contentHash: table.contentHash };
    },
    async abort() {
      await fill.settled();
      await spool.close();
      if (await forgetTable(pool, physical)) await staged.drop();
    },
  };
}

/** Copies the rest of the spool into the table. A value that its column cannot hold is refused. */
async function advanceTable(
  staged: StagedRows,
  columns: readonly Column[],
  segments: readonly Segment[],
): Promise<void> {
  const types = columns.map(({ type }) => type);
  await staged.advance(layoutOf(columns), types, segments).catch((error: unknown) => {
    throw refusalOf(error, columns) ?? error;
  });
}

async function registerStaging(pool: Pool, physical: string, runId: string): Promise<void> {
  await pool.query(
    "INSERT INTO registry.tables (physical, run_id, kind, layout, columns, row_count, bytes, content_hash, state) VALUES ($1, $2, 'pull', 'array', '[]', 0, 0, '', 'staging')",
    [physical, runId],
  );
}

/** Adds the base's rows and makes the table readable, in one transaction. Answers how many rows it has. */
function publishTable(
  pool: Pool,
  table: Omit<NewTable, "rows">,
  base: RegisteredTable | null,
  keyColumns: readonly number[],
  newRows: number,
): Promise<number> {
  return inDataTransaction(pool, async (client) => {
    const rows =
      keyColumns.length > 0
        ? await mergeStaged(client, table, base, keyColumns)
        : newRows + (base ? await addBase(client, table, base) : 0);
    await client.query(`ALTER TABLE ${dataTable(table.physical)} ALTER COLUMN _run_id DROP DEFAULT`);
    await registerTable(client, { ...table, rows }, null);
    return rows;
  });
}

/** Takes an unfinished table out of the registry; false when it was finished. */
async function forgetTable(pool: Pool, physical: string): Promise<boolean> {
  const { rowCount } = await pool.query("DELETE FROM registry.tables WHERE physical = $1 AND state = 'staging'", [
    physical,
  ]);
  return rowCount === 1;
}
