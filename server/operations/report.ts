import type { OperationsReport } from "#app/administration/operations-report.ts";
import type { Readiness } from "#app/http/server/operations.ts";
import type { Figures } from "#infra/observability/metrics.ts";

/** The figures of operation in short, from where the metrics come from. `onFault`: one of them cannot be read. */
export async function reportOf(
  figures: Figures,
  readiness: () => Promise<Readiness>,
  onFault: (error: unknown, name: string) => void,
): Promise<OperationsReport> {
  const read = <T>(name: string, ask: () => Promise<T | null>): Promise<T | null> =>
    ask().catch((error: unknown) => {
      onFault(error, name);
      return null;
    });
  const [ready, disk, followerLag, scheduleRound, kinds, mails, webhooks, lastBackup, forked, logSizes] =
    await Promise.all([
      readiness(),
      read("disk", figures.disk),
      read("follower lag", figures.followerLag),
      read("schedule round", figures.scheduleRound),
      read("jobs", figures.jobs),
      read("mails", figures.mails),
      read("webhooks", figures.webhooks),
      read("last backup", figures.lastBackup),
      read("fork", figures.forked),
      read("size of the log", figures.logSizes),
    ]);
  return {
    ...{ role: figures.role, reasons: ready.reasons, warnings: ready.warnings ?? [] },
    engines: [...figures.engines()].map(([name, answers]) => ({ name, answers })),
    ...{ disk, followerLag, scheduleRound, mails, webhooks, lastBackup, forked, logSizes },
    jobs: kinds && sumOf(kinds),
    clockOffset: figures.clockOffset(),
  };
}

type Kinds = NonNullable<Awaited<ReturnType<Figures["jobs"]>>>;

function sumOf(kinds: Kinds): NonNullable<OperationsReport["jobs"]> {
  const sum = (read: (kind: Kinds[number]) => number) => kinds.reduce((all, kind) => all + read(kind), 0);
  const due = kinds.flatMap(({ dueAt }) => dueAt?.getTime() ?? []);
  return {
    ...{
      waiting: sum((kind) => kind.waiting),
      running: sum((kind) => kind.running),
      failed: sum((kind) => kind.failed),
    },
    dueAt: due.length === 0 ? null : new Date(Math.min(...due)),
  };
}
