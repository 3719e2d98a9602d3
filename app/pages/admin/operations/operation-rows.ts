import type { OutboxFigures } from "#domain/core/ports/work-ports.ts";
import type { OperationsReport } from "../../../administration/operations-report.ts";
import { counted, formatBytes, formatCount, formatMs } from "../../../ui/data/format.ts";

/** A line of the page: `at` in place of a text is shown as a time; `wants`: what an admin should look at, and why. */
export type OperationRow = {
  readonly name: string;
  readonly text: string;
  readonly at: string | null;
  readonly wants: string | null;
  readonly to: string | null;
};

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** The same as in deploy/alerts.yml, in milliseconds and bytes. */
export const LIMITS = {
  followerLag: 60 * SECOND,
  scheduleRound: 300 * SECOND,
  clockOffset: 5 * SECOND,
  jobDue: 300 * SECOND,
  mailWaits: 900 * SECOND,
  deliveries: 10_000,
  freeBytes: 2e9,
  backup: 36 * HOUR,
};
const UNKNOWN = "No answer within 3 s";

/** What is told of each part of an installation, at the time `now` (milliseconds since 1970). */
export function operationRows(report: OperationsReport, now: number): readonly OperationRow[] {
  const { engines, disk, clockOffset } = report;
  return [
    ...engines.map(({ name, answers }) =>
      row(sentenceCase(name), answers ? "answers" : "does not answer", answers ? null : "It is asked every second"),
    ),
    followerRow(report.followerLag),
    roundRow(report.scheduleRound, now),
    jobsRow(report.jobs, now),
    waitsRow("Mails", report.mails, now),
    waitsRow("Messages to webhooks", report.webhooks, now),
    disk === null
      ? row("Disk of the data folder", UNKNOWN, "Look at the disk")
      : row(
          "Disk of the data folder",
          `${formatBytes(disk.free)} of ${formatBytes(disk.size)} are free`,
          disk.free < LIMITS.freeBytes ? "Make room, or give it a larger disk" : null,
        ),
    backupRow(report.lastBackup, now),
    row(
      "Clock",
      Math.abs(clockOffset) < SECOND
        ? "the same as the database's"
        : `${formatMs(Math.abs(clockOffset))} ${clockOffset > 0 ? "ahead of" : "behind"} the database's`,
      Math.abs(clockOffset) > LIMITS.clockOffset ? "Let both machines ask a time server" : null,
    ),
    report.forked === null
      ? row("Signed log", UNKNOWN, null)
      : row(
          "Signed log",
          report.forked ? "a fork of what was signed" : "one tree",
          report.forked ? "Was an older backup restored?" : null,
        ),
    ...logRows(report.logSizes),
  ];
}

function row(name: string, text: string, wants: string | null, to: string | null = null): OperationRow {
  return { name, text, at: null, wants, to };
}

function followerRow(lag: number | null): OperationRow {
  const name = "Read models";
  const to = "/admin/read-models";
  if (lag === null) return row(name, UNKNOWN, "The database or the log does not answer", to);
  if (lag < SECOND) return row(name, "up to date", null, to);
  return row(name, `${formatMs(lag)} behind the log`, lag > LIMITS.followerLag ? "Does a follower run?" : null, to);
}

function roundRow(at: Date | null, now: number): OperationRow {
  if (at === null) return row("Schedules", "never looked at", "Does a runner run?");
  const late = now - at.getTime() > LIMITS.scheduleRound;
  return { ...row("Schedules", "last looked at", late ? "Does a runner run?" : null), at: at.toISOString() };
}

function jobsRow(jobs: OperationsReport["jobs"], now: number): OperationRow {
  const to = "/admin/jobs";
  if (jobs === null) return row("Jobs", UNKNOWN, "The queue does not answer", to);
  const { waiting, running, failed, dueAt } = jobs;
  const late = dueAt !== null && now - dueAt.getTime() > LIMITS.jobDue;
  const wants = late
    ? `The first has waited for ${formatMs(now - dueAt.getTime())}`
    : failed > 0
      ? "Some have failed"
      : null;
  return row(
    "Jobs",
    `${formatCount(waiting)} waiting, ${formatCount(running)} running, ${formatCount(failed)} failed`,
    wants,
    to,
  );
}

function waitsRow(name: string, waits: OutboxFigures | null, now: number): OperationRow {
  if (waits === null) return row(name, UNKNOWN, "The database does not answer");
  const { waiting, failed, oldest } = waits;
  const text = `${formatCount(waiting)} waiting, ${formatCount(failed)} given up in the last 30 days`;
  const late = name === "Mails" && oldest !== null && now - oldest.getTime() > LIMITS.mailWaits;
  const many = waiting > LIMITS.deliveries;
  return row(name, text, late ? "Does the mail server answer?" : many ? "Do their servers answer?" : null);
}

function backupRow(last: OperationsReport["lastBackup"], now: number): OperationRow {
  const name = "Last good backup";
  const how = "Run npm run backup every night";
  if (last === null) return row(name, UNKNOWN, null);
  if (last === "none") return row(name, "none yet", how);
  return { ...row(name, "", now - last.getTime() > LIMITS.backup ? how : null), at: last.toISOString() };
}

/** None with EventStoreDB, which says itself how large it is. */
function logRows(sizes: OperationsReport["logSizes"]): readonly OperationRow[] {
  if (sizes === null) return [];
  const { databaseBytes, archiveBytes, archivedAt } = sizes;
  const inDatabase = `${formatBytes(databaseBytes)} in the database`;
  if (archivedAt === null) return [row("Event log", `${inDatabase}, nothing archived`, null)];
  const text = `${inDatabase}, ${formatBytes(archiveBytes)} in archive files, last archived`;
  return [{ ...row("Event log", text, null), at: archivedAt.toISOString() }];
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** "3 things want attention", for the heading. */
export function attention(rows: readonly OperationRow[]): string | null {
  const count = rows.filter(({ wants }) => wants !== null).length;
  return count === 0 ? null : `${counted(count, "line")} ${count === 1 ? "wants" : "want"} attention`;
}
