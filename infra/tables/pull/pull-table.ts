import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { DatabaseError } from "pg";
import type { Pool } from "pg";
import { storedProfile, type TableProfile, UNSEEN, widen } from "#domain/connector-language/table/column-types.ts";
import type { Column, TableVersion } from "#domain/core/values/table.ts";
import { boundedLabel, columnNames } from "../column-names.ts";
import { readableColumns, rowSource } from "../column-sql.ts";
import { type Layout, MOST_PHYSICAL_COLUMNS } from "../csv/row-format.ts";
import { inDataTransaction } from "../data-transaction.ts";
import { addBase, mergeStaged } from "./merge-rows.ts";
import { type PullColumn, pullLines, PullRefused, type PullRow } from "./pull-lines.ts";
import { openSpool } from "./pull-spool.ts";
import { dataTable, findTable, type RegisteredTable, registerTable, stagingTable } from "../registry.ts";
import { type Segment, stagedRows } from "./staged-rows.ts";

export type OpenPullOptions = {
  readonly pool: Pool;
  /** Throws when the disk has no room for much more; asked after every few megabytes. */
  readonly demandRoom?: () => Promise<void>;
  /** Where rows wait on disk. */
  readonly folder?: string;
  readonly physical: string;
  /** Stands in `_run_id` of every new row. */
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
  /** Keeps the rows so far, whatever becomes of later ones. */
  mark(): Promise<void>;
  /** Forgets the rows, and the columns and types they brought, since the last mark. */
  rollBack(): Promise<void>;
  /** Makes the table, typed by everything seen, and readable. The one moment at which it appears. */
  finish(): Promise<TableVersion>;
  /** Forgets the rows. Harmless after `finish`. */
  abort(): Promise<void>;
};

/** Lines wait in memory up to this many characters, then go to the spool: as text they weigh many times as much. */
const CHUNK = 32 * 1024;
/** The typed table follows the spool in steps of so many bytes, and falls behind by no more than the other. */
const STEP = 1_000_000;
const FURTHEST_BEHIND = 16_000_000;
const ROOM_PORTION = 4_000_000;
/** A pull whose columns turn out otherwise again and again is copied once, at its end. */
const MOST_RESTARTS = 3;

/**
 * Opens a table for the rows of one run. Rows wait as lines on disk, where they keep their spelling until the types of all are known; while
 * an API is slow to answer a typed table is filled with them already, in short transactions. A table that was begun with types that
 * did not last is begun anew. A pull that is never finished leaves what `sweepStaging` takes away.
 */
export async function openPull(options: OpenPullOptions): Promise<Pull> {
  const { pool, physical, runId, key = [] } = options;
  const base = options.base ? await findTable(pool, options.base.physical) : null;
  if (options.base && base?.kind !== "pull") throw new PullRefused("The table to which rows should be added is gone.");
  const lines = pullLines(await startOf(pool, base, options.profile), key.length === 0 ? (base?.rows ?? 0) : 0);
  const spool = await openSpool(options.folder ?? path.join(os.tmpdir(), "tributary-pulls"));
  // Rows with a key are sorted out between two tables; all others are where they belong.
  const name = key.length === 0 ? dataTable(physical) : stagingTable(physical);
  const staged = stagedRows({ pool, name, runId, spool });
  let segments: Segment[] = [];
  let hash = createHash("sha256").update(base?.contentHash ?? "");
  let behind: Promise<void> = Promise.resolve();
  let busy = false;
  let failure: Error | null = null;
  let roomTo = ROOM_PORTION;
  let kept = { at: 0, lines: lines.mark(), hash: hash.copy(), segments: 0 };

  await pool.query(
    "INSERT INTO registry.tables (physical, run_id, kind, layout, columns, row_count, bytes, content_hash, state) VALUES ($1, $2, 'pull', 'array', '[]', 0, 0, '', 'staging')",
    [physical, runId],
  );

  const spill = async () => {
    for (const { text, columns } of lines.take()) {
      const bytes = Buffer.from(text);
      hash.update(bytes);
      if (segments.at(-1)?.columns !== columns) segments.push({ from: spool.size(), columns });
      await spool.append(bytes);
    }
  };
  const demandRoom = async () => {
    if (spool.size() < roomTo) return;
    await options.demandRoom?.();
    roomTo = spool.size() + ROOM_PORTION;
  };
  const columnsNow = () => columnsOf(base, lines.columns);
  const advance = () => {
    const columns = columnsNow();
    return staged
      .advance(
        layoutOf(columns),
        columns.map(({ type }) => type),
        segments,
      )
      .catch((error: unknown) => {
        throw refusalOf(error, columns) ?? error;
      });
  };
  /** Lets the table follow in the background; a fault comes up with the next call. */
  const follow = () => {
    if (
      busy ||
      lines.columns.length > MOST_PHYSICAL_COLUMNS ||
      staged.restarts() > MOST_RESTARTS ||
      spool.size() - staged.copied() < STEP
    )
      return;
    busy = true;
    behind = advance()
      .catch((error: unknown) => void (failure ??= error instanceof Error ? error : new Error(String(error))))
      .finally(() => (busy = false));
  };
  const check = () => {
    if (failure !== null) throw failure;
  };

  return {
    async write(rows) {
      check();
      for (const row of rows) {
        lines.add(row);
        if (lines.waiting() > CHUNK) await spill();
      }
      await demandRoom();
      follow();
      if (busy && spool.size() - staged.copied() > FURTHEST_BEHIND) await behind;
    },
    async mark() {
      await spill();
      kept = { at: spool.size(), lines: lines.mark(), hash: hash.copy(), segments: segments.length };
    },
    async rollBack() {
      await behind;
      check();
      lines.take();
      lines.backTo(kept.lines);
      if (staged.copied() > kept.at) await staged.drop();
      await spool.truncate(kept.at);
      segments = segments.slice(0, kept.segments);
      hash = kept.hash.copy();
    },
    async finish() {
      await spill();
      await behind;
      check();
      await advance();
      const columns = columnsNow();
      const layout = layoutOf(columns);
      hash.update(JSON.stringify(columns));
      const table = { physical, kind: "pull" as const, layout, columns, contentHash: hash.digest("hex") };
      const rows = await inDataTransaction(pool, async (client) => {
        const places = key.map((label) => lines.columns.findIndex((column) => column.label === boundedLabel(label)));
        const count =
          key.length > 0
            ? await mergeStaged(client, table, base, places)
            : lines.rows() + (base ? await addBase(client, table, base) : 0);
        await client.query(`ALTER TABLE ${dataTable(physical)} ALTER COLUMN _run_id DROP DEFAULT`);
        await registerTable(client, { ...table, rows: count }, null);
        return count;
      });
      await spool.close();
      return { physical, columns, rows, contentHash: table.contentHash };
    },
    async abort() {
      await behind;
      await spool.close();
      const { rowCount } = await pool.query("DELETE FROM registry.tables WHERE physical = $1 AND state = 'staging'", [
        physical,
      ]);
      if (rowCount) await staged.drop();
    },
  };
}

