import type { ClientBase, Pool } from "pg";

/** How much of a log is where; sizes in bytes, in the database with its indexes. `archivedAt`: when events left it last. */
export type LogSizes = {
  readonly databaseBytes: number;
  readonly archivedEvents: number;
  readonly archiveFiles: number;
  readonly archiveBytes: number;
  readonly archivedAt: Date | null;
};

/** Of a log in Postgres. Counts no events in the database, which would take long. */
export async function logSizes(db: Pick<Pool | ClientBase, "query">): Promise<LogSizes> {
  const { rows } = await db.query<LogSizes>(
    `SELECT pg_total_relation_size('log.events')::float8 AS "databaseBytes", coalesce(sum(events), 0)::float8 AS "archivedEvents",
       count(*)::float8 AS "archiveFiles", coalesce(sum(bytes), 0)::float8 AS "archiveBytes", max(archived_at) AS "archivedAt"
     FROM log.archive_files`,
  );
  return rows[0]!;
}

/** How much of the log is where, and when events left the database last: a sentence for operators. */
export async function archiveTotals(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ kept: number }>("SELECT count(*)::float8 AS kept FROM log.events");
  const { databaseBytes, archivedEvents, archiveFiles, archiveBytes, archivedAt } = await logSizes(client);
  const when = archivedAt === null ? "" : `, the last of them at ${archivedAt.toISOString()}`;
  return `${rows[0]!.kept} events are in the database (${databaseBytes} bytes), ${archivedEvents} in ${archiveFiles} archive files (${archiveBytes} bytes)${when}.`;
}
