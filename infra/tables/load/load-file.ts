import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Pool, PoolClient } from "pg";
import type { ColumnType, TableVersion } from "#domain/core/values/table.ts";
import type { LoadFailure } from "#domain/dataset/load-failure.ts";
import type { ReadSettings } from "#domain/dataset/load-settings.ts";
import { physicalColumns } from "../column-sql.ts";
import type { CsvReader } from "../csv/csv-reader.ts";
import { expectedTypes } from "../csv/expected-types.ts";
import { type CsvPlan, namedColumns } from "../csv/plan.ts";
import type { ScanEnd, ScanResult, TakeRows } from "../csv/scan/scan-pass.ts";
import { dataTable, registerTable } from "../registry.ts";
import { type RowCopy, startCopy } from "./copy-rows.ts";
import type { CsvLoad, CsvLoaded, LoadCsvOptions } from "./csv-load.ts";
import { fixedDecimals } from "./fixed-decimals.ts";
import { type Breaks, noteBreaks, reportOf } from "./report-of.ts";
import { addRowKey } from "./row-key.ts";

/** A second scan settles types; a third one only encodings detected late. Then the rest is read as text. */
const MAX_SCANS = 4;

/** A complete file and its reader. */
export type FileLoad = LoadCsvOptions & {
  readonly settings: ReadSettings;
  readonly original: string;
  readonly rejectedPath: string;
  readonly bytes: number;
  readonly reader: CsvReader;
};

/** Reads a file and fills its table in one transaction, again with other types if a later cell breaks the first ones. */
export async function loadFile(load: FileLoad): Promise<CsvLoad> {
  load.onProgress?.({ stage: "check", bytes: 0, ofBytes: load.bytes, rows: 0 });
  const open: TakeRows = async ({ unpacked }) => {
    await admit(load, unpacked);
    load.onProgress?.({ stage: "check", bytes: 0, ofBytes: load.bytes, rows: 0 });
    return null;
  };
  let planned = await load.reader.plan(false, open);
  if (!planned.ok) return planned;
  const client = await load.pool.connect();
  let usable = true;
  const onLost = () => {
    usable = false;
  };
  client.on("error", onLost);
  const stop = await cancelOf(load.pool, client);
  load.signal?.addEventListener("abort", stop, { once: true });
  try {
    load.signal?.throwIfAborted();
    let types = expectedTypes(planned.plan, null, load.expected);
    const breaks: Breaks = new Map();
    for (let scans = 1; ; scans += 1) {
      const { plan } = planned;
      const { end, contentHash } = await scanInto(client, load, plan, types);
      if (end.ok && end.holds) return await finish(client, load, plan, { ...end, contentHash }, breaks);
      await client.query("ROLLBACK");
      if (!end.ok && !end.notUtf8) return { ok: false, failure: end.failure };
      if (!end.ok) {
        planned = await load.reader.plan(true, open);
        if (!planned.ok) return planned;
        types = expectedTypes(planned.plan, null, load.expected);
        breaks.clear();
      } else {
        noteBreaks(breaks, types, end);
        types = scans < MAX_SCANS ? expectedTypes(plan, end, load.expected) : end.types.map((type) => type && "text");
      }
    }
  } catch (error) {
    usable = false;
    throw error;
  } finally {
    client.off("error", onLost);
    load.signal?.removeEventListener("abort", stop);
    // A connection in an unknown state is closed: the server rolls back its transaction.
    client.release(!usable);
  }
}

/** Returns a function that cancels the current statement of a connection, such as a long index or count. */
async function cancelOf(pool: Pool, client: PoolClient): Promise<() => void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return () => void pool.query("select pg_cancel_backend($1)", [rows[0]?.pid]).catch(() => undefined);
}

/** Fills a new table with the rows of one pass. `contentHash` is the SHA-256 of its rows as they were sent, hex. */
async function scanInto(
  client: PoolClient,
  load: FileLoad,
  plan: CsvPlan,
  types: readonly (ColumnType | null)[],
): Promise<{ readonly end: ScanEnd; readonly contentHash: string }> {
  const columns = namedColumns(plan, types);
  const table = dataTable(load.physical);
  const ofBytes = (await stat(plan.source.path)).size;
  await client.query("BEGIN");
  await client.query(
    `CREATE TABLE ${table} (${physicalColumns(
      plan.layout,
      "dataset",
      columns.map((column) => column.type),
    )})`,
  );
  // A table made in this transaction can receive its rows frozen: no later vacuum has to rewrite them.
  // Hashed in this thread, which waits most of the time: the reading one limits the speed.
  const hash = createHash("sha256");
  let copy: RowCopy | null = startCopy(client, table, { format: "binary", freeze: true });
  try {
    const end = await load.reader.scan(plan, types, async ({ rows, position, unpacked, count, broken }) => {
      await admit(load, unpacked);
      if (broken && copy) {
        await copy.abandon();
        copy = null;
      }
      if (rows) {
        hash.update(rows);
        await copy?.write(rows);
      }
      load.onProgress?.({ stage: copy ? "load" : "check", bytes: position, ofBytes, rows: count });
      return rows && (!copy || copy.hasSentAll()) ? rows.buffer : null;
    });
    if (end.ok && end.holds) await (copy as RowCopy | null)?.end();
    else await (copy as RowCopy | null)?.abandon();
    copy = null;
    return { end, contentHash: hash.digest("hex") };
  } finally {
    await copy?.abandon();
  }
}

/** Throws if no more of the file is to be read. */
async function admit({ signal, admit: ask }: FileLoad, unpacked: number): Promise<void> {
  signal?.throwIfAborted();
  const refused = (await ask?.(unpacked)) ?? null;
  if (refused) throw new NotAdmitted(refused);
}

async function finish(
  client: PoolClient,
  load: FileLoad,
  plan: CsvPlan,
  end: ScanResult & { readonly contentHash: string },
  breaks: Breaks,
): Promise<CsvLoaded> {
  const columns = namedColumns(plan, end.types);
  const table: TableVersion = {
    physical: load.physical,
    columns: columns.map(({ name, label, type }) => ({ name, label, type })),
    rows: end.rows,
    contentHash: end.contentHash,
  };
  await addRowKey(client, load.physical);
  const newTable = { ...table, kind: "dataset", layout: plan.layout } as const;
  const decimals = await fixedDecimals(client, newTable, plan, columns, load.expected);
  const report = reportOf(plan, end, { breaks, decimals, expected: load.expected ?? [] });
  await registerTable(client, newTable, null, report);
  load.signal?.throwIfAborted();
  await client.query("COMMIT");
  const rejected = { ...end.rejected, path: end.rejected.count > 0 ? load.rejectedPath : null };
  return { ok: true, table, original: load.original, rejected, report };
}

/** Ends a scan that `admit` has stopped. */
export class NotAdmitted extends Error {
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure) {
    super(failure.code);
    this.failure = failure;
  }
}
