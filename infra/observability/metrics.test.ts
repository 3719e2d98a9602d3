import { expect, test } from "vitest";
import { createBudgets } from "#domain/core/budget.ts";
import { eventually } from "#testing/eventually.ts";
import { createMetrics, type Figures } from "./metrics.ts";
import { IN_ALL_PROCESSES } from "./read-metric.ts";

const OUTBOX = { waiting: 0, failed: 0, oldest: null };
const QUIET: Figures = {
  version: "1.2.3",
  role: "all",
  budgets: createBudgets(),
  pageCache: () => ({ pages: 0, bytes: 0, hits: 0, misses: 0 }),
  turnsWaited: () => 0,
  engines: () => new Map(),
  disk: async () => ({ free: 5, size: 10 }),
  damageSeen: () => 0,
  cleanedUp: { removed: () => new Map([["tables", 7]]), unfinished: () => new Map([["tables", 2]]) },
  lags: async () => new Map(),
  runTotals: async () => [],
  jobs: async () => [{ name: "pull", failed: 1, running: 2, waiting: 3, dueAt: new Date(Date.now() - 60_000) }],
  mails: async () => OUTBOX,
  webhooks: async () => OUTBOX,
  forked: async () => false,
  lastBackup: async () => new Date(1_700_000_000_000),
  logSizes: async () => ({
    ...{ databaseBytes: 7, archivedEvents: 3, archiveFiles: 1, archiveBytes: 2 },
    archivedAt: new Date(1_600_000_000_000),
  }),
  ...{ clockOffset: () => 0, scheduleRound: async () => null, followerLag: async () => 0 },
};

const textOf = async (figures: Partial<Figures>) => (await createMetrics({ ...QUIET, ...figures }).read()).text;
const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.split(" ")
      .at(-1),
  );
/** The series of a metric, without its comments. */
const seriesOf = (text: string, name: string) =>
  text.split("\n").filter((line) => new RegExp(`^${name}(?:\\{| )`).test(line));

test("a delay of the event loop is shown to every reader of the metrics", async () => {
  const metrics = createMetrics(QUIET);
  const longDelays = async () => {
    const { text } = await metrics.read();
    const seconds = (which: string) =>
      Number(new RegExp(`^tributary_event_loop_delay_seconds_${which} (\\d+)$`, "m").exec(text)?.[1]);
    return seconds("count") - seconds('bucket\\{le="0.1"\\}');
  };
  // The monitor compares with the tick before, so the loop has to run once first.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const until = performance.now() + 300;
  while (performance.now() < until);
  await eventually(async () => (await longDelays()) >= 1);
  expect(await longDelays()).toBeGreaterThanOrEqual(1);
});

test("jobs, the age of the oldest, the version, the last backup and clean-up", async () => {
  const text = await textOf({});
  expect(valueOf(text, 'tributary_jobs{kind="pull",state="waiting"}')).toBe(3);
  expect(valueOf(text, 'tributary_jobs{kind="pull",state="running"}')).toBe(2);
  expect(valueOf(text, 'tributary_jobs{kind="pull",state="failed"}')).toBe(1);
  expect(valueOf(text, 'tributary_oldest_job_seconds{kind="pull"}')).toBeGreaterThanOrEqual(60);
  expect(valueOf(text, 'tributary_build_info{version="1.2.3",role="all"}')).toBe(1);
  expect(valueOf(text, "tributary_last_backup_timestamp_seconds")).toBe(1_700_000_000);
  expect(valueOf(text, "tributary_log_forked")).toBe(0);
  expect(valueOf(text, 'tributary_log_bytes{place="database"}')).toBe(7);
  expect(valueOf(text, 'tributary_log_bytes{place="archive"}')).toBe(2);
  expect(valueOf(text, "tributary_last_archive_timestamp_seconds")).toBe(1_600_000_000);
  expect(valueOf(text, "tributary_disk_free_bytes")).toBe(5);
  expect(valueOf(text, 'tributary_clean_up_removed_total{what="tables"}')).toBe(7);
  expect(valueOf(text, 'tributary_clean_up_unfinished_total{what="tables"}')).toBe(2);
});

const fails = () => Promise.reject(new Error("It does not answer"));

