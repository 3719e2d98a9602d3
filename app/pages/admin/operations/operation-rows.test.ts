import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { OperationsReport } from "../../../administration/operations-report.ts";
import { attention, LIMITS, operationRows } from "./operation-rows.ts";

const NOW = Date.UTC(2026, 10, 27, 12);
const ago = (ms: number) => new Date(NOW - ms);
const WELL: OperationsReport = {
  ...{ role: "all", reasons: [], warnings: [], engines: [{ name: "database", answers: true }] },
  disk: { free: 50e9, size: 100e9 },
  ...{ followerLag: 0, scheduleRound: ago(20_000), clockOffset: 12, forked: false },
  jobs: { waiting: 0, running: 1, failed: 0, dueAt: null },
  mails: { waiting: 0, failed: 3, oldest: null },
  webhooks: { waiting: 2, failed: 0, oldest: ago(1_000) },
  lastBackup: ago(3_600_000),
  logSizes: { databaseBytes: 8_100_000_000, archiveBytes: 0, archivedAt: null },
};
const wanted = (change: Partial<OperationsReport>) =>
  operationRows({ ...WELL, ...change }, NOW)
    .filter(({ wants }) => wants !== null)
    .map(({ name }) => name);

test("an installation that is well wants nothing", () => {
  expect(wanted({})).toEqual([]);
  expect(attention(operationRows(WELL, NOW))).toBeNull();
});

test.each<[string, Partial<OperationsReport>]>([
  ["Job queue", { engines: [{ name: "job queue", answers: false }] }],
  ["Read models", { followerLag: LIMITS.followerLag + 1 }],
  ["Read models", { followerLag: null }],
  ["Schedules", { scheduleRound: ago(LIMITS.scheduleRound + 1) }],
  ["Schedules", { scheduleRound: null }],
  ["Jobs", { jobs: { waiting: 1, running: 0, failed: 0, dueAt: ago(LIMITS.jobDue + 1) } }],
  ["Jobs", { jobs: { waiting: 0, running: 0, failed: 1, dueAt: null } }],
  ["Jobs", { jobs: null }],
  ["Mails", { mails: { waiting: 1, failed: 0, oldest: ago(LIMITS.mailWaits + 1) } }],
  ["Messages to webhooks", { webhooks: { waiting: 10_001, failed: 0, oldest: ago(1) } }],
  ["Disk of the data folder", { disk: { free: 1e9, size: 100e9 } }],
  ["Last good backup", { lastBackup: "none" }],
  ["Last good backup", { lastBackup: ago(LIMITS.backup + 1) }],
  ["Clock", { clockOffset: -5_001 }],
  ["Signed log", { forked: true }],
])("%s wants attention", (name, change) => {
  expect(wanted(change)).toEqual([name]);
  expect(attention(operationRows({ ...WELL, ...change }, NOW))).toBe("1 line wants attention");
});

test("the size of the log is told where it is known", () => {
  const told = (logSizes: OperationsReport["logSizes"]) =>
    operationRows({ ...WELL, logSizes }, NOW).find(({ name }) => name === "Event log");
  expect(told(WELL.logSizes)).toMatchObject({ text: "8.1 GB in the database, nothing archived", at: null });
  const archived = { databaseBytes: 8_100_000_000, archiveBytes: 1_200_000, archivedAt: ago(1_000) };
  expect(told(archived)).toMatchObject({
    text: "8.1 GB in the database, 1.2 MB in archive files, last archived",
    at: archived.archivedAt.toISOString(),
  });
  expect(told(null)).toBeUndefined();
});

test("its limits are those of the alerts", () => {
  const rules = readFileSync("deploy/alerts.yml", "utf8");
  for (const rule of [
    `tributary_follower_lag_seconds) > ${LIMITS.followerLag / 1_000}\n`,
    `tributary_schedule_round_timestamp_seconds) > ${LIMITS.scheduleRound / 1_000}\n`,
    `tributary_clock_offset_seconds)) > ${LIMITS.clockOffset / 1_000}\n`,
    `tributary_oldest_job_seconds) > ${LIMITS.jobDue / 1_000}\n`,
    `tributary_oldest_mails_seconds) > ${LIMITS.mailWaits / 1_000}\n`,
    `tributary_webhook_deliveries{state="waiting"}) > ${LIMITS.deliveries}\n`,
    `tributary_disk_free_bytes < ${LIMITS.freeBytes / 1e9}e9 `,
    `tributary_last_backup_timestamp_seconds) > ${LIMITS.backup / 1_000} `,
  ])
    expect(rules).toContain(rule);
});