/** Columns that are known before the first row: those of the base, then the declared ones. */
async function startOf(
  pool: Pool,
  base: RegisteredTable | null,
  declared: TableProfile = new Map(),
): Promise<TableProfile> {
  const start: TableProfile = new Map();
  for (const [label, stored] of await baseProfile(pool, base)) {
    const wanted = declared.get(label);
    // A declared date that has become a time stays one: casting back would cut the times that are stored.
    start.set(label, wanted?.fixed ? widen(wanted, stored) : stored);
  }
  for (const [label, profile] of declared) if (!start.has(label)) start.set(label, profile);
  return start;
}

function columnsOf(base: RegisteredTable | null, columns: readonly PullColumn[]): Column[] {
  const known = base?.columns ?? [];
  const fresh = columns.slice(known.length).map(({ label }) => label);
  const names = [
    ...known.map(({ name }) => name),
    ...columnNames(
      fresh,
      known.map(({ name }) => name),
    ),
  ];
  return columns.map(({ label, profile }, index) => ({
    name: names[index] as string,
    label,
    type: profile.type ?? "text",
  }));
}

function layoutOf(columns: readonly Column[]): Layout {
  return columns.length > MOST_PHYSICAL_COLUMNS ? "array" : "columns";
}

/** What Postgres says of a value that its column does not hold, as a sentence for people; null for every other fault. */
function refusalOf(error: unknown, columns: readonly Column[]): PullRefused | null {
  if (!(error instanceof DatabaseError) || !error.code?.startsWith("22")) return null;
  const column = columns[Number(/column c(\d+)/.exec(error.where ?? "")?.[1])];
  return new PullRefused(
    column
      ? `A value does not fit the column "${column.label}", which is of the type ${column.type}.`
      : "A value does not fit the type of its column.",
  );
}

/** What the base's columns hold: a bigint column without an integer beyond 2^53 may still become a double, and one without any value anything. */
async function baseProfile(pool: Pool, base: RegisteredTable | null): Promise<TableProfile> {
  const profile: TableProfile = new Map();
  if (!base || base.columns.length === 0) return profile;
  const asked = readableColumns(base).own.map(
    ({ sql, type }) =>
      `bool_or(${type === "bigint" ? `${sql} NOT BETWEEN -9007199254740991 AND 9007199254740991` : `${sql} IS NOT NULL`})`,
  );
  const { rows } = await pool.query<{ found: (boolean | null)[] }>(
    `SELECT ARRAY[${asked.join(", ")}] AS found FROM ${rowSource(base.layout, dataTable(base.physical), "pull")}`,
  );
  base.columns.forEach(({ label, type }, index) => {
    const found = rows[0]?.found[index] === true;
    if (type === "text" && !found) profile.set(label, UNSEEN);
    else profile.set(label, storedProfile(type === "time" ? "text" : type, type === "bigint" && found));
  });
  return profile;
}
