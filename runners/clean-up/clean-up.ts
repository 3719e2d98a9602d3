import { endExpiredAccess } from "#domain/use-cases/datasets/end-expired-access.ts";
import type { Ports } from "#domain/use-cases/ports.ts";
import { reportFailures, type ReportPorts } from "#domain/use-cases/running/report-failures.ts";
import { FAILURES_TO_REPORT } from "#domain/run/decider.ts";
import type { CleanUpRound, JobQueue, Swept } from "#domain/core/ports/work-ports.ts";
import type { Queries } from "#projections/all.ts";
import { checkConsents } from "./check-consents.ts";
import { dropUnneededTables, type UnneededTablesPorts } from "./unneeded-tables.ts";
import { clearDeadInstances } from "#domain/use-cases/connecting/clear-dead-instances.ts";

/** `until` ends its share of a round. A sweep without an answer is always done. */
type Sweep = { readonly name: string; readonly run: (until: AbortSignal) => Promise<Swept | void> };

export type CleanUpPorts = ReportPorts &
  Pick<Ports, "clock" | "ids" | "vault" | "runs"> &
  UnneededTablesPorts & {
    readonly queries: Pick<Queries, "instances" | "catalogue">;
    /** Whether the read models have applied exactly the whole log. */
    readonly modelsSettled: () => Promise<boolean>;
    /** The next instances (`item`) with secrets in the vault, after one of them. */
    readonly secretsAfter: (instanceId: string) => Promise<{
      readonly items: readonly { readonly owner: string; readonly item: string; readonly storedMsAgo: number }[];
      /** The instance to continue after; null at the end. */
      readonly next: string | null;
    }>;
    /** Items that are removed by their age alone. */
    readonly sweeps: readonly Sweep[];
    /** Items that are removed because no model knows their owner. */
    readonly modelSweeps: readonly Sweep[];
    /** Where the last round left off among the tables. */
    readonly sweptTables: { next: string };
    readonly report: (round: CleanUpRound) => void;
    readonly reportError: (error: unknown, sweep: string) => void;
  };

/** Activating an instance stores its secrets first; this is how long it may take until the instance is in the log. */
const ACTIVATION_MS = 120_000;
const ENDED_AT_ONCE = 500;
/** A sweep takes at most so much of a round, which begins every ten minutes; the next round continues. */
const SWEEP_MS = 60_000;
const TABLES_MS = 300_000;
const DAY_MS = 86_400_000;

/** Removes what is no longer needed. Sweeps are independent: one that fails is reported, and the others continue. */
export async function cleanUp(
  jobs: Pick<JobQueue, "sweep">,
  ports: CleanUpPorts,
  stopping: AbortSignal,
): Promise<void> {
  const always: readonly Sweep[] = [
    { name: "unreported failures", run: () => reportAll(ports) },
    { name: "jobs", run: (until) => jobs.sweep(until) },
    { name: "ended accesses", run: () => endAccesses(ports, stopping) },
    ...ports.sweeps,
  ];
  const byModels: readonly Sweep[] = [
    { name: "consents", run: () => checkConsents(ports, stopping) },
    { name: "tables", run: () => dropTables(ports, stopping) },
    { name: "dead connections", run: () => clearSecrets(ports, stopping) },
    ...ports.modelSweeps,
  ];
  const swept = new Map<string, Swept>();
  await runEach(always, swept, ports, stopping);
  const settled = await ports.modelsSettled().catch((error: unknown) => {
    ports.reportError(error, "read models");
    return false;
  });
  if (settled) await runEach(byModels, swept, ports, stopping);
  ports.report(swept);
}

async function runEach(
  sweeps: readonly Sweep[],
  swept: Map<string, Swept>,
  { reportError }: Pick<CleanUpPorts, "reportError">,
  stopping: AbortSignal,
): Promise<void> {
  for (const { name, run } of sweeps) {
    if (stopping.aborted) return;
    try {
      const found = await run(AbortSignal.any([stopping, AbortSignal.timeout(SWEEP_MS)]));
      if (found) swept.set(name, found);
    } catch (error) {
      reportError(error, name);
    }
  }
}

async function dropTables(ports: CleanUpPorts, stopping: AbortSignal): Promise<Swept> {
  const until = AbortSignal.any([stopping, AbortSignal.timeout(TABLES_MS)]);
  const { dropped, done, next } = await dropUnneededTables(ports, until, ports.sweptTables.next);
  ports.sweptTables.next = next;
  return { removed: dropped, done };
}

async function reportAll(ports: CleanUpPorts): Promise<void> {
  for (const id of await ports.queries.instances.unreportedFailures(FAILURES_TO_REPORT))
    await reportFailures(ports, id);
}

/** Records the accesses to datasets whose end has passed; nobody reads by them since then. */
async function endAccesses(ports: CleanUpPorts, stopping: AbortSignal): Promise<void> {
  for (const access of await ports.queries.catalogue.expiredGrants(ENDED_AT_ONCE)) {
    if (stopping.aborted) return;
    const commandId = `end-access/${access.datasetId}/${access.userId}`;
    const cause = { actor: { kind: "system", name: "runner" }, commandId, correlationId: commandId } as const;
    await endExpiredAccess(ports, access, cause);
  }
}

/** Finishes aborted removals. Secrets of an instance that is not in the log stay for a day: the log may be restored. */
async function clearSecrets(ports: CleanUpPorts, stopping: AbortSignal): Promise<void> {
  for (let after: string | null = ""; after !== null && !stopping.aborted;) {
    const { items, next } = await ports.secretsAfter(after);
    const held = items.filter(({ storedMsAgo }) => storedMsAgo > ACTIVATION_MS);
    const live = await ports.queries.instances.existing(held.map(({ item }) => item));
    const dead = held.filter(({ item }) => !live.has(item));
    await clearDeadInstances(
      ports,
      dead.map(({ owner, item, storedMsAgo }) => ({
        ownerId: owner,
        instanceId: item,
        unknownForLong: storedMsAgo > DAY_MS,
      })),
    );
    after = next;
  }
}