test.each<[string, Partial<Figures>, string[]]>([
  ["jobs", { jobs: fails }, ["tributary_jobs", "tributary_oldest_job_seconds"]],
  ["mails", { mails: fails }, ["tributary_mails", "tributary_oldest_mails_seconds"]],
  ["webhooks", { webhooks: fails }, ["tributary_webhook_deliveries", "tributary_oldest_webhook_deliveries_seconds"]],
  ["the fork", { forked: fails }, ["tributary_log_forked"]],
  ["the backup", { lastBackup: fails }, ["tributary_last_backup_timestamp_seconds"]],
  ["the size of the log", { logSizes: fails }, ["tributary_last_archive_timestamp_seconds", "tributary_log_bytes"]],
  ["the disk", { disk: fails }, ["tributary_disk_free_bytes", "tributary_disk_size_bytes"]],
  ["the lags", { lags: fails }, ["tributary_read_model_lag_events"]],
  ["the runs", { runTotals: fails }, ["tributary_runs_total", "tributary_schedule_slots_skipped_total"]],
  [
    "an engine that throws at once",
    {
      engines: () => {
        throw new Error("No engine is watched");
      },
    },
    ["tributary_engine_up"],
  ],
])("a source that fails makes its own series absent and no other: %s", async (_name, failing, missing) => {
  const names = (text: string) =>
    new Set(
      text
        .split("\n")
        .filter((line) => /^\w/.test(line))
        .map((line) => /^\w+/.exec(line)![0]),
    );
  const figures: Partial<Figures> = {
    lags: async () => new Map([["users", 0]]),
    engines: () => new Map([["database", true]]),
    runTotals: async () => [{ trigger: "manual", outcome: "ok", count: 1 }],
  };
  const all = names(await textOf(figures));
  for (const name of missing) expect(all).toContain(name);
  const left = names(await textOf({ ...figures, ...failing }));
  expect([...all].filter((name) => !left.has(name)).sort()).toEqual([...missing].sort());
});

test("a source is asked once a scrape, also by scrapes at the same moment", async () => {
  let asked = 0;
  const jobs = async () => {
    asked += 1;
    return [];
  };
  const metrics = createMetrics({ ...QUIET, jobs });
  await Promise.all([metrics.read(), metrics.read(), metrics.read()]);
  expect(asked).toBe(1);
  await metrics.read();
  expect(asked).toBe(2);
});

test("without a backup there is no time of one, and without an answer no zero", async () => {
  expect(seriesOf(await textOf({ lastBackup: async () => "none" }), "tributary_last_backup_timestamp_seconds")).toEqual(
    [],
  );
  expect(seriesOf(await textOf({ forked: async () => null }), "tributary_log_forked")).toEqual([]);
});

test("what every process reads from the database says so", async () => {
  const text = await textOf({});
  const marked = [...text.matchAll(/^# HELP (\w+) (.*)$/gm)].filter(([, , help]) => help!.includes(IN_ALL_PROCESSES));
  expect(marked.map(([, name]) => name).sort()).toEqual([
    "tributary_follower_lag_seconds",
    "tributary_jobs",
    "tributary_last_archive_timestamp_seconds",
    "tributary_last_backup_timestamp_seconds",
    "tributary_log_bytes",
    "tributary_log_forked",
    "tributary_mails",
    "tributary_oldest_job_seconds",
    "tributary_oldest_mails_seconds",
    "tributary_oldest_webhook_deliveries_seconds",
    "tributary_read_model_lag_events",
    "tributary_runs_total",
    "tributary_schedule_round_timestamp_seconds",
    "tributary_schedule_slots_skipped_total",
    "tributary_webhook_deliveries",
  ]);
});

test("answers are counted by kind and end, and their bytes while they go on", async () => {
  const metrics = createMetrics(QUIET);
  let sent = 100;
  const over = metrics.watchRequest({ kind: "stream", bytes: () => ({ received: 10, sent }) });
  const first = (await metrics.read()).text;
  expect(valueOf(first, 'tributary_answers_open{kind="stream"}')).toBe(1);
  expect(valueOf(first, 'tributary_transferred_bytes_total{kind="stream",direction="sent"}')).toBe(100);
  sent = 250;
  over({ method: "BREW", route: "/d/{file}", kind: "stream", status: 500, ms: 4_000, ended: "failed" });
  const { text } = await metrics.read();
  expect(valueOf(text, 'tributary_transferred_bytes_total{kind="stream",direction="sent"}')).toBe(250);
  expect(seriesOf(text, "tributary_answers_open")).toEqual([]);
  expect(valueOf(text, 'tributary_answers_total{kind="stream",ended="failed"}')).toBe(1);
  const series = 'http_request_seconds_count{method="other",route="/d/{file}",kind="stream",status="500"}';
  expect(valueOf(text, series)).toBe(1);
});
