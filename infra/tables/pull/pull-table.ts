import os from "node:os";
import path from "node:path";
import type { Pool } from "pg";
import type { TableProfile } from "#domain/connector-language/table/column-types.ts";
import type { Column, TableVersion } from "#domain/core/values/table.ts";
import { boundedLabel } from "../column-names.ts";
import { MOST_PHYSICAL_COLUMNS } from "../csv/row-format.ts";
import { inDataTransaction } from "../data-transaction.ts";
import { dataTable, findTable, type NewTable, type RegisteredTable, registerTable, stagingTable } from "../registry.ts";
import { addBase, addStagedOnce, mergeStaged, type OnceBy } from "./merge-rows.ts";
import { type ColumnsBefore, columnsOf, knownColumns, layoutOf, refusalOf } from "./pull-columns.ts";
import { pullLines, PullRefused, type PullRow } from "./pull-lines.ts";
import { sameColumns, sameRows } from "./same-rows.ts";
import { openSpool } from "./pull-spool.ts";
import { type Once, spoolRows } from "./spooled-rows.ts";
import { type Segment, stagedRows, type StagedRows } from "./staged-rows.ts";
import { fillTable } from "./table-fill.ts";

export type OpenPullOptions = {
  readonly pool: Pool;
  /** Throws if the disk is nearly full; called every few megabytes. */
  readonly demandRoom?: () => Promise<void>;
  /** Folder for the spool. */
  readonly folder?: string;
  readonly physical: string;
  /** Stored in `_run_id` of every new row. */
  readonly runId: string;
  /**
   * Rows of this earlier version come first, with the run that they came from; its columns keep names and positions.
   */
  readonly base?: Pick<TableVersion, "physical">;
  /**
   * Labels whose values identify a row: base rows with the key of a new row are left out, and of new rows with one key
   * only the last is kept (merge).
   */
  readonly key?: readonly string[];
  /** Rows of the base that come again are not added. */
  readonly once?: Once;
  /** Without a base: the columns of the version before. */
  readonly before?: ColumnsBefore;
  /** The version that readers have: if the rows are exactly its rows, no table is made, and `finish` returns it. */
  readonly earlier?: Pick<TableVersion, "physical">;
  /** Initial types, for columns that the definition declares. */
  readonly profile?: TableProfile;
};

export type Pull = {
  /** Adds rows; resolves when there is room for more. New columns may appear in any row. Throws PullRefused. */
  write(rows: readonly PullRow[]): Promise<void>;
  /** Keeps the rows so far, even if later ones are rolled back. */
  mark(): Promise<void>;
  /** Drops the rows since the last mark, with their columns and types. */
  rollBack(): Promise<void>;
  /**
   * Finishes the table, with types that fit all values, and makes it readable, in one step. Returns the earlier version
   * if the rows are the same, unless a table is wanted even so.
   */
  finish(options?: { readonly evenIfSame: boolean }): Promise<TableVersion>;
  /** Drops the rows. Harmless after `finish`. */
  abort(): Promise<void>;
};

const NOTHING_BEFORE: ColumnsBefore = { columns: [], stay: false };

/** Bytes between two checks of the disk. */
const ROOM_PORTION_BYTES = 4_000_000;
/** A table whose columns change type more often than this is filled once, at the end of the pull. */
const MAX_RESTARTS = 3;

/**
 * Opens a table for the rows of one run. Rows are buffered as lines on disk, in their original spelling until all types
 * are known; meanwhile a typed table is already filled with them, in short transactions. If a column turns out to have
 * another type, the table is made again. `sweepStaging` removes what a pull that never finishes leaves behind.
 */
