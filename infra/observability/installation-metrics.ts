import type { Registry } from "prom-client";
import type { JobKind, OutboxFigures } from "#domain/core/ports/work-ports.ts";
import type { LogSizes } from "../event-store/archive/archive-totals.ts";
import { createScrape, IN_ALL_PROCESSES, readMetric, type Samples } from "./read-metric.ts";

/** A figure of an engine; null: it does not answer in time. */
type Asked<T> = () => Promise<T | null>;

/** What every process reads from the same engines. Counts end at `MOST_COUNTED`. */
export type InstallationFigures = {
  /** Events that each read model has still to apply. */
  readonly lags: Asked<ReadonlyMap<string, number>>;
  /** Runs by trigger and end since the first event; `skipped` counts schedule slots without a run of their own. */
  readonly runTotals: Asked<readonly { readonly trigger: string; readonly outcome: string; readonly count: number }[]>;
  readonly jobs: Asked<readonly JobKind[]>;
  readonly mails: Asked<OutboxFigures>;
  readonly webhooks: Asked<OutboxFigures>;
  /** Whether the log is a fork of what was signed before. */
  readonly forked: Asked<boolean>;
  /** When the last good backup was made; "none": nobody has made one. */
  readonly lastBackup: Asked<Date | "none">;
  /** Of a log in Postgres. */
  readonly logSizes: Asked<LogSizes>;
  /** When a round of schedules has ended last; null: never, or the last one failed. */
  readonly scheduleRound: Asked<Date>;
  /** How long the oldest event has waited that a read model has not applied, in milliseconds. */
  readonly followerLag: Asked<number>;
};

/** What is counted at each scrape is counted up to here: more is a fault all the same, and counting has to end. */
export const MOST_COUNTED = 100_000;

/** Adds the metrics of the whole installation, asking each source once a scrape (`begin`). */
export function addInstallationMetrics(
  registry: Registry,
  figures: InstallationFigures,
  onFault: (error: unknown, metric: string) => void,
): { begin(): void } {
  const scrape = createScrape();
  const metric = <T>(
    facts: { name: string; help: string; labelNames?: readonly string[]; type?: "counter" },
    ask: () => Promise<T | null>,
    read: (found: T) => Samples,
  ) =>
    readMetric(
      registry,
      { ...facts, help: `${facts.help}. ${IN_ALL_PROCESSES}` },
      async () => {
        const found = await ask();
        return found === null ? null : read(found);
      },
      onFault,
    );
  addRunMetrics(metric, scrape.once(figures.runTotals));
  addJobMetrics(metric, scrape.once(figures.jobs));
  addOutboxMetrics(metric, "mails", "Mails", scrape.once(figures.mails));
  addOutboxMetrics(metric, "webhook_deliveries", "Messages to webhooks", scrape.once(figures.webhooks));
  metric(
    {
      name: "tributary_read_model_lag_events",
      help: "Events of the log that a read model has not applied yet",
      labelNames: ["model"],
    },
    figures.lags,
    (lags) => [...lags].map(([model, value]) => ({ labels: { model }, value })),
  );
  metric(
    { name: "tributary_log_forked", help: "1: the log is a fork of the one that was signed; otherwise 0" },
    figures.forked,
    (forked) => [{ value: forked ? 1 : 0 }],
  );
  metric(
    { name: "tributary_last_backup_timestamp_seconds", help: "When the last good backup was made; absent: none was" },
    figures.lastBackup,
    (at) => (at === "none" ? null : [{ value: at.getTime() / 1_000 }]),
  );
  addTimes(metric, figures);
  addLogSizes(metric, scrape.once(figures.logSizes));
  return scrape;
}

type Metric = <T>(
  facts: { name: string; help: string; labelNames?: readonly string[]; type?: "counter" },
  ask: () => Promise<T | null>,
  read: (found: T) => Samples,
) => void;

