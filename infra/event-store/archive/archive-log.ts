import type { Pool, PoolClient } from "pg";
import type { LogArchive } from "#domain/log-archive/decider.ts";
import type { LogTree, SignedCheckpoints } from "#domain/transparency/ports.ts";
import type { FileStore } from "../../files/file-store.ts";
import { madeNow, migrate, type Migration } from "../../postgres/migrations.ts";
import { StartRefused } from "../../platform/start-refused.ts";
import { archiveBegun } from "../postgres/archive-migrations.ts";
import { ArchiveFault, readArchiveList } from "./archive-file.ts";
import { archiveTotals } from "./archive-totals.ts";
import { treeChecker } from "./check-in-tree.ts";
import { chooseEvents, type ChosenMonth } from "./choose-events.ts";
import { removeArchived } from "./remove-archived.ts";
import { type FileSize, writeArchive, type WrittenArchive } from "./write-archive.ts";

/** A refusal is a sentence for the operator. */
export type Archived =
  | {
      readonly ok: true;
      readonly months: readonly ChosenMonth[];
      readonly removed: number;
      readonly said: readonly string[];
      /** What is where now. */
      readonly totals: string;
    }
  | { readonly ok: false; readonly reason: string };

export type ArchivePorts = {
  /** Of the owner of the log. */
  readonly pool: Pool;
  readonly files: FileStore;
  readonly tree: Pick<LogTree, "tiles">;
  readonly signed: Pick<SignedCheckpoints, "last">;
  /** Archives that the log has recorded. */
  recorded(): Promise<readonly LogArchive[]>;
  /** Records one in the log, unless it has been. */
  record(archive: LogArchive): Promise<void>;
  /** All migrations of this version. */
  readonly migrations: readonly Migration[];
  readonly size?: FileSize;
  /** Called after each step: tests end there. */
  readonly reached?: (step: string) => Promise<void>;
};

/** `before`: `YYYY-MM`; only runs that ended before it. `check`: says what would be done, and does nothing. */
export type ArchiveAsked = { readonly before: string; readonly check: boolean };

/**
 * Moves closed runs of whole months from the database to archive files, also while servers run. Each month: files are
 * written, read back and compared with the signed tree; `LogArchived` is recorded; then the events leave the database. An
 * archive that was cut short is finished first.
 */
export async function archiveLog(ports: ArchivePorts, asked: ArchiveAsked): Promise<Archived> {
  const client = await ports.pool.connect();
  try {
    await client.query("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET TimeZone = 'UTC'");
    const refusal = await refusalOf(client);
    return refusal === null ? await archiveWith(client, ports, asked) : { ok: false, reason: refusal };
  } finally {
    // The end of a connection is not waited for, and the next archive may begin at once.
    await client.query("SELECT pg_advisory_unlock_all()").catch(() => undefined);
    // Closing it removes the temporary table.
    client.release(true);
  }
}

async function refusalOf(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query<{ owns: boolean; free: boolean }>(
    `SELECT pg_has_role(relowner, 'USAGE') AS owns, pg_try_advisory_lock(hashtextextended('tributary.archive', 0)) AS free
     FROM pg_class WHERE oid = 'log.events'::regclass`,
  );
  if (!rows[0]!.owns)
    return "Only the owner of the log may remove events from the database: set DATABASE_URL to the account of tributary_owner for this command.";
  return rows[0]!.free ? null : "Another archive of this log is being made.";
}

async function archiveWith(
  client: PoolClient,
  ports: ArchivePorts,
  { before, check }: ArchiveAsked,
): Promise<Archived> {
  const { checkpoint, fork } = await ports.signed.last();
  if (fork !== null)
    return { ok: false, reason: "The log is a fork of what was signed: nothing is archived until that is settled." };
  if (checkpoint === null)
    return { ok: false, reason: "No log checkpoint was signed yet: start the server, and try again." };
  const said: string[] = [];
  const work = {
    ...{ files: ports.files, size: ports.size },
    check: treeChecker(ports.tree.tiles, checkpoint),
    reached: ports.reached ?? (() => Promise.resolve()),
  };
  const chosenFrom = { before, size: checkpoint.size };
  if (check)
    return {
      ok: true,
      months: await chooseEvents(client, chosenFrom),
      removed: 0,
      said,
      totals: await archiveTotals(client),
    };
  let removed = 0;
  for (const archive of await unfinished(client, await ports.recorded()))
    try {
      removed += await removeArchived(client, await writtenBefore(ports.files, archive), work);
    } catch (error) {
      if (!(error instanceof ArchiveFault)) throw error;
      // Its events are in the database still, and are written anew below.
      said.push(`An archive of ${archive.month} could not be finished: ${error.message}.`);
    }
  const months = await chooseEvents(client, chosenFrom);
  if (months.length > 0) await begin(ports);
  for (const { month } of months) {
    const written = await writeArchive(client, month, work);
    await ports.record({ month, events: written.list.events, sha256: written.sha256 });
    await work.reached("recorded");
    removed += await removeArchived(client, written, work);
  }
  // The room of what left is used again; the planner learns of it.
  if (removed > 0) await client.query("VACUUM (ANALYZE) log.events");
  return { ok: true, months, removed, said, totals: await archiveTotals(client) };
}

/**
 * The first archive changes the schema. A process that has served since before its version could read archive files would
 * not see what leaves.
 */
async function begin({ pool, migrations }: ArchivePorts): Promise<void> {
  const steps = migrations.map((step) => (step.id === archiveBegun.id ? madeNow(step) : step));
  await migrate(pool, steps, {
    async before(_, client) {
      const { rows } = await client.query<{ older: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity, public.migrations WHERE id = $1 AND datname = current_database() AND backend_start < applied_at
           AND application_name ~ '^tributary [a-z]+ [a-z]+ [0-9a-f]+$' AND split_part(application_name, ' ', 3) <> 'schema') AS older`,
        [archiveBegun.contract.since],
      );
      if (rows[0]!.older)
        throw new StartRefused(
          "A process of an earlier version still uses the database, and would not see archived events: restart it with this version, and archive again.",
        );
    },
  });
}

/** Archives in the log of which some files have not left the database. */
async function unfinished(client: PoolClient, recorded: readonly LogArchive[]): Promise<readonly LogArchive[]> {
  const { rows } = await client.query<{ archive: string; events: number }>(
    "SELECT archive, sum(events)::float8 AS events FROM log.archive_files GROUP BY archive",
  );
  const gone = new Map(rows.map(({ archive, events }) => [archive, events]));
  return recorded.filter(({ sha256, events }) => (gone.get(sha256) ?? 0) < events);
}

async function writtenBefore(files: FileStore, archive: LogArchive): Promise<WrittenArchive> {
  return { list: await readArchiveList(files, archive), sha256: archive.sha256 };
}