export async function openPull(options: OpenPullOptions): Promise<Pull> {
  const { pool, physical, runId, key = [], profile } = options;
  const base = await baseOf(options);
  const earlier = options.earlier ? await findTable(pool, options.earlier.physical) : null;
  const once = base === null ? undefined : options.once;
  const isStaged = key.length > 0 || once !== undefined;
  const before = base === null ? (options.before ?? NOTHING_BEFORE) : { columns: base.columns, stay: true };
  const lines = pullLines(await knownColumns(pool, base, before, profile), isStaged ? 0 : (base?.rows ?? 0), profile);
  const spool = await openSpool(options.folder ?? path.join(os.tmpdir(), "tributary-pulls"));
  const rows = spoolRows(lines, spool, { base: base?.contentHash ?? null, key, ...(once ? { once } : {}) });
  // Rows that are compared with the base's are staged; otherwise they go directly to their table.
  const staged = stagedRows({ pool, name: (isStaged ? stagingTable : dataTable)(physical), runId, spool });
  const columnsNow = () => columnsOf(before.columns, lines.columns);
  const advance = () => advanceTable(staged, columnsNow(), rows.segments());
  const fill = fillTable(
    { advance, bytesBehind: () => spool.size() - staged.copied() },
    () => lines.columns.length <= MOST_PHYSICAL_COLUMNS && staged.restarts() <= MAX_RESTARTS,
  );
  let roomTo = ROOM_PORTION_BYTES;
  await registerStaging(pool, physical, runId);

  const discard = async (): Promise<void> => {
    await fill.settled();
    await spool.close();
    if (await forgetTable(pool, physical)) await staged.drop();
  };
  const leave = (earlier: RegisteredTable) => discard().then(() => versionOf(earlier));
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
    async finish({ evenIfSame } = { evenIfSame: false }) {
      await rows.spill();
      await fill.settled();
      fill.check();
      const columns = columnsNow();
      const same = !evenIfSame && earlier !== null && sameColumns(earlier, { columns }) ? earlier : null;
      if (same && (base ? lines.rows() === 0 : rows.digest(columns) === same.contentHash)) return leave(same);
      await advance();
      const about = { physical, columns, contentHash: rows.digest(columns) };
      const compared = { base, same, newRows: lines.rows(), ...comparedBy(columns, key, once) };
      const count = await publishTable(pool, { ...about, kind: "pull", layout: layoutOf(columns) }, compared);
      if (count === null) return leave(same as RegisteredTable);
      await spool.close();
      return { ...about, rows: count };
    },
    abort: discard,
  };
}

/** The version whose rows come first; null if there is none. Refuses one that is gone. */
async function baseOf({ pool, base }: OpenPullOptions): Promise<RegisteredTable | null> {
  const found = base ? await findTable(pool, base.physical) : null;
  if (base && found?.kind !== "pull") throw new PullRefused({ code: "table-gone", facts: {} });
  return found;
}

/** The indexes of the columns by which rows are compared with the base's. */
function comparedBy(columns: readonly Column[], key: readonly string[], once: Once | undefined) {
  const indexOf = (label: string) => columns.findIndex((column) => column.label === boundedLabel(label));
  return { keyColumns: key.map(indexOf), once: once && { cursor: indexOf(once.cursor), key: once.key.map(indexOf) } };
}

function versionOf({ physical, columns, rows, contentHash }: RegisteredTable): TableVersion {
  return { physical, columns, rows, contentHash };
}

/** Copies the rest of the spool into the table. Refuses a value that does not fit its column. */
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

/** `same`: an earlier version with the same columns. */
type Publication = {
  readonly base: RegisteredTable | null;
  readonly same: RegisteredTable | null;
  readonly keyColumns: readonly number[];
  readonly once: OnceBy | undefined;
  readonly newRows: number;
};

/**
 * Adds the base's rows and makes the table readable, in one transaction. Returns the number of rows; null if rows that
 * were compared with the base's have led to the rows of `same`: then there is no table.
 */
function publishTable(
  pool: Pool,
  table: Omit<NewTable, "rows">,
  { base, same, keyColumns, once, newRows }: Publication,
): Promise<number | null> {
  return inDataTransaction(pool, async (client) => {
    const merges = keyColumns.length > 0;
    const rows = merges
      ? await mergeStaged(client, table, base, keyColumns)
      : once && base
        ? await addStagedOnce(client, table, base, once)
        : newRows + (base ? await addBase(client, table, base) : 0);
    if ((merges || once) && same?.rows === rows && (await sameRows(client, table, same))) {
      await client.query(`DROP TABLE ${dataTable(table.physical)}`);
      return null;
    }
    await client.query(`ALTER TABLE ${dataTable(table.physical)} ALTER COLUMN _run_id DROP DEFAULT`);
    await registerTable(client, { ...table, rows }, null);
    return rows;
  });
}

/** Removes an unfinished table from the registry; false if it is finished. */
async function forgetTable(pool: Pool, physical: string): Promise<boolean> {
  const { rowCount } = await pool.query("DELETE FROM registry.tables WHERE physical = $1 AND state = 'staging'", [
    physical,
  ]);
  return rowCount === 1;
}