function addTimes(metric: Metric, { scheduleRound, followerLag }: InstallationFigures): void {
  metric(
    {
      name: "tributary_schedule_round_timestamp_seconds",
      help: "When runners last looked for due connections and datasets without an error, by the clock of the database",
    },
    scheduleRound,
    (at) => [{ value: at.getTime() / 1_000 }],
  );
  metric(
    {
      name: "tributary_follower_lag_seconds",
      help: "How long the oldest event of the log has waited that a read model has not applied yet",
    },
    followerLag,
    (ms) => [{ value: ms / 1_000 }],
  );
}

function addLogSizes(metric: Metric, sizes: InstallationFigures["logSizes"]): void {
  metric(
    {
      name: "tributary_log_bytes",
      help: "Size of the event log: in the database, with its indexes, and in archive files. Absent with EventStoreDB",
      labelNames: ["place"],
    },
    sizes,
    ({ databaseBytes, archiveBytes }) => [
      { labels: { place: "database" }, value: databaseBytes },
      { labels: { place: "archive" }, value: archiveBytes },
    ],
  );
  metric(
    {
      name: "tributary_last_archive_timestamp_seconds",
      help: "When npm run archive last moved events to archive files; absent: it never did",
    },
    sizes,
    ({ archivedAt }) => (archivedAt === null ? null : [{ value: archivedAt.getTime() / 1_000 }]),
  );
}

function addRunMetrics(metric: Metric, totals: InstallationFigures["runTotals"]): void {
  metric(
    {
      name: "tributary_runs_total",
      help: "Runs that have ended, in the whole installation",
      labelNames: ["trigger", "status"],
      type: "counter",
    },
    totals,
    (found) =>
      found
        .filter(({ outcome }) => outcome !== "skipped")
        .map(({ trigger, outcome, count }) => ({ labels: { trigger, status: outcome }, value: count })),
  );
  metric(
    {
      name: "tributary_schedule_slots_skipped_total",
      help: "Slots of schedules that had no run of their own: one was going on, the schedule rested, or no runner was there",
      type: "counter",
    },
    totals,
    (found) => [{ value: found.find(({ outcome }) => outcome === "skipped")?.count ?? 0 }],
  );
}

function addJobMetrics(metric: Metric, jobs: InstallationFigures["jobs"]): void {
  metric(
    {
      name: "tributary_jobs",
      help: `Jobs of the runners by kind and state: waiting, running, failed. Counted up to ${MOST_COUNTED}`,
      labelNames: ["kind", "state"],
    },
    jobs,
    (kinds) =>
      kinds.flatMap(({ name: kind, waiting, running, failed }) =>
        Object.entries({ waiting, running, failed }).map(([state, value]) => ({ labels: { kind, state }, value })),
      ),
  );
  metric(
    {
      name: "tributary_oldest_job_seconds",
      help: "How long the first of the waiting jobs of a kind has been due; 0: none is due",
      labelNames: ["kind"],
    },
    jobs,
    (kinds) => kinds.map(({ name: kind, dueAt }) => ({ labels: { kind }, value: secondsSince(dueAt) })),
  );
}

function addOutboxMetrics(
  metric: Metric,
  name: string,
  what: string,
  outbox: () => Promise<OutboxFigures | null>,
): void {
  metric(
    {
      name: `tributary_${name}`,
      help: `${what} that wait, and those that were given up in the last 30 days. Counted up to ${MOST_COUNTED}`,
      labelNames: ["state"],
    },
    outbox,
    ({ waiting, failed }) =>
      Object.entries({ waiting, failed }).map(([state, value]) => ({ labels: { state }, value })),
  );
  metric(
    {
      name: `tributary_oldest_${name}_seconds`,
      help: `How long the oldest of the ${what.toLowerCase()} waits; 0: none`,
    },
    outbox,
    ({ oldest }) => [{ value: secondsSince(oldest) }],
  );
}

function secondsSince(time: Date | null): number {
  return time === null ? 0 : Math.max(0, (new Date().getTime() - time.getTime()) / 1_000);
}
